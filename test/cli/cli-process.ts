import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestContext } from 'node:test';
import { plainEnvironment, programWords } from './program-under-test.ts';

/** A command line in a process of its own. */
export type CliProcess = {
  child: ChildProcess;
  /** Everything written so far. */
  written: { stdout: string; stderr: string };
  /** Waits for a text on stdout, and gives everything up to there. Throws where the process ends without. */
  waitForOutput: (text: string) => Promise<string>;
  /** The exit code, or the signal that ended it. */
  ended: Promise<number | string | null>;
};

/** Runs `engaged` with those words, in that folder; it is killed when the test ends. @param program another one to run */
export function runEngaged(
  t: TestContext,
  folder: string,
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
  program: readonly [string, ...string[]] = programWords,
): CliProcess {
  const [file, ...words] = program;
  const child = spawn(file, [...words, ...argv], {
    cwd: folder,
    env: { ...plainEnvironment, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const written = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      written[name] += text;
    });
  }
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  const waitForOutput = async (text: string): Promise<string> => {
    while (!written.stdout.includes(text)) {
      const more = await Promise.race([
        once(child.stdout ?? child, 'data'),
        ended.then(() => null),
      ]);
      if (more === null && !written.stdout.includes(text)) {
        throw new Error(`it ended without saying so: ${written.stderr}`);
      }
    }
    return written.stdout;
  };
  return { child, written, waitForOutput, ended };
}
