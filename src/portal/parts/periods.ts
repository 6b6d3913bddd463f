import type { Period } from '../../domain/period.ts';
import { monthName } from './format.ts';

/** Periods as they are chosen, in the order of a switch. */
export const PERIOD_LABELS: readonly (readonly [Period, string])[] = [
  ['this_month', 'This month'],
  ['last_3_months', '3 months'],
  ['last_year', '12 months'],
  ['all_time', 'All time'],
];

const NAMES: Readonly<Record<Period, string>> = {
  this_month: '',
  last_3_months: 'The last 3 months',
  last_year: 'The last 12 months',
  all_time: 'All time',
};

/** A period as a heading. */
export const periodName = (period: Period, now: number): string =>
  period === 'this_month' ? monthName(now, now) : NAMES[period];
