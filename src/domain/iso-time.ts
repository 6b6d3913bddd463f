/** A moment in the API's form, ISO 8601 in UTC with milliseconds; null stays null. */
export function isoTime(time: number): string;
export function isoTime(time: number | null): string | null;
export function isoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
