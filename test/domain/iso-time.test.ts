import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoTime, parseIsoTime } from '../../src/domain/iso-time.ts';

test('a date is its first moment in UTC, and a time is read with its offset', () => {
  for (const [text, time] of [
    ['2026-09-30', '2026-09-30T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
    ['2026-09-30T14:00Z', '2026-09-30T14:00:00.000Z'],
    ['2026-09-30 14:00:05Z', '2026-09-30T14:00:05.000Z'],
    ['2026-09-30T01:00:00.5+02:00', '2026-09-29T23:00:00.500Z'],
    ['2026-09-30T14:00:00.123456-11:30', '2026-10-01T01:30:00.123Z'],
  ] as const) {
    assert.equal(isoTime(parseIsoTime(text) ?? null), time, text);
  }
});

test('a time without an offset, an impossible date, and any other text are rejected', () => {
  for (const text of [
    '',
    '2026',
    '2026-09',
    '2026-9-3',
    '2026-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-09-30T14:00',
    '2026-09-30T24:00Z',
    '2026-09-30T14:60Z',
    '2026-09-30T14:00+25:00',
    ' 2026-09-30',
    '2026-09-30\n',
    '30.09.2026',
    'now',
    '1759190400000',
  ]) {
    assert.equal(parseIsoTime(text), undefined, text);
  }
});
