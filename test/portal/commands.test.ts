import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createCommandLine } from '../cli/command-line.ts';

const PORTAL = join(import.meta.dirname, '..', '..', 'src', 'portal');

test('every command that a page of the portal names exists', async (t) => {
  const { run } = createCommandLine(t);
  const commands = globSync('**/*.ts', { cwd: PORTAL }).flatMap((file) =>
    [
      ...readFileSync(join(PORTAL, file), 'utf8').matchAll(/[>`']engaged ([a-z][a-z -]*[a-z])/g),
    ].map(([, words = '']) => words),
  );
  assert.ok(commands.length >= 8);
  for (const command of commands) {
    const { stdout } = await run([
      ...command.split(' ').filter((word) => !word.startsWith('-')),
      '--help',
    ]);
    const [usage = ''] = stdout.split('\n');
    // The help of a group of commands, or of the program, is shown where there is no such command.
    assert.doesNotMatch(usage, /\[command\]/, command);
  }
});
