import { isoTime } from './iso-time.ts';

/** The periods of a leaderboard, by the API contract's names. */
export const PERIODS = ['all_time', 'this_month', 'last_3_months', 'last_year'] as const;
export type Period = (typeof PERIODS)[number];

/**
 * A calendar month in UTC as one whole number, `year * 12 + (month - 1)`, so that a window is a range
 * and "two months before" is a subtraction. The XP ledger's monthly totals are kept under it.
 */
export type Month = number;

export function monthOf(time: number): Month {
  const date = new Date(time);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

/** The first millisecond of a month. */
export const monthStart = (month: Month): number => Date.UTC(Math.floor(month / 12), month % 12, 1);

/** A month as the API and the command line write it: `2026-10`. */
export const formatMonth = (month: Month): string => isoTime(monthStart(month)).slice(0, 7);

export const MONTH_FORMAT = /^(?:19[7-9]|[2-9]\d\d)\d-(?:0[1-9]|1[0-2])$/;

/** The month that a text such as `2026-10` names, from 1970 on. */
export function parseMonth(text: string): Month | undefined {
  if (!MONTH_FORMAT.test(text)) return undefined;
  return Number(text.slice(0, 4)) * 12 + Number(text.slice(5)) - 1;
}

/** The months a period covers at a moment, both ends included; null where it covers all of them. */
export function monthsOf(period: Period, now: number): { first: Month; last: Month } | null {
  if (period === 'all_time') return null;
  const last = monthOf(now);
  switch (period) {
    case 'this_month':
      return { first: last, last };
    case 'last_3_months':
      return { first: last - 2, last };
    case 'last_year':
      return { first: last - 11, last };
  }
}
