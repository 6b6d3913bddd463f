import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  beginningOf,
  formatPeriod,
  parsePeriod,
  periodOf,
  periodStart,
  UNITS,
} from '../../src/domain/report-period.ts';

const day = (text: string) => Date.parse(`${text}T00:00:00Z`);

test('a week begins on Monday and belongs to the year of its Thursday', () => {
  const weekOf = (text: string) => formatPeriod('week', periodOf('week', day(text)));
  assert.deepEqual(
    ['1970-01-01', '2020-12-31', '2021-01-03', '2021-01-04', '2024-12-30', '2026-10-11'].map(
      weekOf,
    ),
    ['1970-W01', '2020-W53', '2020-W53', '2021-W01', '2025-W01', '2026-W41'],
  );
  assert.equal(periodStart('week', parsePeriod('week', '2026-W41') ?? 0), day('2026-10-05'));
  assert.equal(periodStart('month', parsePeriod('month', '2026-10') ?? 0), day('2026-10-01'));
});

test('a period is read as it is written, and every moment lies within its period', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...UNITS),
      fc.integer({ min: day('1970-01-05'), max: day('2999-12-20') }),
      (unit, time) => {
        const period = periodOf(unit, time);
        assert.equal(parsePeriod(unit, formatPeriod(unit, period)), period);
        assert.ok(periodStart(unit, period) <= time && time < periodStart(unit, period + 1));
      },
    ),
  );
});

test('what names no period is none', () => {
  for (const text of ['2026-13', '2026-W41', '1969-12', '']) {
    assert.equal(parsePeriod('month', text), undefined, text);
  }
  for (const text of ['2021-W53', '2026-W00', '2026-10', '2026-W4', '1969-W52', 'x']) {
    assert.equal(parsePeriod('week', text), undefined, text);
  }
});

test('the time of somebody begins with the first day if that is before the day they are added, and never before 1970', () => {
  const added = day('2026-10-05');
  assert.deepEqual(
    [null, '2026-10-01', '2026-11-01', '1950-01-01'].map((firstDay) =>
      beginningOf(added, firstDay),
    ),
    [added, day('2026-10-01'), added, 0],
  );
});
