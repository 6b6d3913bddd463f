import { DAY_MS, HOUR_MS } from '../duration.ts';
import { localTimeOf, momentOf } from '../local-time.ts';

/** When a company's morning is, by its clocks. */
const MORNING_MS = 7 * HOUR_MS;

/** How long after the beginning of the epoch its first Monday began. */
const MONDAY_MS = 4 * DAY_MS;

/** The last time that a time of the day came, or of the week, in milliseconds UTC. */
function last(now: number, zone: string, every: number, at: number): number {
  const local = localTimeOf(now, zone);
  return momentOf(Math.floor((local - at) / every) * every + at, zone);
}

/** The beginning of the last morning in a time zone, in milliseconds UTC. */
export const lastMorning = (now: number, zone: string): number =>
  last(now, zone, DAY_MS, MORNING_MS);

/** The beginning of the last Monday morning. */
export const lastMondayMorning = (now: number, zone: string): number =>
  last(now, zone, 7 * DAY_MS, MONDAY_MS + MORNING_MS);
