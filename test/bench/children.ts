import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const children = new Set<ChildProcess>();

// No child process outlives the run, however it ends.
process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => process.exit(1));
}

/** A process that runs until it is stopped. Its output is kept for error messages. */
export type Child = {
  pid: number;
  /** Sends a message and returns the first reply. */
  ask: (message: unknown) => Promise<unknown>;
  printed: () => string;
  hasEnded: () => boolean;
  /** Sends SIGTERM, and SIGKILL after five seconds. */
  stop: () => Promise<void>;
};

/** Starts a process with an IPC channel. */
export function startChild(command: string, args: readonly string[]): Child {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  // If the command does not exist, the wait for its first response fails.
  child.once('error', () => children.delete(child));
  let printed = '';
  const keep = (chunk: Buffer) => {
    printed = (printed + chunk.toString()).slice(-4_000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const hasEnded = () =>
    child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
  return {
    pid: child.pid ?? 0,
    printed: () => printed,
    hasEnded,
    ask: async (message) => {
      const controller = new AbortController();
      const limit = setTimeout(() => controller.abort(), 30_000);
      const ended = () => controller.abort();
      child.once('exit', ended);
      try {
        const response = once(child, 'message', { signal: controller.signal });
        child.send(message as object);
        return (await response)[0];
      } catch (cause) {
        throw new Error(`A process did not answer: ${printed}`, { cause });
      } finally {
        clearTimeout(limit);
        child.off('exit', ended);
      }
    },
    stop: async () => {
      if (hasEnded()) return;
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      const limit = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(limit);
    },
  };
}

/**
 * Runs a command to its end; returns its output and its duration in milliseconds.
 *
 * @throws Error with the end of its output if it fails or takes longer than `timeout` milliseconds
 */
export async function runChild(
  command: string,
  args: readonly string[],
  { timeout = 600_000, input = '' } = {},
): Promise<{ stdout: string; stderr: string; elapsed: number }> {
  const started = performance.now();
  const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'] });
  children.add(child);
  child.stdin.on('error', () => {});
  child.stdin.end(input);
  const stdout: Buffer[] = [];
  const stderr: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => stdout.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => stderr.push(chunk));
  const limit = setTimeout(() => child.kill('SIGKILL'), timeout);
  try {
    const exited = once(child, 'exit').then(() => performance.now() - started);
    await once(child, 'close');
    const elapsed = await exited;
    if (child.exitCode !== 0) {
      const output = Buffer.concat([...stdout, ...stderr])
        .toString()
        .slice(-2_000);
      throw new Error(`${command} ${args.join(' ')} ended with ${child.exitCode}: ${output}`);
    }
    return {
      stdout: Buffer.concat(stdout).toString(),
      stderr: Buffer.concat(stderr).toString(),
      elapsed,
    };
  } finally {
    clearTimeout(limit);
    children.delete(child);
  }
}

/** Whether a program is installed. */
export const isInstalled = (program: string): boolean =>
  spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;

/** An unused port of the loopback interface. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port was given');
  return address.port;
}

/**
 * Sends requests until a server responds, and returns the milliseconds until then.
 *
 * @throws Error if the process ends, or after 60 seconds without a response
 */
export async function waitUntilReady(
  child: Child,
  port: number,
  request: { path: string; headers?: Record<string, string> },
): Promise<number> {
  const started = performance.now();
  while (performance.now() - started < 60_000) {
    if (child.hasEnded()) break;
    if (await responses(port, request)) return performance.now() - started;
    await sleep(2);
  }
  throw new Error(`The server on port ${port} did not start: ${child.printed()}`);
}

const responses = (
  port: number,
  { path, headers = {} }: { path: string; headers?: Record<string, string> },
): Promise<boolean> =>
  new Promise((resolve) => {
    const request = get({ host: '127.0.0.1', port, path, headers, agent: false }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode === 200));
    });
    request.once('error', () => resolve(false));
  });
