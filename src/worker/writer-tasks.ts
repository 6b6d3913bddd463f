import { parseSyncRequest } from '../domain/roster/sync-request.ts';
import type { RosterLimits } from '../service/roster/sync-order.ts';
import { syncRoster } from '../service/roster/sync-roster.ts';
import type { Database } from '../store/database.ts';
import * as deployment from '../store/deployment.ts';
import type { SyncTask } from './writer.ts';

/** A roster sync from its body's bytes to its result's JSON text. */
export function syncFromBody(db: Database, limits: RosterLimits, task: SyncTask): string {
  const { companyId, keyId, requestId, now, body, budget } = task;
  const result = syncRoster(db, {
    ...parseSyncRequest(new Uint8Array(body)),
    companyId,
    now,
    actor: `key ${keyId}`,
    source: 'http',
    requestId,
    limits,
    budget: { keyId, ...budget },
  });
  return JSON.stringify(result);
}

/** Makes a change and takes it back: throws where the data file cannot be written. */
export function probeWriting(db: Database): void {
  db.rehearse(() => db.run(deployment.touch, {}));
}
