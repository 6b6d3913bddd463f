export const UTC = 'UTC';

/** How errors describe what `isTimeZone` takes. */
export const A_TIME_ZONE = 'UTC, or a time zone such as Europe/Berlin';

const AREA_AND_PLACE = /^[A-Za-z_]{2,20}(?:\/[A-Za-z0-9_+-]{1,30}){1,2}$/;

/**
 * Whether a text names a time zone of the IANA database that this version of Node knows: `UTC`, or an area and a place.
 * Offsets and abbreviations such as `CET` say nothing about when clocks change, so they are none.
 */
export function isTimeZone(text: string): boolean {
  if (text === UTC) return true;
  if (!AREA_AND_PLACE.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}

/** The time zones to choose from, UTC first. */
export const listTimeZones = (): string[] => [UTC, ...Intl.supportedValuesOf('timeZone')];
