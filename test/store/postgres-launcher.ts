import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync } from 'node:fs';
import { join } from 'node:path';

/** What makes a server's data and runs it, as a user of its own. */
export type Launcher = {
  /** The folder of its data. */
  data: string;
  /** Runs one of PostgreSQL's programs. */
  execute(program: string, words: readonly string[]): void;
  /** Gives a file to the user of the server. */
  own(path: string): void;
  start(): Promise<void>;
  /** Ends it in an orderly way, or at once in one that it has to recover from. */
  shutDown(how: 'fast' | 'immediate'): Promise<void>;
  /** Sends a signal to all its processes. */
  signalAll(signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void;
  /** Ends it as the loss of its machine does. */
  kill(): Promise<void>;
  /** Makes a standby a server that can be written to. */
  promote(): void;
};

/**
 * Prepares a server in an empty folder, where its socket is, too.
 *
 * @param options.bin the folder of PostgreSQL's programs
 * @param options.settings beside those that every server of a test has
 * @param options.env where it is not that of the tests
 */
export function makeLauncher(options: {
  bin: string;
  folder: string;
  port: number;
  settings?: readonly string[];
  env?: Readonly<Record<string, string>>;
}): Launcher {
  const { bin, folder, port, settings = [], env } = options;
  // PostgreSQL refuses to run as root.
  const owner = process.getuid?.() === 0 ? unprivileged() : undefined;
  const own = (path: string) => {
    if (owner) chownSync(path, owner.uid, owner.gid);
  };
  own(folder);
  const data = join(folder, 'data');
  const as = { cwd: folder, ...(env && { env }), ...owner };
  let server: ChildProcess | undefined;
  const isRunning = () => server?.exitCode === null && server.signalCode === null;
  const signalAll: Launcher['signalAll'] = (signal) => {
    const { pid } = server ?? {};
    if (pid === undefined) return;
    for (const one of [pid, ...childrenOf(pid)]) signalOne(one, signal);
  };
  /** Waits until the server has ended of what was done to it. */
  const ended = async (end: () => void) => {
    if (!server || !isRunning()) return;
    const exited = once(server, 'exit');
    end();
    await exited;
  };
  const execute: Launcher['execute'] = (program, words) => {
    execFileSync(join(bin, program), words, { stdio: ['ignore', 'ignore', 'pipe'], ...as });
  };
  return {
    ...{ data, execute, own, signalAll },
    start: async () => {
      const places = ['listen_addresses=127.0.0.1', `unix_socket_directories=${folder}`];
      const all = [...places, ...settings].flatMap((one) => ['-c', one]);
      for (;;) {
        server = spawn(join(bin, 'postgres'), ['-D', data, '-p', String(port), ...all], {
          ...{ stdio: ['ignore', 'ignore', 'pipe'], ...as },
        });
        try {
          return await untilReady(server);
        } catch (error) {
          // The processes of a server that was killed end a moment after it.
          if (!/pre-existing shared memory block/.test(String(error))) throw error;
        }
      }
    },
    shutDown: (how) => ended(() => server?.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')),
    kill: () => ended(() => signalAll('SIGKILL')),
    promote: () => execute('pg_ctl', ['promote', '-D', data]),
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

/** Every process of a server is a child of the first one, in a group of its own. */
const childrenOf = (parent: number): number[] =>
  execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' })
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/).map(Number))
    .flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []));

function signalOne(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It has ended by itself.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** The user `nobody`, whom every Unix has. */
function unprivileged(): { uid: number; gid: number } {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}
