import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { tempFolder } from '../store/temp-files.ts';
import { runEntry } from './run-entry.ts';

/** Runs a test file of that text; it is taken to hang once its report says so. */
async function runText(t: TestContext, text: string, hangsAt = '') {
  const folder = tempFolder(t);
  const file = join(folder, 'fixture.mjs');
  const report = join(folder, 'report');
  writeFileSync(
    file,
    `import { test } from 'node:test';\nimport assert from 'node:assert';\n${text}`,
  );
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const limit = new AbortController();
  const running = runEntry({ name: 'fixture', file, env, report, limit: limit.signal });
  let isOver = false;
  running.finally(() => {
    isOver = true;
  });
  while (hangsAt !== '' && !isOver) {
    if (existsSync(report) && readFileSync(report, 'utf8').includes(hangsAt)) limit.abort();
    await turn();
  }
  const { passed, failed, skipped, faults, written } = await running;
  return {
    ...{ passed, failed, skipped, written },
    faults: faults.map(({ test: name, why }) => [name, why.split('\n')[0]]),
  };
}

test('what passes and what is skipped is counted, with what was written', async (t) => {
  assert.deepEqual(
    await runText(
      t,
      `test('a', async (t) => { await t.test('b', () => {}); });
       test('c', { skip: 'too cold' }, () => {});
       test('d', { todo: true }, () => { throw new Error('later'); });
       console.log('hello');`,
    ),
    {
      ...{ passed: 2, failed: 0, faults: [], written: 'hello\n' },
      skipped: [{ test: 'c', why: 'too cold' }],
    },
  );
});

test('a test that fails is named with those around it, and its error is told', async (t) => {
  const { passed, failed, faults } = await runText(
    t,
    `test('a', () => {});
     test('b', async (t) => { await t.test('c', () => assert.equal(1, 2)); });`,
  );
  assert.deepEqual(
    { passed, failed, faults },
    {
      ...{ passed: 1, failed: 2 },
      faults: [['b > c', 'AssertionError [ERR_ASSERTION]: 1 == 2']],
    },
  );
});

test('a test that hangs is named when it is ended, with the count of those before it', async (t) => {
  const { passed, failed, faults } = await runText(
    t,
    `test('a', () => {});
     test('b', () => new Promise(() => {}));`,
    '"test":"b"',
  );
  assert.deepEqual(
    { passed, failed, faults },
    { passed: 1, failed: 1, faults: [['b', 'the file hung for 0 minutes']] },
  );
});

test('a file that cannot be loaded, has no test, or ends before its tests has failed', async (t) => {
  const cases = {
    "throw new Error('no');": 'the file ended with exit code 1',
    '': 'the file ended before its tests did, or has none',
    "test('a', () => process.exit());": 'the file ended before its tests did, or has none',
    "test('a', () => process.kill(process.pid, 'SIGKILL'));": 'the file was ended by SIGKILL',
    "test('a', () => {}); process.on('exit', () => { process.exitCode = 3; });":
      'the file ended with exit code 3',
  };
  for (const [text, why] of Object.entries(cases)) {
    const { failed, faults } = await runText(t, text);
    assert.deepEqual([failed, faults.map(([, told]) => told)], [1, [why]], text);
  }
});

test('nothing that a file starts outlives it', async (t) => {
  const { written } = await runText(
    t,
    `import { spawn } from 'node:child_process';
     test('a', () => {
       const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'inherit' });
       child.unref();
       console.log(child.pid);
     });`,
  );
  const isAlive = () => {
    try {
      return process.kill(Number(written), 0);
    } catch {
      return false;
    }
  };
  while (isAlive()) await turn();
});
