import assert from 'node:assert/strict';
import { test } from 'node:test';
import { retrying, TransientFailure } from '../../../src/cli/import/retry.ts';
import { divideRows } from '../../../src/cli/import/roster-parts.ts';
import { conflict } from '../../../src/domain/errors.ts';

/** Attempts that fail so often, with the share of each backoff that chance takes. */
async function attempts(failures: number, share: number, leastWait = 0) {
  const waits: number[] = [];
  let made = 0;
  const attempt = async () => {
    made++;
    if (made <= failures) throw new TransientFailure(conflict('busy'), leastWait);
    return 'done';
  };
  const ending = await retrying(attempt, {
    sleep: async (milliseconds) => waits.push(milliseconds),
    random: () => share,
    onWait: () => {},
  }).catch((error: unknown) => error);
  return { ending, made, waits };
}

test('waits double from a second on, and chance takes a share of the whole of each', async () => {
  const full = { ending: 'done', made: 6, waits: [1_000, 2_000, 4_000, 8_000, 16_000] };
  assert.deepEqual(await attempts(5, 1), full);
  assert.deepEqual(await attempts(5, 0.5), { ...full, waits: full.waits.map((wait) => wait / 2) });
  assert.deepEqual(await attempts(5, 0), { ...full, waits: [0, 0, 0, 0, 0] });
});

test('what the other side asked for is waited in any case, and chance comes on top', async () => {
  const { waits } = await attempts(2, 0.5, 30_000);
  assert.deepEqual(waits, [30_500, 31_000]);
});

test('the sixth failure is final, and so is at once any that will not pass', async () => {
  assert.deepEqual(await attempts(9, 0), {
    ending: conflict('busy'),
    made: 6,
    waits: [0, 0, 0, 0, 0],
  });
  const broken = new Error('for good');
  const ending = retrying(() => Promise.reject(broken), {
    sleep: () => assert.fail('waited'),
    random: () => 0,
    onWait: () => assert.fail('waited'),
  });
  await assert.rejects(ending, broken);
});

test('a request holds at most 5,000 rows and stays below 16 MB', () => {
  const numbers = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => from + i);
  const small = numbers(0, 12_000).map(() => ({ external_id: 'x' }));
  assert.deepEqual(
    divideRows(small, numbers(0, 12_000)).map((part) => [part[0], part.length]),
    [
      [0, 5_000],
      [5_000, 5_000],
      [10_000, 2_000],
    ],
  );
  const large = numbers(0, 5).map(() => ({ job_title: 'é'.repeat(3_000_000) }));
  assert.deepEqual(divideRows(large, [0, 1, 3, 4]), [
    [0, 1],
    [3, 4],
  ]);
  const tooLarge = [{ job_title: 'x'.repeat(17_000_000) }, { job_title: 'x' }];
  assert.deepEqual(divideRows(tooLarge, [0, 1]), [[0], [1]]);
});
