import { userInfo } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from './context.ts';
import { EXIT } from './context.ts';
import { describeFailure } from './failure.ts';
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
const ECHO_MS = 500;

// The first signal asks; another one, from somebody who will not wait, ends the process at once.
const stopRequested = () =>
  new Promise<void>((resolve) => {
    let askedAt: number | undefined;
    const ask = () => {
      if (askedAt === undefined) {
        askedAt = performance.now();
        resolve();
      } else if (performance.now() - askedAt > ECHO_MS) {
        process.exit(EXIT.failed);
      }
    };
    process.on('SIGINT', ask);
    process.on('SIGTERM', ask);
  });

// A reader that has seen enough (`| head`) is no reason to fail, nor to stop half-way through the work.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

process.on('uncaughtException', (error) => {
  process.stderr.write(`engaged: ${describeFailure(error, process.env)}\n`, () =>
    process.exit(EXIT.failed),
  );
});

const context: Context = {
  // Asked for late: merely looking at it fails where a service manager has closed it.
  get stdin() {
    return process.stdin;
  },
  stdout: process.stdout,
  stderr: process.stderr,
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
});
