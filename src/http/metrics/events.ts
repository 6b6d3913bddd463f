import type { Database } from '../../store/database.ts';
import * as events from '../../store/events.ts';
import { counter } from './text-format.ts';

/** Events by whatever process wrote them. */
export const renderEvents = (db: Database): string =>
  counter('engaged_events_written_total', 'Events of all companies, sandboxes included.', [
    [{}, db.one(events.countWritten, {})?.count ?? 0],
  ]);
