import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Context, Output } from '../../src/cli/context.ts';
import { createProgress } from '../../src/cli/output/progress.ts';
import { toTerminal } from '../../src/cli/output/terminal.ts';

const noOutput: Output = { write: () => {} };

/** What a bar on such a terminal writes while it shows these steps and is cleared. */
function drawn(terminal: Omit<Output, 'write'>, env: Context['env'], json = false): string[] {
  const written: string[] = [];
  const context: Context = {
    stdin: (async function* () {})(),
    stdout: noOutput,
    stderr: { ...terminal, write: (text) => written.push(toTerminal(text)) },
    env,
    cwd: '/',
    now: () => 0,
    sleep: async () => {},
    actor: 'test',
    stopRequested: () => Promise.resolve(),
  };
  const progress = createProgress(context, { json });
  for (const done of [0, 0, 1, 2, 9]) progress.show(done, 2, 'counting');
  progress.clear();
  progress.clear();
  return written;
}

test('a progress bar is redrawn when something changed, and removed once', () => {
  assert.deepEqual(drawn({ isTTY: true, columns: 80 }, { NO_COLOR: '1' }), [
    `\r\u001b[K${'░'.repeat(24)}   0% counting`,
    `\r\u001b[K${'█'.repeat(12)}${'░'.repeat(12)}  50% counting`,
    `\r\u001b[K${'█'.repeat(24)} 100% counting`,
    '\r\u001b[K',
  ]);
});

test('no progress bar is drawn without a terminal, or on one that cannot show it', () => {
  assert.deepEqual(drawn({ columns: 80 }, {}), []);
  assert.deepEqual(drawn({ isTTY: true, columns: 80 }, { TERM: 'dumb' }), []);
  assert.deepEqual(drawn({ isTTY: true, columns: 80 }, {}, true), []);
});

test('a progress bar never wraps, however narrow the terminal', () => {
  for (const columns of [5, 20, 30, 32, 36, 40]) {
    for (const line of drawn({ isTTY: true, columns }, { NO_COLOR: '1' })) {
      assert.ok(line.replace('\r\u001b[K', '').length < columns, `${columns}: ${line.length}`);
    }
  }
});
