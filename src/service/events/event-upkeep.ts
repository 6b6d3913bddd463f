import { DAY_MS } from '../../domain/duration.ts';
import { isoTime } from '../../domain/iso-time.ts';
import type { Database } from '../../store/database.ts';
import * as events from '../../store/events/events.ts';
import * as apiKeys from '../../store/keys/api-keys.ts';
import { WARNING_DAYS } from '../keys/key-warnings.ts';
import { recordEvents } from './events.ts';

/**
 * Deletes a portion of the events that are older than a time, so that other writes never wait long.
 *
 * @returns whether there may be more
 */
export function deleteOldEvents(db: Database, before: number): boolean {
  const portion = db.one(events.findOld, { before });
  if (!portion) return false;
  db.write(() => db.run(events.deleteThrough, portion));
  return true;
}

/** Writes an event for every key that expires soon, once in its life. */
export function recordExpiringKeys(db: Database, now: number): void {
  const expiring = { now, until: now + WARNING_DAYS * DAY_MS };
  if (db.all(apiKeys.listExpiring, expiring).length === 0) return;
  db.write(() => {
    for (const { companyId, id, expiresAt } of db.all(apiKeys.listExpiring, expiring)) {
      const data = { key_id: id, expires_at: isoTime(expiresAt) };
      recordEvents({ db, companyId, now }, [{ type: 'key.expiring', data }]);
      db.run(apiKeys.noteExpiry, { companyId, id, now });
    }
  });
}
