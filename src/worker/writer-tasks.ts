import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { parseSyncRequest } from '../domain/roster/sync-request.ts';
import type { KeyUse } from '../service/key-uses.ts';
import { repeatRun, type SettledRun } from '../service/roster/repeat-run.ts';
import type { RosterLimits, RunOrder } from '../service/roster/sync-order.ts';
import { syncRoster } from '../service/roster/sync-roster.ts';
import * as apiKeys from '../store/api-keys.ts';
import type { Database } from '../store/database.ts';
import * as deployment from '../store/deployment.ts';
import type { SyncAnswer, SyncTask } from './writer.ts';

/** The last sync of a company, where it changed nothing. */
type Settled = { digest: string; run: SettledRun; answer: SyncAnswer };

/** Companies' last syncs, by the company's number. */
export type SettledSyncs = LRUCache<number, Settled>;

/** Bounds the answers that are kept, in bytes; one that lists all it may has a few hundred thousand. */
export const settledSyncs = (): SettledSyncs =>
  new LRUCache({ maxSize: 8_000_000, sizeCalculation: ({ answer }) => answer.json.length });

/**
 * A roster sync from its body's bytes to its result's. HR systems send the same roster again and again; while
 * nothing has changed in between, not even the body is parsed.
 */
export function syncFromBody(
  db: Database,
  limits: RosterLimits,
  settled: SettledSyncs,
  task: SyncTask,
): SyncAnswer {
  const { companyId, keyId, requestId, now, budget } = task;
  const body = new Uint8Array(task.body);
  const run: RunOrder = {
    companyId,
    now,
    actor: `key ${keyId}`,
    source: 'http',
    requestId,
    budget: { keyId, ...budget },
  };
  const digest = hash('sha256', body, 'base64');
  const last = settled.get(companyId);
  if (last?.digest === digest && repeatRun(db, run, last.run)) return toSend(last.answer);

  const outcome = syncRoster(db, { ...run, ...parseSyncRequest(body), limits });
  const { deactivation_candidates: _, errors, warnings, ...counts } = outcome.result;
  const answer = {
    json: new TextEncoder().encode(JSON.stringify(outcome.result)),
    counts: { ...counts, errors: errors.length, warnings: warnings.length },
  };
  if (!outcome.settled) return answer;
  settled.set(companyId, { digest, run: outcome.settled, answer });
  return toSend(answer);
}

/** An answer is handed over to the other thread: what is kept must be another one. */
const toSend = ({ json, counts }: SyncAnswer): SyncAnswer => ({ json: json.slice(), counts });

/** Writes down when keys were used. */
export function noteKeyUses(db: Database, uses: readonly KeyUse[]): void {
  db.write(() => db.run(apiKeys.noteUses, { uses: JSON.stringify(uses) }));
}

/** Makes a change and takes it back: throws where the data file cannot be written. */
export function probeWriting(db: Database): void {
  db.rehearse(() => db.run(deployment.touch, {}));
}
