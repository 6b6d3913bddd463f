import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPrograms } from './postgres-programs.ts';

/** What a run of all tests gives as the address of its server where it has none. */
export const NO_SERVER = 'none';

export const NO_POSTGRES = 'There is no PostgreSQL 15 or newer here, and none can be installed';

export type StartOptions = {
  isStandby?: boolean;
  standbyOf?: { url: string };
  isDurable?: boolean;
};

/** A server that runs for tests alone. */
export type Server = {
  url: string;
  port: number;
  /** Starts it again. */
  start(): Promise<void>;
  /** Ends it in an orderly way, or so that it has to recover when it starts again; both end every connection. */
  shutDown(how: 'fast' | 'immediate'): Promise<void>;
  /** Ends it as the loss of its machine does. */
  kill(): Promise<void>;
  /** The same without waiting, and removes its folder. For the end of a process. */
  killAtOnce(): void;
  /** Stops all its processes as they are, until `resume`. */
  pause(): void;
  resume(): void;
  /** Makes a standby a server that can be written to. */
  promote(): void;
  /** Ends it and removes its folder. */
  stop(): Promise<void>;
};

/**
 * Starts a server in a temporary folder; undefined where there is no PostgreSQL.
 *
 * @param options.isStandby starts it read-only
 * @param options.isDurable writes to the disk before it acknowledges, which is slower
 * @param options.standbyOf starts it as a standby of that server, with its data
 */
export async function startPostgres({
  isStandby = false,
  standbyOf,
  isDurable = false,
}: StartOptions = {}): Promise<Server | undefined> {
  const bin = await findPrograms();
  if (bin === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'engaged-postgres-'));
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? unprivileged() : undefined;
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const [program, ...options] = standbyOf
    ? ['pg_basebackup', '-d', standbyOf.url, '-R', '--checkpoint=fast', '--no-sync']
    : 'initdb -U engaged --auth=trust --encoding=UTF8 --locale=C --no-sync'.split(' ');
  execFileSync(join(bin, program ?? ''), ['-D', data, ...options], {
    ...{ stdio: 'ignore', cwd: folder },
    ...owner,
  });
  if (isStandby) {
    writeFileSync(join(data, 'standby.signal'), '');
    if (owner) chownSync(join(data, 'standby.signal'), owner.uid, owner.gid);
  }
  const port = await freePort();
  const settings = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
  // Tests keep the databases of many companies open.
  settings.push('max_connections=500');
  if (!isDurable) settings.push('fsync=off');
  const args = ['-D', data, '-p', String(port), ...settings.flatMap((one) => ['-c', one])];
  let server: ChildProcess;
  const start = async () => {
    server = spawn(join(bin, 'postgres'), args, {
      ...{ stdio: ['ignore', 'ignore', 'pipe'], cwd: folder },
      ...owner,
    });
    await untilReady(server);
  };
  const end = async (signal: 'SIGINT' | 'SIGQUIT') => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill(signal);
    await once(server, 'exit');
  };
  const signalAll = (signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL') => {
    const { pid = 0 } = server;
    for (const one of [pid, ...childrenOf(pid)]) process.kill(one, signal);
  };
  await start();
  return {
    url: `postgres://engaged@127.0.0.1:${port}/postgres`,
    port,
    start,
    shutDown: (how) => end(how === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    kill: async () => {
      const ended = once(server, 'exit');
      signalAll('SIGKILL');
      await ended;
    },
    killAtOnce: () => {
      signalAll('SIGKILL');
      rmSync(folder, { recursive: true, force: true });
    },
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    promote: () =>
      execFileSync(join(bin, 'pg_ctl'), ['promote', '-D', data], {
        ...{ stdio: 'ignore', cwd: folder },
        ...owner,
      }),
    stop: async () => {
      await end('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @throws Error where it ends instead */
async function untilReady(server: ChildProcess): Promise<void> {
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    server.stderr?.on('data', (line) => {
      lines.push(String(line));
      if (/ready to accept (?:read-only )?connections/.test(String(line))) resolve();
    });
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`PostgreSQL did not start:\n${lines.join('')}`)));
  });
}

/** Every process of the server is a child of the first one, in a group of its own. */
function childrenOf(parent: number): number[] {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  return processes
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []));
}

/** The user `nobody`, whom every Unix has. */
export function unprivileged(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
