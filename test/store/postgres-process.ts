import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeLauncher } from './postgres-launcher.ts';
import { findPrograms } from './postgres-programs.ts';

/** What a run of all tests gives as the address of its server where it has none. */
export const NO_SERVER = 'none';

export const NO_POSTGRES = 'There is no PostgreSQL 15 or newer here, and none can be installed';

export type StartOptions = {
  isStandby?: boolean;
  standbyOf?: { url: string };
  isDurable?: boolean;
  isShared?: boolean;
};

/** What a server leaves out that no test ends, and that has databases for moments. */
const SHARED = [
  ...['wal_level=minimal', 'max_wal_senders=0', 'full_page_writes=off', 'synchronous_commit=off'],
  ...['autovacuum=off', 'jit=off'],
];

const { ENGAGED_TEST_FOLDER } = process.env;

/** Makes the data of a server; in a run of all tests a copy of what the first one made, which takes a tenth of it. */
function makeOnce(data: string, make: () => void): void {
  const template = ENGAGED_TEST_FOLDER && join(ENGAGED_TEST_FOLDER, 'postgres-data');
  const copy = (from: string, to: string) => execFileSync('cp', ['-a', from, to]);
  if (template && existsSync(template)) {
    copy(template, data);
    return;
  }
  make();
  if (!template) return;
  const made = `${template}.${process.pid}`;
  copy(data, made);
  try {
    renameSync(made, template);
  } catch {
    // Another test process was the first.
    rmSync(made, { recursive: true });
  }
}

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
 * @param options.isShared serves many tests, so that it has no standbys and is never killed
 * @param options.standbyOf starts it as a standby of that server, with its data
 */
export async function startPostgres({
  isStandby = false,
  standbyOf,
  isDurable = false,
  isShared = false,
}: StartOptions = {}): Promise<Server | undefined> {
  const bin = await findPrograms();
  if (bin === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'engaged-postgres-'));
  const port = await freePort();
  // Tests keep the databases of many companies open. Shared memory that a killed server left would stay for good elsewhere.
  const settings = [
    ...['max_connections=500', 'dynamic_shared_memory_type=mmap'],
    ...(isDurable ? [] : ['fsync=off']),
    ...(isShared ? SHARED : []),
  ];
  const launcher = makeLauncher({ bin, folder, port, settings });
  const { data, execute } = launcher;
  if (standbyOf) {
    const options = ['-R', '--checkpoint=fast', '--no-sync'];
    execute('pg_basebackup', ['-D', data, '-d', standbyOf.url, ...options]);
  } else {
    const options = '-U engaged --auth=trust --encoding=UTF8 --locale=C --no-sync';
    makeOnce(data, () => execute('initdb', ['-D', data, ...options.split(' ')]));
  }
  if (isStandby) {
    writeFileSync(join(data, 'standby.signal'), '');
    launcher.own(join(data, 'standby.signal'));
  }
  await launcher.start();
  const remove = () => rmSync(folder, { recursive: true, force: true });
  return {
    url: `postgres://engaged@127.0.0.1:${port}/postgres`,
    port,
    start: launcher.start,
    shutDown: launcher.shutDown,
    kill: launcher.kill,
    killAtOnce: () => {
      launcher.signalAll('SIGKILL');
      remove();
    },
    pause: () => launcher.signalAll('SIGSTOP'),
    resume: () => launcher.signalAll('SIGCONT'),
    promote: launcher.promote,
    stop: async () => {
      await launcher.shutDown('fast');
      remove();
    },
  };
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
