import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/duration.ts';
import { de } from '../../src/portal/languages/de.ts';
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
  assert.equal(format.clock(Date.UTC(2026, 0, 1)), '00:00 UTC');
});

test('moments are those of a time zone, and months and days of the calendar stay', () => {
  const berlin = format.inZone('Europe/Berlin');
  const [summer, lastOfOctober] = [Date.UTC(2026, 6, 1, 22, 30), Date.UTC(2026, 9, 31, 23, 30)];
  assert.equal(berlin.fullTime(NOVEMBER), '21 Nov 2026, 15:02 CET');
  assert.equal(berlin.clock(summer), '00:30 CEST');
  assert.equal(berlin.moment(summer, summer + HOUR_MS), 'today, 00:30');
  assert.equal(berlin.moment(summer, summer - HOUR_MS), '2 Jul, 00:30');
  assert.equal(berlin.day(lastOfOctober), '1 Nov 2026');
  assert.equal(berlin.calendarDay(lastOfOctober), '31 Oct 2026');
  assert.equal(berlin.month(lastOfOctober, lastOfOctober), 'October');
  assert.equal(berlin.isoDay(lastOfOctober), '2026-11-01');
  const newYear = Date.UTC(2026, 11, 31, 23, 30);
  assert.equal(berlin.shortDay(newYear, newYear + DAY_MS), '1 Jan');
});

test('times in files are ISO 8601 with what the zone is ahead of UTC', () => {
  const inFile = (zone: string, time = NOVEMBER) => format.inZone(zone).isoTime(time);
  assert.equal(inFile('UTC'), '2026-11-21T14:02:00.000Z');
  assert.equal(inFile('Europe/Berlin'), '2026-11-21T15:02:00.000+01:00');
  assert.equal(inFile('Asia/Kathmandu'), '2026-11-21T19:47:00.000+05:45');
  assert.equal(inFile('America/St_Johns'), '2026-11-21T10:32:00.000-03:30');
  assert.equal(inFile('Africa/Abidjan'), '2026-11-21T14:02:00.000+00:00');
  // Between the two in Berlin, clocks are set back.
  assert.deepEqual(
    [0, 1].map((hour) => inFile('Europe/Berlin', Date.UTC(2026, 9, 25, hour, 30))),
    ['2026-10-25T02:30:00.000+02:00', '2026-10-25T02:30:00.000+01:00'],
  );
});

test('a zone that this version of Node does not know is UTC', () => {
  assert.equal(format.inZone('Europe/Atlantis').zone, 'UTC');
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

test('German has its own marks in numbers, and its own order in dates', () => {
  const { format: german } = de;
  const later = NOVEMBER + 5 * HOUR_MS;
  assert.deepEqual([12_345, -1_234, 9.5].map(german.number), ['12.345', '−1.234', '9,5']);
  assert.equal(german.percent(0.63), '63\u00A0%');
  assert.equal(german.money(2_812.5, 'EUR'), '2.812,50\u00A0€');
  assert.equal(german.size(1.4 * 1_024 ** 2), '1,4 MB');
  assert.equal(german.duration(3 * DAY_MS), '3 Tage');
  assert.equal(german.day(NOVEMBER), '21. Nov. 2026');
  assert.equal(german.longDay(NOVEMBER), 'Samstag, 21. November 2026');
  assert.equal(german.fullTime(NOVEMBER), '21. Nov. 2026, 14:02 UTC');
  assert.equal(german.moment(NOVEMBER, later), 'heute, 14:02');
  assert.equal(german.moment(NOVEMBER, later + DAY_MS), '21. Nov., 14:02');
  assert.equal(german.month(NOVEMBER, later), 'November');
  assert.equal(german.shortMonth(NOVEMBER), 'Nov');
  assert.equal(german.anyOf(['a', 'b', 'c']), 'a, b oder c');
});
