import { parseSyncRequest } from '../domain/roster/sync-request.ts';
import type { KeyUse } from '../service/key-uses.ts';
import type { RosterLimits } from '../service/roster/sync-order.ts';
import { syncRoster } from '../service/roster/sync-roster.ts';
import * as apiKeys from '../store/api-keys.ts';
import type { Database } from '../store/database.ts';
import * as deployment from '../store/deployment.ts';
import type { SyncAnswer, SyncTask } from './writer.ts';

/** A roster sync from its body's bytes to its result's. */
export function syncFromBody(db: Database, limits: RosterLimits, task: SyncTask): SyncAnswer {
  const { companyId, keyId, requestId, now, body, budget } = task;
  const { result } = syncRoster(db, {
    ...parseSyncRequest(new Uint8Array(body)),
    companyId,
    now,
    actor: `key ${keyId}`,
    source: 'http',
    requestId,
    limits,
    budget: { keyId, ...budget },
  });
  const { deactivation_candidates: _, errors, warnings, ...counts } = result;
  return {
    json: new TextEncoder().encode(JSON.stringify(result)),
    counts: { ...counts, errors: errors.length, warnings: warnings.length },
  };
}

/** Writes down when keys were used. */
export function noteKeyUses(db: Database, uses: readonly KeyUse[]): void {
  db.write(() => db.run(apiKeys.noteUses, { uses: JSON.stringify(uses) }));
}

/** Makes a change and takes it back: throws where the data file cannot be written. */
export function probeWriting(db: Database): void {
  db.rehearse(() => db.run(deployment.touch, {}));
}
