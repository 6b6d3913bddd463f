import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { buildProgram } from '../run/build.ts';
import { HANGS_MS } from './run-scale.ts';

const { PATH, ENGAGED_TEST_PROGRAM } = process.env;

/** The bundle of the current program, which starts much faster than the sources. A run builds it once for all tests. */
export const program: string = ENGAGED_TEST_PROGRAM ?? buildProgram();

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** A run of the program in its own process. */
export type Run = {
  child: ChildProcess;
  written: { stdout: string; stderr: string };
  /** The exit code, or the signal that ended the process. */
  ended: Promise<number | NodeJS.Signals>;
};

export type RunOptions = {
  env?: Readonly<Record<string, string>>;
  /** A program that runs the program, with its arguments, such as `['nice', '-n', '19']`. */
  under?: readonly string[];
  /** Kills the process after this many milliseconds. */
  timeout?: number;
};

/** Starts `engaged` with these arguments in a folder. It never outlives the test process. */
export function start(folder: string, argv: readonly string[], options: RunOptions = {}): Run {
  const command = [...(options.under ?? []), process.execPath, program, ...argv];
  const child = spawn(command[0] ?? '', command.slice(1), {
    cwd: folder,
    env: { PATH, ENGAGED_DEBUG: '1', ...options.env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      // The error output of a server that runs for an hour must not fill the memory.
      written[name] = (written[name] + text).slice(-1_000_000);
    });
  }
  const limit =
    options.timeout === undefined
      ? undefined
      : setTimeout(() => child.kill('SIGKILL'), options.timeout);
  const ended = once(child, 'close').then(([code, signal]) => {
    clearTimeout(limit);
    running.delete(child);
    return (code ?? signal) as number | NodeJS.Signals;
  });
  return { child, written, ended };
}

/** Runs `engaged` to its end. */
export async function run(
  folder: string,
  argv: readonly string[],
  options: RunOptions = {},
): Promise<{ code: number | NodeJS.Signals; stdout: string; stderr: string }> {
  const { ended, written } = start(folder, argv, { timeout: HANGS_MS, ...options });
  return { code: await ended, ...written };
}

/** A serving process. */
export type Serving = Run & {
  url: string;
  port: number;
  /** Sends a signal, and waits until the process has ended. */
  stop: (signal?: NodeJS.Signals) => Promise<number | NodeJS.Signals>;
};

/** Serves `engaged.db` of a folder on a free port. @throws Error if the server does not start */
export async function serve(
  folder: string,
  argv: readonly string[] = [],
  options: RunOptions = {},
): Promise<Serving> {
  const words = ['serve', '--port', '0', '--json', '--ip-limit', '0', ...argv];
  const it = start(folder, words, options);
  const { stdout } = it.child;
  while (!it.written.stdout.endsWith('\n}\n')) {
    const more = await Promise.race([stdout && once(stdout, 'data'), it.ended]);
    if (!Array.isArray(more)) throw new Error(`it ended with ${more}: ${it.written.stderr}`);
  }
  const { url } = JSON.parse(it.written.stdout) as { url: string };
  return {
    ...it,
    url,
    port: Number(new URL(url).port),
    stop: (signal = 'SIGTERM') => {
      it.child.kill(signal);
      return it.ended;
    },
  };
}

/** Like `serve`, and kills the server at the end of the test. */
export async function serveFor(
  t: TestContext,
  ...order: Parameters<typeof serve>
): Promise<Serving> {
  const serving = await serve(...order);
  t.after(() => serving.stop('SIGKILL'));
  return serving;
}
