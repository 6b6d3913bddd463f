import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { areSameRows, indexRows, type RowIndex } from '../domain/roster/same-rows.ts';
import { parseSyncRequest } from '../domain/roster/sync-request.ts';
import type { KeyUse } from '../service/key-uses.ts';
import { repeatRun, type SettledRun } from '../service/roster/repeat-run.ts';
import type { DeactivationWish, RosterLimits, RunOrder } from '../service/roster/sync-order.ts';
import { syncRoster } from '../service/roster/sync-roster.ts';
import * as apiKeys from '../store/api-keys.ts';
import type { Database } from '../store/database.ts';
import type { SyncAnswer, SyncTask } from './writer.ts';

/** The last sync of a company, where it changed nothing, and what it was sent. */
type Settled = {
  digest: string;
  /** Null where the answer says which row it means: then their order counts too. */
  rows: RowIndex | null;
  wish: DeactivationWish;
  run: SettledRun;
  answer: SyncAnswer;
  bytes: number;
};

/** Companies' last syncs, by the company's number. */
export type SettledSyncs = LRUCache<number, Settled>;

/** Bounds what is kept, in bytes: a roster of 5,000 people takes some 4 MB. */
export const settledSyncs = (): SettledSyncs =>
  new LRUCache({ maxSize: 32_000_000, sizeCalculation: ({ bytes }) => bytes });

/** What a roster's rows take up in memory, in multiples of their text; measured. */
const PARSED = 4;

/**
 * A roster sync from its body's bytes to its result's. HR systems send the same people again and again, and
 * then nothing needs to be looked up: while nothing has changed in between, the very same body is not even
 * parsed, and one with the same rows only compared.
 */
export function syncFromBody(
  db: Database,
  task: SyncTask,
  { limits, settled, clock }: { limits: RosterLimits; settled: SettledSyncs; clock: () => number },
): SyncAnswer {
  const { companyId, keyId, requestId, now, budget } = task;
  const body = new Uint8Array(task.body);
  const run: RunOrder = {
    companyId,
    now,
    clock,
    actor: `key ${keyId}`,
    source: 'http',
    requestId,
    budget: { keyId, ...budget },
  };
  // On 64 bits the longer one is the faster one.
  const digest = hash('sha512', body, 'base64');
  const last = settled.get(companyId);
  if (last?.digest === digest && repeatRun(db, run, last.run)) return toSend(last.answer);

  const { employees, dryRun, ...wish } = parseSyncRequest(body);
  if (
    !dryRun &&
    last?.rows &&
    isDeepStrictEqual(last.wish, wish) &&
    areSameRows(last.rows, employees) &&
    repeatRun(db, run, last.run)
  )
    return toSend(last.answer);

  const outcome = syncRoster(db, { ...run, ...wish, employees, limits, rehearse: dryRun });
  const { deactivation_candidates: _, errors, warnings, ...counts } = outcome.result;
  const answer = {
    json: new TextEncoder().encode(JSON.stringify(outcome.result)),
    counts: { ...counts, errors: errors.length, warnings: warnings.length },
    dryRun,
  };
  if (!outcome.settled) return answer;
  const speaksOfRows = errors.length + warnings.length > 0;
  settled.set(companyId, {
    digest,
    rows: speaksOfRows ? null : indexRows(employees),
    wish,
    run: outcome.settled,
    answer,
    bytes: PARSED * body.length + answer.json.length,
  });
  return toSend(answer);
}

/** An answer is handed over to the other thread: what is kept must be another one. */
const toSend = (answer: SyncAnswer): SyncAnswer => ({ ...answer, json: answer.json.slice() });

/** Writes down when keys were used. */
export function noteKeyUses(db: Database, uses: readonly KeyUse[]): void {
  db.write(() => db.run(apiKeys.noteUses, { uses }));
}
