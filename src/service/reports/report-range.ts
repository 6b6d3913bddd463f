import { failure } from '../../domain/errors.ts';
import { formatPeriod, parsePeriod, periodOf, type Unit } from '../../domain/report-period.ts';

/** The most periods of a report. */
export const MAX_PERIODS = 60;

/** How many there are where nobody says from when. */
export const DEFAULT_PERIODS = 12;

const EXAMPLES: Readonly<Record<Unit, string>> = { month: '2026-10', week: '2026-W41' };

/**
 * The first and the last period that a report is asked for, up to the present one; more than the last one where there is none.
 *
 * @throws EngagedError `validation_failed`
 */
export function readRange(
  { unit, from, to }: { unit: Unit; from: string | undefined; to: string | undefined },
  now: number,
): { first: number; last: number } {
  const present = periodOf(unit, now);
  const until = to === undefined ? present : requirePeriod('to', unit, to);
  const first =
    from === undefined ? until - DEFAULT_PERIODS + 1 : requirePeriod('from', unit, from);
  if (first > until) throw failure('period_order');
  if (until - first >= MAX_PERIODS) {
    const earliest = formatPeriod(unit, until - MAX_PERIODS + 1);
    throw failure('period_limit', { earliest, limit: MAX_PERIODS });
  }
  return { first, last: Math.min(until, present) };
}

function requirePeriod(field: string, unit: Unit, text: string): number {
  const period = parsePeriod(unit, text);
  if (period !== undefined) return period;
  throw failure('period_unknown', { field, unit, example: EXAMPLES[unit] });
}
