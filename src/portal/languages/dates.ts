import { DAY_MS, MINUTE_MS } from '../../domain/duration.ts';
import { isoTime } from '../../domain/iso-time.ts';
import { UTC } from '../../domain/time-zone.ts';
import { once } from './once.ts';

const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;

/** How a language writes dates. */
export type DateStyle = {
  /** Where the order of its dates and the marks in its numbers come from. */
  region: string;
  /** A time of the day that it is: today, 14:02. */
  today(time: string): string;
};

/**
 * Days and times as a language writes them. Moments are those of a time zone; months, and the days on which something
 * counts, begin and end in UTC, and so do the days that were written as days.
 */
export function dateTools({ region, today }: DateStyle, zone: string) {
  const format = (options: Intl.DateTimeFormatOptions, timeZone = zone) => {
    const made = once(() => new Intl.DateTimeFormat(region, { timeZone, ...options }));
    return (time: number): string => made().format(time);
  };
  const offset = offsetIn(zone);
  /** A moment whose parts in UTC are those that clocks in the zone show. */
  const shifted = (time: number): number => time + offset(time);
  const yearOf = (time: number): number => new Date(time).getUTCFullYear();
  const dayNumber = (time: number): number => Math.floor(shifted(time) / DAY_MS);
  const day = format(DAY);
  const dayAndMonth = format({ day: 'numeric', month: 'short' });
  const dayAndTime = format({ day: 'numeric', month: 'short', ...TIME });
  const month = format({ month: 'long' }, UTC);
  const monthAndYear = format({ month: 'long', year: 'numeric' }, UTC);
  const clockTime = format(TIME);
  const isThisYear = (time: number, now: number): boolean =>
    yearOf(shifted(time)) === yearOf(shifted(now));
  return {
    /** Whose moments these are. */
    zone,
    /** The day of a moment: 21 Nov 2026. */
    day,
    /** 21 Nov; of another year than now with the year. */
    shortDay: (time: number, now: number): string =>
      (isThisYear(time, now) ? dayAndMonth : day)(time),
    /** Saturday, 21 November 2026. */
    longDay: format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    /** A day of the calendar, by its first moment in UTC: 21 Nov 2026. */
    calendarDay: format(DAY, UTC),
    /** November; of another year than now with the year. */
    month: (time: number, now: number): string =>
      (yearOf(time) === yearOf(now) ? month : monthAndYear)(time),
    /** 21 Nov 2026, 14:02 UTC. */
    fullTime: format({ ...DAY, ...TIME, timeZoneName: 'short' }),
    /** The first letter of a month, for an axis. */
    monthLetter: format({ month: 'narrow' }, UTC),
    /** Nov. */
    shortMonth: format({ month: 'short' }, UTC),
    /** 14:02 UTC. */
    clock: format({ ...TIME, timeZoneName: 'short' }),
    /** A moment as people say it: today, 14:02; 21 Nov, 14:02; 21 Nov 2025. */
    moment: (time: number, now: number): string => {
      if (dayNumber(time) === dayNumber(now)) return today(clockTime(time));
      return (isThisYear(time, now) ? dayAndTime : day)(time);
    },
    /** A moment for files, in ISO 8601: 2026-11-21T15:02:11.000+01:00. */
    isoTime: (time: number): string => {
      const minutes = offset(time) / MINUTE_MS;
      return zone === UTC
        ? isoTime(time)
        : isoTime(shifted(time)).replace('Z', offsetText(minutes));
    },
    /** The day of a moment for files: 2026-11-21. */
    isoDay: (time: number): string => isoTime(shifted(time)).slice(0, 10),
  };
}

/** By how much clocks in a zone are ahead of UTC at a moment, in milliseconds, in whole minutes. */
function offsetIn(timeZone: string): (time: number) => number {
  if (timeZone === UTC) return () => 0;
  const made = once(() => new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }));
  return (time) => {
    const name = made()
      .formatToParts(time)
      .find(({ type }) => type === 'timeZoneName')?.value;
    const [, sign, hours, minutes] = /^GMT([+-])(\d\d):(\d\d)/.exec(name ?? '') ?? [];
    const size = (Number(hours ?? 0) * 60 + Number(minutes ?? 0)) * MINUTE_MS;
    return sign === '-' ? -size : size;
  };
}

/** +01:00 of 60. */
function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}
