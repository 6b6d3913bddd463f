import { DAY_MS } from './duration.ts';
import { isoTime } from './iso-time.ts';
import { formatMonth, type Month, monthOf, monthStart, parseMonth } from './period.ts';

/** What the periods of a report are, all in UTC. */
export const UNITS = ['month', 'week'] as const;
export type Unit = (typeof UNITS)[number];

/**
 * An ISO week as one whole number: how many weeks after that of 1 January 1970, a Thursday, so that the Thursday of week n is
 * day 7n. A week belongs to the year of its Thursday.
 */
type Week = number;

type Calendar = {
  periodOf(time: number): number;
  start(period: number): number;
  format(period: number): string;
  /** Undefined for a text that names none. */
  parse(text: string): number | undefined;
};

const weekOf = (time: number): Week => Math.floor((Math.floor(time / DAY_MS) + 3) / 7);

function formatWeek(week: Week): string {
  const thursday = week * 7 * DAY_MS;
  const year = isoTime(thursday).slice(0, 4);
  const number = 1 + weekOf(thursday) - weekOf(Date.UTC(Number(year), 0, 4));
  return `${year}-W${String(number).padStart(2, '0')}`;
}

function parseWeek(text: string): Week | undefined {
  if (!/^(?:19[7-9]|[2-9]\d\d)\d-W[0-5]\d$/.test(text)) return undefined;
  const week = weekOf(Date.UTC(Number(text.slice(0, 4)), 0, 4)) + Number(text.slice(6)) - 1;
  return formatWeek(week) === text ? week : undefined;
}

const CALENDARS: Readonly<Record<Unit, Calendar>> = {
  month: {
    periodOf: (time): Month => monthOf(time),
    start: monthStart,
    format: formatMonth,
    parse: parseMonth,
  },
  week: {
    periodOf: weekOf,
    start: (week) => (week * 7 - 3) * DAY_MS,
    format: formatWeek,
    parse: parseWeek,
  },
};

/** The period of a moment, as a number that counts them. */
export const periodOf = (unit: Unit, time: number): number => CALENDARS[unit].periodOf(time);

/** The first millisecond of a period. */
export const periodStart = (unit: Unit, period: number): number => CALENDARS[unit].start(period);

/** A period as the API and the command line write it: `2026-10`, or `2026-W41`. */
export const formatPeriod = (unit: Unit, period: number): string => CALENDARS[unit].format(period);

/** The period that a text such as `2026-10` or `2026-W41` names; undefined for any other text. */
export const parsePeriod = (unit: Unit, text: string): number | undefined =>
  CALENDARS[unit].parse(text);

/** When the time of a new person in the company begins: on the day they are added, or on their first day if that is earlier. */
export const beginningOf = (addedAt: number, firstDay: string | null): number =>
  Math.max(0, Math.min(addedAt, firstDay === null ? addedAt : Date.parse(firstDay)));
