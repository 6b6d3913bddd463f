import { dayOf } from './iso-time.ts';
import { UTC } from './time-zone.ts';

/** They take about 30 kB each, and the zones in use are few. */
const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const found =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset', year: 'numeric' });
  formats.set(timeZone, found);
  return found;
};

/** How far clocks of a zone are ahead of UTC at a moment, in milliseconds. */
function offsetAt(time: number, zone: string): number {
  if (zone === UTC) return 0;
  const name = formatOf(zone)
    .formatToParts(time)
    .find(({ type }) => type === 'timeZoneName')?.value;
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(name ?? '') ?? [];
  const size = (Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds)) * 1_000;
  return sign === '-' ? -size : size;
}

/** What clocks of a zone show at a moment, as if they were of UTC: in milliseconds. */
export const localTimeOf = (time: number, zone: string): number => time + offsetAt(time, zone);

/** The moment at which clocks of a zone show a time. */
export function momentOf(localTime: number, zone: string): number {
  const close = localTime - offsetAt(localTime, zone);
  return localTime - offsetAt(close, zone);
}

/** The day that calendars of a zone show at a moment, as in `2026-11-16`. */
export const localDayOf = (time: number, zone: string): string => dayOf(localTimeOf(time, zone));
