/** A moment in the API's form, ISO 8601 in UTC with milliseconds; null stays null. */
export function isoTime(time: number): string;
export function isoTime(time: number | null): string | null;
export function isoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

/** A moment for the name of a file, in UTC: `20261121T093000`. */
export const fileTimestamp = (time: number): string =>
  isoTime(time).slice(0, 19).replaceAll(/[-:]/g, '');

const ISO_TIME =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d))?$/;

/**
 * The moment that an ISO 8601 text names, in milliseconds UTC: a date, which is its first moment in UTC, or
 * a date with a time and an offset. Without an offset a time would depend on where it is read: undefined,
 * as for a day that no calendar has.
 */
export function parseIsoTime(text: string): number | undefined {
  const match = ISO_TIME.exec(text);
  if (!match) return undefined;
  const [year, month, day] = match.slice(1, 4).map(Number) as [number, number, number];
  // The parser would read the 30th of February as the 2nd of March.
  const date = new Date(Date.UTC(year, month - 1, day));
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return undefined;
  return Date.parse(text.replace(' ', 'T'));
}

/** How errors describe what `isDay` takes. */
export const A_DAY = 'a day such as 2026-11-16';

/** True of a day of the calendar such as `2026-11-16`. */
export const isDay = (text: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(text) && parseIsoTime(text) !== undefined;

/** The day of a moment, in UTC, as `isDay` takes it. */
export const dayOf = (time: number): string => isoTime(time).slice(0, 10);
