import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Child, freePort, startChild, waitUntilReady } from './children.ts';

/** What a measured process reports about itself. */
export const PROBE = fileURLToPath(new URL('probe.mjs', import.meta.url));

/** The program as shipped: the launcher, which loads the bundle. */
export const PROGRAM = fileURLToPath(new URL('../../bin/engaged.mjs', import.meta.url));
const BUNDLE = fileURLToPath(new URL('../../dist/engaged.mjs', import.meta.url));

/** @throws Error if there is no bundle, or one older than the last change */
export function requireBundle(): void {
  const hint = 'Make it first: npm run build';
  if (!existsSync(PROGRAM) || !existsSync(BUNDLE)) throw new Error(`There is no bundle. ${hint}`);
  const builtAt = statSync(BUNDLE).mtimeMs;
  for (const folder of ['../../src', '../../sql']) {
    const root = fileURLToPath(new URL(folder, import.meta.url));
    const files = readdirSync(root, { recursive: true, withFileTypes: true });
    const newer = files.find(
      (file) => file.isFile() && statSync(join(file.parentPath, file.name)).mtimeMs > builtAt,
    );
    if (newer) throw new Error(`The bundle is older than ${newer.name}. ${hint}`);
  }
}

/** What the process reports about itself since the last query, and the processor time since the start. */
export type ProcessStats = {
  stallMs: number;
  rss: number;
  /** Of the main thread. */
  processorMs: number;
  allThreadsMs: number;
};

export type EngagedServer = {
  port: number;
  child: Child;
  stats: () => Promise<ProcessStats>;
  /** Runs something, and gives the milliseconds that the main thread spent in functions of the bundle meanwhile. */
  ownMsOf: (run: () => Promise<unknown>) => Promise<number>;
  stop: () => Promise<void>;
};

/** The arguments to serve a data file, without a limit per address because all load comes from one. */
export const serveArguments = (file: string, port: number): string[] => [
  ...[PROGRAM, 'serve', '--data', file, '--host', '127.0.0.1', '--port', String(port)],
  ...['--ip-limit', '0', '--log-level', 'error'],
];

/** Starts our server with the probe in it, and waits for its first response. */
export async function startEngaged(
  file: string,
  options: { nodeFlags?: readonly string[]; serveFlags?: readonly string[] } = {},
): Promise<EngagedServer> {
  const { nodeFlags = [], serveFlags = [] } = options;
  const port = await freePort();
  const args = [...nodeFlags, '--import', PROBE, ...serveArguments(file, port), ...serveFlags];
  const child = startChild(process.execPath, args);
  await waitUntilReady(child, port, { path: '/healthz' });
  const stats = async () => (await child.ask('stats')) as ProcessStats;
  const ownMsOf = async (run: () => Promise<unknown>) => {
    await child.ask('profile');
    await run();
    return ((await child.ask('profile')) as { ownMs: number }).ownMs;
  };
  await stats();
  return { port, child, stats, ownMsOf, stop: child.stop };
}
