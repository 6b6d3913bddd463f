import assert from 'node:assert/strict';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { tempFolder } from '../store/temp-files.ts';
import { until } from '../until.ts';
import { runFiles } from './run-files.ts';

/** Runs test files of these texts in one process; it is taken to hang once its report says so. */
async function runTexts(t: TestContext, texts: readonly string[], hangsAt = '') {
  const folder = tempFolder(t);
  const report = join(folder, 'report');
  const files = texts.map((text, n) => {
    const file = join(folder, `fixture${n}.mjs`);
    writeFileSync(
      file,
      `import { test } from 'node:test';\nimport assert from 'node:assert';
       const report = ${JSON.stringify(report)};\n${text}`,
    );
    return { name: `fixture${n}`, file };
  });
  const { NODE_TEST_CONTEXT: _, ...env } = process.env;
  const limit = new AbortController();
  const running = runFiles({ files, env, report, limit: limit.signal });
  let isOver = false;
  running.finally(() => {
    isOver = true;
  });
  while (hangsAt !== '' && !isOver) {
    if (existsSync(report) && readFileSync(report, 'utf8').includes(hangsAt)) limit.abort();
    await turn();
  }
  const { outcomes, begun } = await running;
  const shown = outcomes.map(({ name, passed, failed, skipped, faults, written }) => ({
    ...{ name, passed, failed, skipped, written },
    faults: faults.map(({ test: of, why }) => [of, why.split('\n')[0]]),
  }));
  return { outcomes: shown, begun };
}

/** Runs a test file of that text. */
async function runText(t: TestContext, text: string, hangsAt = '') {
  const { outcomes } = await runTexts(t, [text], hangsAt);
  const [{ name: _, ...outcome } = assert.fail('there is no outcome')] = outcomes;
  return outcome;
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

test('a file that cannot be loaded has failed, with the reason', async (t) => {
  const { failed, faults } = await runText(t, "throw new Error('no');");
  assert.deepEqual([failed, faults], [1, [['the file can be loaded', 'Error: no']]]);
});

test('each file that shares a process has its own results, in their order', async (t) => {
  const { outcomes, begun } = await runTexts(t, [
    "test('a', () => {}); test('b', { skip: 'too cold' }, () => {});",
    "throw new Error('no');",
    "test('c', () => assert.fail('bad')); test('d', () => {});",
    '',
    "test('e', () => {});",
  ]);
  assert.equal(begun, 5);
  assert.deepEqual(
    outcomes.map(({ name, passed, failed, faults }) => [name, passed, failed, faults]),
    [
      ['fixture0', 1, 0, []],
      ['fixture1', 0, 1, [['the file can be loaded', 'Error: no']]],
      ['fixture2', 1, 1, [['c', 'AssertionError [ERR_ASSERTION]: bad']]],
      ['fixture3', 0, 1, [[undefined, 'the file ended before its tests did, or has none']]],
      ['fixture4', 1, 0, []],
    ],
  );
});

test('hooks for the end of all tests run once the last file is over', async (t) => {
  const { outcomes } = await runTexts(t, [
    "import { after } from 'node:test'; after(() => console.log('over')); test('a', () => {});",
    "import { setImmediate as turn } from 'node:timers/promises'; await turn(); test('b', () => console.log('b'));",
  ]);
  assert.deepEqual(
    outcomes.map(({ passed, written }) => [passed, written]),
    [
      [1, 'b\nover\n'],
      [1, 'b\nover\n'],
    ],
  );
});

test('a file in which the process ends has failed, those before it have their results, those after it have not begun', async (t) => {
  const cases = {
    'process.exit()': 'the file ended before its tests did, or has none',
    "process.kill(process.pid, 'SIGKILL')": 'the file was ended by SIGKILL',
  };
  for (const [end, why] of Object.entries(cases)) {
    const { outcomes, begun } = await runTexts(t, [
      "test('a', () => {});",
      `import { existsSync, readFileSync } from 'node:fs';
       import { setImmediate as turn } from 'node:timers/promises';
       test('b', async () => {
         // What is not yet written is lost with the process.
         while (!existsSync(report) || !readFileSync(report, 'utf8').includes('"test":"b"')) await turn();
         ${end};
       });`,
      "test('c', () => {});",
    ]);
    assert.equal(begun, 2);
    assert.deepEqual(
      outcomes.map(({ name, passed, failed, faults }) => [name, passed, failed, faults]),
      [
        ['fixture0', 1, 0, []],
        ['fixture1', 0, 1, [['b', why]]],
      ],
    );
  }
});

test('a file that ends the process while it is loaded has failed, and those after it have not begun', async (t) => {
  const { outcomes, begun } = await runTexts(t, [
    "test('a', () => {});",
    `import { existsSync, readFileSync } from 'node:fs';
     import { setImmediate as turn } from 'node:timers/promises';
     const files = () => existsSync(report) ? readFileSync(report, 'utf8').split('"file"').length - 1 : 0;
     while (files() < 2) await turn();
     process.kill(process.pid, 'SIGKILL');`,
    "test('c', () => {});",
  ]);
  assert.equal(begun, 2);
  assert.deepEqual(
    outcomes.map(({ passed, faults }) => [passed, faults]),
    [
      [1, []],
      [0, [[undefined, 'the file was ended by SIGKILL']]],
    ],
  );
});

test('a process that fails after all of its tests is a fault of its last file', async (t) => {
  const { outcomes } = await runTexts(t, [
    "test('a', () => {}); process.on('exit', () => { process.exitCode = 3; });",
    "test('b', () => {});",
  ]);
  assert.deepEqual(
    outcomes.map(({ passed, faults }) => [passed, faults]),
    [
      [1, []],
      [1, [[undefined, 'the file ended with exit code 3']]],
    ],
  );
});

test('a file that has no test or ends before its tests has failed', async (t) => {
  const cases = {
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
  await until(() => !isAlive());
});
