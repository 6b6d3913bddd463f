import type { Period } from '../../domain/period.ts';
import type { Messages } from '../languages/en.ts';

/** A period as a heading. */
export const periodName = ({ boards, format }: Messages, period: Period, now: number): string =>
  period === 'this_month' ? format.month(now, now) : boards.periodNames[period];
