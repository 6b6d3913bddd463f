import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Outcome } from './run-files.ts';
import { lineOf, longestOf, summaryOf } from './summary.ts';

const GOOD: Outcome = {
  ...{
    name: 'test/good.test.ts',
    passed: 3,
    failed: 0,
    faults: [],
    written: 'noise',
    seconds: 1.25,
    cpu: 1.5,
  },
  skipped: [{ test: 'a', why: 'too cold' }],
};

const BAD: Outcome = {
  ...{
    name: 'test/bad.test.ts',
    passed: 1,
    failed: 2,
    skipped: [],
    written: 'noise',
    seconds: 100,
    cpu: 20,
  },
  faults: [{ test: 'b > c', why: 'Error: no\n  at d' }, { why: 'the file hung\nfor long' }],
};

test('a run without faults names what was skipped, and ends with the totals', () => {
  assert.deepEqual(summaryOf([GOOD, GOOD], { server: 2.4 }), {
    text: `${'SKIPPED (too cold): test/good.test.ts: a\n'.repeat(2)}3 seconds of processor time, and 2 of PostgreSQL\n6 passed, 0 failed, 2 skipped\n`,
    isGood: true,
  });
});

test('a run with faults names each of them, says that it failed, and ends with the totals', () => {
  assert.deepEqual(summaryOf([BAD, GOOD], { fault: 'the run was ended by SIGINT' }), {
    text: `SKIPPED (too cold): test/good.test.ts: a
FAILED: test/bad.test.ts: b > c
FAILED: test/bad.test.ts: the file hung
FAILED: the run was ended by SIGINT
The tests failed.
22 seconds of processor time, and 0 of PostgreSQL
4 passed, 3 failed, 1 skipped
`,
    isGood: false,
  });
});

test('the longest files are named by their work and by their waits', () => {
  const other = { ...GOOD, name: 'test/other.test.ts', seconds: 9, cpu: 1 };
  assert.equal(
    longestOf([GOOD, other, BAD], 2),
    `Most processor time:
    20.0 s  test/bad.test.ts
     1.5 s  test/good.test.ts
Longest waits:
    80.0 s  test/bad.test.ts
     8.0 s  test/other.test.ts
`,
  );
});

test('the line of a file tells its faults in full, and what it wrote only then', () => {
  assert.equal(lineOf(GOOD), '   1.3 s    1.5 s  test/good.test.ts (3)');
  assert.equal(
    lineOf(BAD),
    ' 100.0 s   20.0 s  FAILED test/bad.test.ts\n\nb > c\nError: no\n  at d\n\nthe file hung\nfor long\n\nIt wrote:\nnoise',
  );
});
