import type { Reads } from '../../store/database.ts';
import * as events from '../../store/events/events.ts';
import { counter } from './text-format.ts';

/** Events by whatever process wrote them. */
export const renderEvents = async (db: Reads): Promise<string> =>
  counter('engaged_events_written_total', 'Events of all companies, sandboxes included.', [
    [{}, (await db.one(events.countWritten, {}))?.count ?? 0],
  ]);
