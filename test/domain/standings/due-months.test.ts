import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS } from '../../../src/domain/duration.ts';
import { formatMonth, type Month, parseMonth } from '../../../src/domain/period.ts';
import {
  type ClosedOrReopened,
  dueMonths,
  isReconstructed,
  monthEnd,
} from '../../../src/domain/standings/due-months.ts';

const GRACE = 72 * HOUR_MS;

const month = (text: string): Month => parseMonth(text) ?? Number.NaN;

const due = (joined: string, now: number | string, ...months: [string, string | null][]) =>
  dueMonths(
    {
      firstJoinedAt: Date.parse(joined),
      months: months.map(
        ([text, reopened]): ClosedOrReopened => ({
          month: month(text),
          reopenedAt: reopened === null ? null : Date.parse(reopened),
        }),
      ),
    },
    typeof now === 'number' ? now : Date.parse(now),
    GRACE,
  ).map(formatMonth);

test('a month is due from the last millisecond of its grace period on', () => {
  for (const [text, end] of [
    ['2026-11', '2026-12-01'],
    ['2026-12', '2027-01-01'],
    ['2027-02', '2027-03-01'],
    ['2028-02', '2028-03-01'],
    ['2100-02', '2100-03-01'],
  ] as const) {
    assert.equal(monthEnd(month(text)), Date.parse(end));
    const at = Date.parse(end) + GRACE;
    assert.deepEqual(due(`${text}-11`, at - 1), []);
    assert.deepEqual(due(`${text}-11`, at), [text]);
  }
});

test('every month since the first person joined is due, oldest first, across a year', () => {
  assert.deepEqual(due('2026-11-30T23:59:59.999Z', '2027-02-10'), [
    '2026-11',
    '2026-12',
    '2027-01',
  ]);
  assert.deepEqual(due('2026-12-01', '2027-02-10'), ['2026-12', '2027-01']);
});

test('closed months are not due, and gaps between them are', () => {
  assert.deepEqual(due('2026-08-15', '2026-12-10', ['2026-09', null], ['2026-11', null]), [
    '2026-08',
    '2026-10',
  ]);
});

test('a reopened month is due when the grace period has passed once more, whenever the first person joined', () => {
  const reopened: [string, string] = ['2025-01', '2026-12-05T12:00Z'];
  assert.deepEqual(due('2026-12-01', '2026-12-08T11:59:59.999Z', reopened), []);
  assert.deepEqual(due('2026-12-01', '2026-12-08T12:00Z', reopened), ['2025-01']);
});

test('a month that a wrong clock closed too early, and that was reopened, is due after its end', () => {
  const reopened: [string, string] = ['2027-01', '2026-12-05'];
  assert.deepEqual(due('2027-01-01', '2027-02-03T23:59:59.999Z', reopened), []);
  assert.deepEqual(due('2027-01-01', '2027-02-04', reopened), ['2027-01']);
});

test('a month is reconstructed if it was closed more than two weeks after its end', () => {
  const end = Date.parse('2026-12-01');
  assert.equal(isReconstructed(month('2026-11'), end + 14 * DAY_MS), false);
  assert.equal(isReconstructed(month('2026-11'), end + 14 * DAY_MS + 1), true);
});

test('months are written as year and month, from 1970 on', () => {
  for (const text of ['1970-01', '2026-10', '9999-12'])
    assert.equal(formatMonth(month(text)), text);
  for (const text of [
    '1969-12',
    '2026-00',
    '2026-13',
    '2026-1',
    '26-10',
    '2026-10 ',
    '10000-01',
    '',
  ]) {
    assert.equal(parseMonth(text), undefined);
  }
});
