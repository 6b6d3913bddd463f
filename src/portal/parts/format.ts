import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/duration.ts';
import { formatNumber } from '../../domain/number-text.ts';
import { type Html, html } from '../../http/response/html.ts';

/** A count: 12,345, with the sign of a negative one. */
export const number = (value: number): string => formatNumber(value).replace('-', '−');

/** A change of a count: +300, −200. */
export const signed = (value: number): string => (value > 0 ? `+${number(value)}` : number(value));

/** A count with its noun. */
const count = (value: number, one: string, many: string): string =>
  `${number(value)} ${value === 1 ? one : many}`;

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const LONG_MONTHS = [
  ...['January', 'February', 'March', 'April', 'May', 'June'],
  ...['July', 'August', 'September', 'October', 'November', 'December'],
];
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const two = (value: number): string => String(value).padStart(2, '0');

/** 21 Nov 2026. */
export function day(time: number): string {
  const date = new Date(time);
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** Saturday 21 November 2026. */
export function longDay(time: number): string {
  const date = new Date(time);
  return `${WEEKDAYS[date.getUTCDay()]} ${date.getUTCDate()} ${LONG_MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** November; of another year than now with the year. */
export function monthName(time: number, now: number): string {
  const date = new Date(time);
  const isThisYear = date.getUTCFullYear() === new Date(now).getUTCFullYear();
  return `${LONG_MONTHS[date.getUTCMonth()]}${isThisYear ? '' : ` ${date.getUTCFullYear()}`}`;
}

/** The first letter of a month, for an axis. */
export const monthLetter = (time: number): string =>
  (LONG_MONTHS[new Date(time).getUTCMonth()] ?? '').slice(0, 1);

/** 14:02. */
export function clock(time: number): string {
  const date = new Date(time);
  return `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`;
}

/** A moment as people say it: today, 14:02; 21 Nov, 14:02; 21 Nov 2025. */
export function moment(time: number, now: number): string {
  if (Math.floor(time / DAY_MS) === Math.floor(now / DAY_MS)) return `today, ${clock(time)}`;
  const date = new Date(time);
  return date.getUTCFullYear() === new Date(now).getUTCFullYear()
    ? `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]}, ${clock(time)}`
    : day(time);
}

/** `moment` as an element whose full time is UTC. */
export const timeElement = (time: number, now: number): Html =>
  html`<time datetime="${new Date(time).toISOString()}" title="${day(time)}, ${clock(time)} UTC">${moment(time, now)}</time>`;

/** How long something has lasted: 5 minutes, 3 days. */
export function duration(milliseconds: number): string {
  if (milliseconds < MINUTE_MS) return 'under a minute';
  if (milliseconds < HOUR_MS)
    return count(Math.floor(milliseconds / MINUTE_MS), 'minute', 'minutes');
  if (milliseconds < 2 * DAY_MS) return count(Math.floor(milliseconds / HOUR_MS), 'hour', 'hours');
  return count(Math.floor(milliseconds / DAY_MS), 'day', 'days');
}
