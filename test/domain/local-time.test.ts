import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isoTime } from '../../src/domain/iso-time.ts';
import { localDayOf, momentOf } from '../../src/domain/local-time.ts';
import { lastMondayMorning, lastMorning } from '../../src/domain/mail/morning.ts';

const at = (text: string) => Date.parse(text);

test('a morning begins at seven by the clocks of a company, in summer as in winter', () => {
  for (const [zone, now, morning] of [
    ['UTC', '2026-11-23T06:59Z', '2026-11-22T07:00:00.000Z'],
    ['UTC', '2026-11-23T07:00Z', '2026-11-23T07:00:00.000Z'],
    ['Europe/Berlin', '2026-03-28T12:00Z', '2026-03-28T06:00:00.000Z'],
    // Clocks went forward in the night before.
    ['Europe/Berlin', '2026-03-29T05:00Z', '2026-03-29T05:00:00.000Z'],
    ['Europe/Berlin', '2026-03-29T04:59Z', '2026-03-28T06:00:00.000Z'],
    ['America/New_York', '2026-11-01T12:00Z', '2026-11-01T12:00:00.000Z'],
    ['Pacific/Auckland', '2026-11-23T00:00Z', '2026-11-22T18:00:00.000Z'],
    ['Asia/Kathmandu', '2026-11-23T02:00Z', '2026-11-23T01:15:00.000Z'],
  ] as const) {
    assert.equal(isoTime(lastMorning(at(now), zone)), morning, `${zone} ${now}`);
  }
});

test('a week begins on the Monday that a company has', () => {
  for (const [zone, now, morning, day] of [
    ['UTC', '2026-11-22T23:00Z', '2026-11-16T07:00:00.000Z', '2026-11-16'],
    ['UTC', '2026-11-23T07:00Z', '2026-11-23T07:00:00.000Z', '2026-11-23'],
    ['Pacific/Auckland', '2026-11-22T18:00Z', '2026-11-22T18:00:00.000Z', '2026-11-23'],
    ['Pacific/Honolulu', '2026-11-23T16:59Z', '2026-11-16T17:00:00.000Z', '2026-11-16'],
    ['Pacific/Honolulu', '2026-11-23T17:00Z', '2026-11-23T17:00:00.000Z', '2026-11-23'],
  ] as const) {
    const last = lastMondayMorning(at(now), zone);
    assert.deepEqual([isoTime(last), localDayOf(last, zone)], [morning, day], `${zone} ${now}`);
    assert.equal(isoTime(momentOf(at(`${day}T07:00Z`), zone)), morning);
  }
});
