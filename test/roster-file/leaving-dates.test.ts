import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countLeavingDates } from '../../src/roster-file/leaving-dates.ts';

const NOW = Date.UTC(2026, 10, 21, 9, 30);

const count = (...values: string[]) =>
  countLeavingDates(
    'Exit',
    values.map((value) => [value, 1]),
    NOW,
  );

for (const [form, past, future] of [
  ['ISO 8601', '2026-11-20', '2026-11-22'],
  ['ISO 8601 with a time', '2026-11-20T00:00:00Z', '2027-01-01 00:00'],
  ['year first with slashes', '2026/11/20', '2026/11/22'],
  ['points', '20.11.2026', '22.11.2026'],
  ['day first', '20/11/2026', '22/11/2026'],
  ['month first', '11/20/2026', '11/22/2026'],
  ['month first without zeros and century', '5/21/18', '5/21/28'],
  ['hyphens', '20-11-2026', '22-11-2026'],
  ['a year of two digits', '5/21/98', '5/21/68'],
  ['month by name', '20-Nov-2026', '22-Nov-2026'],
  ['month by name in words', '20 November 2026', 'Dec 1, 2026'],
  ['month by name without century', '20-NOV-26', '22-nov-26'],
  ['the number of a spreadsheet', '46346', '46348'],
  ['the number of a spreadsheet with a time', '46346.75', '46348.0'],
  ['digits alone', '20261120', '20261122'],
] as const) {
  test(`dates are read in the form ${form}`, () => {
    assert.deepEqual(count(past, future), { column: 'Exit', past: 1, future: 1, where: 'Exit=' });
  });
}

test('an employee has not left before the last day is over', () => {
  assert.deepEqual(count('2026-11-21'), { column: 'Exit', past: 0, future: 1, where: 'Exit=' });
});

test('an ambiguous date is past only if both readings are', () => {
  assert.equal(count('12/01/2026')?.past, 0);
  assert.equal(count('05/06/2026')?.past, 1);
});

test('placeholder dates are included in the filter', () => {
  assert.deepEqual(count('', '1900-01-01', '9999-12-31', '2026-01-31'), {
    column: 'Exit',
    past: 1,
    future: 0,
    where: 'Exit=|1900-01-01|9999-12-31',
  });
});

test('no filter is proposed where a value may be a date that cannot be read', () => {
  for (const other of ['31. Dez. 2025', 'Q3 2026', '2026-02-30']) {
    assert.deepEqual(count('', other, '2026-01-31'), {
      ...{ column: 'Exit', past: 1, future: 0, where: null },
    });
  }
  assert.equal(count('n/a', '0000-00-00', '2026-01-31')?.where, 'Exit=|n/a|0000-00-00');
});

test('a column without dates is ignored', () => {
  assert.equal(count('', 'n/a', '2026-02-30', '2026-13-01', '12'), undefined);
});
