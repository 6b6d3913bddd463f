import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/duration.ts';
import { en } from '../../src/portal/languages/en.ts';

const { format } = en;
const NOVEMBER = Date.UTC(2026, 10, 21, 14, 2);

test('numbers have marks for thousands, and a minus that is as wide as a plus', () => {
  assert.deepEqual([0, 12_345, -1_234, 9.5].map(format.number), ['0', '12,345', '−1,234', '9.5']);
  assert.deepEqual([300, 0, -200].map(format.signed), ['+300', '0', '−200']);
});

test('days and times are those of UTC, and a time says as much as it has to', () => {
  const later = NOVEMBER + 5 * HOUR_MS;
  assert.equal(format.day(NOVEMBER), '21 Nov 2026');
  assert.equal(format.longDay(NOVEMBER), 'Saturday, 21 November 2026');
  assert.equal(format.fullTime(NOVEMBER), '21 Nov 2026, 14:02 UTC');
  assert.equal(format.moment(NOVEMBER, later), 'today, 14:02');
  assert.equal(format.moment(NOVEMBER, later + DAY_MS), '21 Nov, 14:02');
  assert.equal(format.moment(NOVEMBER, later + 60 * DAY_MS), '21 Nov 2026');
  assert.equal(format.month(NOVEMBER, later), 'November');
  assert.equal(format.month(NOVEMBER, later + 60 * DAY_MS), 'November 2026');
  assert.equal(format.clock(Date.UTC(2026, 0, 1)), '00:00');
});

test('durations and sizes have one unit', () => {
  assert.deepEqual([59_999, MINUTE_MS, 47 * HOUR_MS, 48 * HOUR_MS].map(format.duration), [
    'under a minute',
    '1 minute',
    '47 hours',
    '2 days',
  ]);
  assert.deepEqual([812, 1_434_000, 120 * 1_048_576].map(format.size), [
    '812 bytes',
    '1.4 MB',
    '120 MB',
  ]);
});
