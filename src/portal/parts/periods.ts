import type { Period } from '../../domain/period.ts';
import type { Messages } from '../languages/en.ts';
import { monthName } from './format.ts';

/** A period as a heading. */
export const periodName = ({ boards }: Messages, period: Period, now: number): string =>
  period === 'this_month' ? monthName(now, now) : boards.periodNames[period];
