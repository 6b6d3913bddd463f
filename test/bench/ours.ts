import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Child, firstAnswer, freePort, startChild } from './children.ts';

const PROBE = fileURLToPath(new URL('probe.mjs', import.meta.url));

/** The program as it is shipped: the launcher, which loads the bundle. */
export const PROGRAM = fileURLToPath(new URL('../../bin/engaged.mjs', import.meta.url));
const BUNDLE = fileURLToPath(new URL('../../dist/engaged.mjs', import.meta.url));

/** @throws Error where there is no bundle to measure */
export function requireBundle(): void {
  if (!existsSync(PROGRAM) || !existsSync(BUNDLE)) {
    throw new Error('There is no bundle to measure. Make it first: npm run build');
  }
}

/** What the serving process says about itself, since it was last asked. */
export type Vitals = { stallMs: number; rss: number };

export type OurServer = {
  port: number;
  child: Child;
  vitals: () => Promise<Vitals>;
  stop: () => Promise<void>;
};

/** The command line that serves a data file, with no ceiling for the one address the load comes from. */
export const serveArguments = (file: string, port: number): string[] => [
  ...[PROGRAM, 'serve', '--data', file, '--host', '127.0.0.1', '--port', String(port)],
  ...['--ip-limit', '0', '--log-level', 'error'],
];

/** Starts our server with the probe in it, and waits for its first answer. */
export async function startOurs(
  file: string,
  options: { nodeFlags?: readonly string[]; serveFlags?: readonly string[] } = {},
): Promise<OurServer> {
  const { nodeFlags = [], serveFlags = [] } = options;
  requireBundle();
  const port = await freePort();
  const args = [...nodeFlags, '--import', PROBE, ...serveArguments(file, port), ...serveFlags];
  const child = startChild(process.execPath, args);
  await firstAnswer(child, port, { path: '/healthz' });
  const vitals = async () => (await child.ask('vitals')) as Vitals;
  await vitals();
  return { port, child, vitals, stop: child.stop };
}
