import { writeSync } from 'node:fs';
import { userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { isatty } from 'node:tty';
import { ServiceFault } from '../domain/errors.ts';
import type { Context } from './context.ts';
import { EXIT } from './context.ts';
import { errorText } from './output/error-report.ts';
import { standardOutput } from './output/standard-output.ts';
import { toTerminal } from './output/terminal.ts';
import { runCli } from './program.ts';

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

/** How long a stopped service waits for the reader of its log. */
const LOG_FLUSH_MS = 1_000;

let isService = false;

type Terminal = { _handle?: { setBlocking?: (isBlocking: boolean) => void } };

// A terminal paused with Ctrl-S would block every request. Node has no public API for this.
const neverBlock = (stream: NodeJS.WriteStream & Terminal) => {
  if (stream.isTTY) stream._handle?.setBlocking?.(false);
};

// The first signal stops the service gracefully; a second one ends the process at once.
const stopRequested = (onReload: () => void) =>
  new Promise<void>((resolve) => {
    isService = true;
    // Asked now: a terminal that has closed is none any more.
    const hasTerminal = [0, 1, 2].some((fd) => isatty(fd));
    neverBlock(process.stdout);
    neverBlock(process.stderr);
    let firstSignalAt: number | undefined;
    const onSignal = () => {
      if (firstSignalAt === undefined) {
        firstSignalAt = performance.now();
        resolve();
      } else if (performance.now() - firstSignalAt > REPEATED_SIGNAL_MS) {
        process.exit(EXIT.failed);
      }
    };
    for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, onSignal);
    // Its terminal has closed, or by convention it is to read its files again.
    process.on('SIGHUP', hasTerminal ? onSignal : onReload);
    // Unused. By default the first opens a debugger port of Node and the second ends the process.
    for (const signal of ['SIGUSR1', 'SIGUSR2']) process.on(signal, () => {});
  });

const isJson = process.argv.includes('--json');

let outputFailure: NodeJS.ErrnoException | undefined;
const stdout = standardOutput(process.stdout, (error) => {
  // A reader that closes the pipe early (`| head`) must neither fail the command nor stop its work.
  if (error.code !== 'EPIPE') outputFailure ??= error;
});
const stderr = standardOutput(process.stderr, () => {});

// Checked last, because a pipe may fail after the command has ended.
process.once('beforeExit', () => {
  if (!outputFailure) return;
  const { code = '' } = outputFailure;
  const fault = new ServiceFault(code, `The output cannot be written (${code}).`);
  stderr.write(errorText(fault, process.env, isJson));
  process.exitCode = EXIT.failed;
});

process.on('uncaughtException', (error) => {
  try {
    // Written synchronously: a stalled log would keep a broken process alive.
    writeSync(process.stderr.fd, toTerminal(errorText(error, process.env, isJson)));
  } catch {
    // There is nowhere left to report it.
  }
  process.exit(EXIT.failed);
});

const context: Context = {
  // Read lazily: the getter throws if a service manager has closed stdin.
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

// Not awaited at the top level: the single executable is CommonJS, which has no top-level await.
runCli(process.argv.slice(2), context).then((code) => {
  process.exitCode = code;
  // A log whose reader has stalled would keep the process alive forever.
  if (isService) setTimeout(() => process.exit(), LOG_FLUSH_MS).unref();
});
