import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monthOf, monthStart, monthsOf } from '../../src/domain/period.ts';

const lengthOf = (months: { first: number; last: number } | null) =>
  months ? months.last - months.first + 1 : null;

test('the periods cover every month, 1, 3 and 12 calendar months', () => {
  const now = Date.UTC(2026, 10, 21);
  assert.equal(monthsOf('all_time', now), null);
  assert.equal(lengthOf(monthsOf('this_month', now)), 1);
  assert.equal(lengthOf(monthsOf('last_3_months', now)), 3);
  assert.equal(lengthOf(monthsOf('last_year', now)), 12);
});

test('every period ends with the current month', () => {
  const now = Date.UTC(2026, 10, 21);
  for (const period of ['this_month', 'last_3_months', 'last_year'] as const) {
    assert.equal(monthsOf(period, now)?.last, monthOf(now));
  }
});

test('a month begins with its first millisecond in UTC and ends with its last', () => {
  const november = Date.UTC(2026, 10, 1);
  assert.equal(monthStart(monthOf(november)), november);
  assert.equal(monthOf(november - 1), monthOf(november) - 1);
  assert.equal(monthStart(monthOf(november) + 1), Date.UTC(2026, 11, 1));
});

test('a period that spans New Year begins in the previous year', () => {
  const window = monthsOf('last_3_months', Date.UTC(2027, 0, 1));
  assert.ok(window);
  assert.equal(monthStart(window.first), Date.UTC(2026, 10, 1));
});

test('the last day of February counts for February in leap years too', () => {
  assert.equal(monthOf(Date.UTC(2028, 1, 29, 23, 59, 59, 999)), monthOf(Date.UTC(2028, 1, 1)));
  assert.equal(monthOf(Date.UTC(2028, 2, 1)), monthOf(Date.UTC(2028, 1, 29)) + 1);
});
