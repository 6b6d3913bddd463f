import type { TestContext } from 'node:test';
import type { Context, Environment, ExitCode } from '../../src/cli/context.ts';
import { runCli } from '../../src/cli/program.ts';
import { tempFolder } from '../store/temp-files.ts';
import { isBuilt, runBuilt } from './program-under-test.ts';

/** The current time in these tests. */
export const NOW = Date.UTC(2026, 10, 21, 9, 30);

/** The result of one command. */
export type Outcome = { code: ExitCode; stdout: string; stderr: string };

/** The environment of a command, where it differs from the default: no terminal, no variables, no input. */
export type CommandEnvironment = {
  now?: number;
  env?: Environment;
  columns?: number;
  /** Arrives byte by byte. */
  stdin?: string;
  /** Receives how long a command would have waited, in milliseconds; only within this process. */
  sleep?: (milliseconds: number) => Promise<unknown>;
};

/**
 * The command line in a folder of its own, run in this process; a built program in one of its own. `Printed` is what
 * the test reads of the documents that its commands print, where it does not say so with each.
 */
export type CommandLine<Printed> = {
  folder: string;
  run: (argv: readonly string[], environment?: CommandEnvironment) => Promise<Outcome>;
  /** Runs a command with `--json`, which must succeed, and gives what it printed. */
  json: <T = Printed>(...argv: string[]) => Promise<T>;
};

/** Creates a command line for one test, in the environment `usual`. Its folder is removed when the test ends. */
export function createCommandLine<Printed = unknown>(
  t: TestContext,
  usual: CommandEnvironment = {},
): CommandLine<Printed> {
  const folder = tempFolder(t);
  const run = async (
    argv: readonly string[],
    special: CommandEnvironment = {},
  ): Promise<Outcome> => {
    const { sleep, ...environment } = { ...usual, ...special };
    if (isBuilt && !sleep) {
      return runBuilt(argv, { folder, now: NOW, user: 'test', env: {}, ...environment });
    }
    const written = { stdout: '', stderr: '' };
    const outputTo = (name: keyof typeof written) => ({
      write: (text: string) => {
        written[name] += text;
      },
      isTTY: environment.columns !== undefined,
      columns: environment.columns,
    });
    const context: Context = {
      stdin: Object.assign(
        (async function* () {
          for (const byte of Buffer.from(environment.stdin ?? '')) yield Buffer.of(byte);
        })(),
        { isTTY: environment.columns !== undefined },
      ),
      stdout: outputTo('stdout'),
      stderr: outputTo('stderr'),
      env: environment.env ?? {},
      cwd: folder,
      now: () => environment.now ?? NOW,
      sleep: sleep ?? (async () => {}),
      actor: 'command line (test)',
      stopRequested: () => Promise.resolve(),
    };
    return { code: await runCli(argv, context), ...written };
  };
  return {
    folder,
    run,
    json: async (...argv) => {
      const { code, stdout, stderr } = await run([...argv, '--json']);
      if (code !== 0) throw new Error(`exit code ${code}: ${stderr}`);
      return JSON.parse(stdout);
    },
  };
}
