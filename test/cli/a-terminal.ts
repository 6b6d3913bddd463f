import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import type { Context, ExitCode } from '../../src/cli/context.ts';
import { runCli } from '../../src/cli/program.ts';
import { isBuilt, runBuilt } from './program-under-test.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 30);

/** What one command line ended with and wrote. */
export type Ending = { exitCode: ExitCode; stdout: string; stderr: string };

/**
 * Runs command lines one after another in a folder of their own: inside this process, or where a built program is
 * under test and nothing but variables differs, in one of its own.
 */
export type ATerminal<Printed> = {
  folder: string;
  run: (...argv: string[]) => Promise<Ending>;
  /** Runs a command line that must succeed, with `--json`, and gives the document. */
  json: (...argv: string[]) => Promise<Printed>;
};

/**
 * A terminal in an empty folder, which is gone when the test ends. `Printed` is what the test reads of the
 * documents that its commands print.
 *
 * @param changes what of the world around the commands is to be different
 */
export function aTerminal<Printed = unknown>(
  t: TestContext,
  changes: Partial<Context> = {},
): ATerminal<Printed> {
  const folder = mkdtempSync(join(tmpdir(), 'engaged-test-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const { env = {}, ...onlyInside } = changes;
  const run = async (...argv: string[]): Promise<Ending> => {
    if (isBuilt && Object.keys(onlyInside).length === 0) {
      const { code, ...written } = await runBuilt(argv, { folder, env, now: NOW, user: 'test' });
      return { exitCode: code, ...written };
    }
    const written = { stdout: '', stderr: '' };
    const into = (name: keyof typeof written) => ({
      write: (text: string) => {
        written[name] += text;
      },
    });
    const exitCode = await runCli(argv, {
      stdin: (async function* () {})(),
      stdout: into('stdout'),
      stderr: into('stderr'),
      env: {},
      cwd: folder,
      now: () => NOW,
      sleep: () => Promise.resolve(),
      actor: 'test',
      stopRequested: () => Promise.resolve(),
      ...changes,
    });
    return { exitCode, ...written };
  };
  const json = async (...argv: string[]): Promise<Printed> => {
    const { exitCode, stdout, stderr } = await run(...argv, '--json');
    if (exitCode !== 0) throw new Error(`engaged ${argv.join(' ')}: ${exitCode}: ${stderr}`);
    return JSON.parse(stdout) as Printed;
  };
  return { folder, run, json };
}
