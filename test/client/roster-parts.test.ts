import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EngagedClient } from '../../src/client/client.ts';
import { divideRows, repeatsFirst } from '../../src/client/roster-parts.ts';
import type { RosterRow } from '../../src/client/types.ts';

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

const row = (external_id: string | number, email: string): RosterRow => ({
  external_id,
  email,
  first_name: 'A',
  last_name: 'B',
});

test('rows that share an id or an address go first and side by side', () => {
  const rows = [
    row('1', 'a@x.example'),
    row('2', 'b@x.example'),
    row(' 2 ', 'c@x.example'),
    row('3', 'd@x.example'),
    row('4', ' A@X.example'),
    row(3, 'e@x.example'),
  ];
  assert.deepEqual(repeatsFirst(rows), [0, 4, 1, 2, 3, 5]);
});

test('a roster that takes parts and is to deactivate is refused before anything is sent', async () => {
  const client = new EngagedClient({
    baseUrl: 'http://service.example',
    key: 'k',
    fetch: () => assert.fail('sent'),
  });
  const rows = Array.from({ length: 5_001 }, (_, i) => row(i, `p${i}@x.example`));
  await assert.rejects(client.syncRoster(rows, { deactivateMissing: true }), RangeError);
});
