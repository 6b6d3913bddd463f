import { readFileSync } from 'node:fs';

declare const ENGAGED_VERSION: string | undefined;

/** The program's version: inserted by the build, or read from package.json when the sources run. */
export const version: string =
  typeof ENGAGED_VERSION === 'string'
    ? ENGAGED_VERSION
    : (
        JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
          version: string;
        }
      ).version;
