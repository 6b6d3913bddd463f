import { DAY_MS } from '../../domain/duration.ts';
import { once } from './once.ts';

const TIME = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** How a language writes dates. */
export type DateStyle = {
  /** Where the order of its dates and the marks in its numbers come from. */
  region: string;
  /** A time of the day that it is: today, 14:02. */
  today(time: string): string;
};

/** Days and times as a language writes them. All of them are UTC. */
export function dateTools({ region, today }: DateStyle) {
  const format = (options: Intl.DateTimeFormatOptions) => {
    const made = once(() => new Intl.DateTimeFormat(region, { timeZone: 'UTC', ...options }));
    return (time: number): string => made().format(time);
  };
  const day = format({ day: 'numeric', month: 'short', year: 'numeric' });
  const dayAndMonth = format({ day: 'numeric', month: 'short' });
  const dayAndTime = format({ day: 'numeric', month: 'short', ...TIME });
  const month = format({ month: 'long' });
  const monthAndYear = format({ month: 'long', year: 'numeric' });
  const clock = format(TIME);
  const yearOf = (time: number): number => new Date(time).getUTCFullYear();
  return {
    /** 21 Nov 2026. */
    day,
    /** 21 Nov; of another year than now with the year. */
    shortDay: (time: number, now: number): string =>
      (yearOf(time) === yearOf(now) ? dayAndMonth : day)(time),
    /** Saturday, 21 November 2026. */
    longDay: format({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' }),
    /** November; of another year than now with the year. */
    month: (time: number, now: number): string =>
      (yearOf(time) === yearOf(now) ? month : monthAndYear)(time),
    /** 21 Nov 2026, 14:02 UTC. */
    fullTime: format({
      ...{ day: 'numeric', month: 'short', year: 'numeric' },
      ...{ ...TIME, timeZoneName: 'short' },
    }),
    /** The first letter of a month, for an axis. */
    monthLetter: format({ month: 'narrow' }),
    /** Nov. */
    shortMonth: format({ month: 'short' }),
    /** 14:02. */
    clock,
    /** A moment as people say it: today, 14:02; 21 Nov, 14:02; 21 Nov 2025. */
    moment: (time: number, now: number): string => {
      if (Math.floor(time / DAY_MS) === Math.floor(now / DAY_MS)) return today(clock(time));
      return (yearOf(time) === yearOf(now) ? dayAndTime : day)(time);
    },
  };
}
