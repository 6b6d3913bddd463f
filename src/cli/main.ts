import { writeSync } from 'node:fs';
import { userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from './context.ts';
import { EXIT } from './context.ts';
import { describeFailure } from './failure.ts';
import { runCli } from './program.ts';
import { standardOutput } from './standard-output.ts';

function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // In a container the user may be a number without a name.
    return `user ${process.getuid?.() ?? 'unknown'}`;
  }
}

// Ctrl-C under npm arrives twice: from the terminal, and passed on by npm.
const REPEATED_SIGNAL_MS = 500;

/** How long the last lines of a stopped service's log may take to be read, in milliseconds. */
const LAST_LINES_MS = 1_000;

let isService = false;

type Terminal = { _handle?: { setBlocking?: (isBlocking: boolean) => void } };

// Node has no public way to say so. A terminal that was halted with Ctrl-S would hold up every request.
const neverBlock = (stream: NodeJS.WriteStream & Terminal) => {
  if (stream.isTTY) stream._handle?.setBlocking?.(false);
};

// The first signal stops the service gracefully; a second one ends the process at once.
const stopRequested = () =>
  new Promise<void>((resolve) => {
    isService = true;
    neverBlock(process.stdout);
    neverBlock(process.stderr);
    let askedAt: number | undefined;
    const ask = () => {
      if (askedAt === undefined) {
        askedAt = performance.now();
        resolve();
      } else if (performance.now() - askedAt > REPEATED_SIGNAL_MS) {
        process.exit(EXIT.failed);
      }
    };
    // SIGHUP: its terminal has closed.
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, ask);
    // Unused. By default the first opens a debugger port of Node and the second ends the process.
    for (const signal of ['SIGUSR1', 'SIGUSR2']) process.on(signal, () => {});
  });

let outputFailure: NodeJS.ErrnoException | undefined;
const stdout = standardOutput(process.stdout, (error) => {
  // A reader that has seen enough (`| head`) is no reason to fail, nor to stop half-way through the work.
  if (error.code !== 'EPIPE') outputFailure ??= error;
});
const stderr = standardOutput(process.stderr, () => {});

// Last of all, because a pipe may fail after the command has ended.
process.once('beforeExit', () => {
  if (!outputFailure) return;
  stderr.write(`engaged: The output cannot be written (${outputFailure.code}).\n`);
  process.exitCode = EXIT.failed;
});

process.on('uncaughtException', (error) => {
  try {
    // Written synchronously: a stalled log would keep a broken process alive.
    writeSync(process.stderr.fd, `engaged: ${describeFailure(error, process.env)}\n`);
  } catch {
    // There is nowhere left to report it.
  }
  process.exit(EXIT.failed);
});

const context: Context = {
  // Asked for late: merely looking at it fails where a service manager has closed it.
  get stdin() {
    return process.stdin;
  },
  stdout,
  stderr,
  env: process.env,
  cwd: process.cwd(),
  now: Date.now,
  sleep,
  actor: `command line (${userName()})`,
  stopRequested,
};

// Not awaited at the top level, which the single executable (CommonJS) does not know.
runCli(process.argv.slice(2), context).then((code) => {
  process.exitCode = code;
  // A log whose reader has stalled would keep the process alive for good.
  if (isService) setTimeout(() => process.exit(), LAST_LINES_MS).unref();
});
