import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ExitCode } from '../../src/cli/context.ts';

const {
  ENGAGED_NODE = process.execPath,
  ENGAGED_PROGRAM,
  ENGAGED_TEST_PROGRAM,
  PATH,
} = process.env;

/**
 * Whether these tests drive a program that was built, named in full by ENGAGED_PROGRAM: a bundle or its launcher
 * (run by ENGAGED_NODE, else by the Node that runs the tests) or an executable. Otherwise they drive the sources, and
 * where that takes a process of its own, the bundle that a run of all tests has made of them.
 */
export const isBuilt: boolean = ENGAGED_PROGRAM !== undefined;

const MAIN = join(import.meta.dirname, '..', '..', 'src', 'cli', 'main.ts');

/** How the program is started, before the words of a command line. */
export const programWords: readonly [string, ...string[]] = ENGAGED_PROGRAM
  ? ENGAGED_PROGRAM.endsWith('.mjs')
    ? [ENGAGED_NODE, ENGAGED_PROGRAM]
    : [ENGAGED_PROGRAM]
  : ENGAGED_TEST_PROGRAM
    ? [process.execPath, ENGAGED_TEST_PROGRAM]
    : // Named in full: the process works in a folder from where the package is not found.
      [process.execPath, '--import', import.meta.resolve('tsx'), MAIN];

/** What a program finds in its environment that nobody set for a test: once built, it needs nothing. */
export const plainEnvironment: Readonly<Record<string, string | undefined>> = isBuilt
  ? { PATH: '', HOME: '/nonexistent' }
  : { PATH };

/** The environment of a built program; fake-environment.cjs sets what variables cannot. */
export type BuiltEnvironment = {
  folder: string;
  env: Readonly<Record<string, string | undefined>>;
  now: number;
  user: string;
  columns?: number | undefined;
  stdin?: string | undefined;
};

/** Runs the built program to its end in a process of its own, with another time and another user. */
export async function runBuilt(
  argv: readonly string[],
  { folder, env, stdin, ...environment }: BuiltEnvironment,
): Promise<{ code: ExitCode; stdout: string; stderr: string }> {
  const [file, ...words] = programWords;
  const child = spawn(file, [...words, ...argv], {
    cwd: folder,
    env: {
      ...plainEnvironment,
      ...env,
      NODE_OPTIONS: `--require ${join(import.meta.dirname, 'fake-environment.cjs')}`,
      FAKE_ENVIRONMENT: JSON.stringify(environment),
    },
  });
  // A program that ends without reading is no fault of its own.
  child.stdin.on('error', () => {}).end(stdin);
  const ended = once(child, 'close');
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  const [code, signal] = await ended;
  if (code === null) throw new Error(`it was ended by ${signal}: ${stderr}`);
  return { code, stdout, stderr };
}
