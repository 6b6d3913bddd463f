import type { Database } from '../../store/database.ts';
import * as events from '../../store/events.ts';
import type { EventWaits } from '../event-waits.ts';
import { counter, gauge } from './text-format.ts';

/** Events by whatever process wrote them, and the requests that wait for one. */
export function renderEvents(db: Database, { count }: EventWaits): string {
  const written = countWritten(db);
  return [
    counter('engaged_events_written_total', 'Events of all companies, sandboxes included.', [
      ...(written === undefined ? [] : [[{}, written] as const]),
    ]),
    gauge('engaged_events_waiting_requests', 'Requests that wait for an event.', [[{}, count]]),
  ].join('');
}

/** Undefined while the data file cannot be read; `/readyz` says why. */
function countWritten(db: Database): number | undefined {
  try {
    return db.one(events.countWritten, {})?.count;
  } catch {
    return undefined;
  }
}
