import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { areSameRows, indexRows, type RowIndex } from '../domain/roster/same-rows.ts';
import { parseSyncRequest } from '../domain/roster/sync-request.ts';
import type { KeyUsage } from '../service/key-usage.ts';
import type {
  DeactivationOptions,
  RosterLimits,
  RunContext,
} from '../service/roster/sync-input.ts';
import { syncRoster } from '../service/roster/sync-roster.ts';
import { recordUnchangedRun, type UnchangedRun } from '../service/roster/unchanged-run.ts';
import * as apiKeys from '../store/api-keys.ts';
import type { Database } from '../store/database.ts';
import type { SyncAnswer, SyncTask } from './writer.ts';

/** The last sync of a company, where it changed nothing, and what it was sent. */
type UnchangedSync = {
  digest: string;
  /** Null where the answer says which row it means: then their order counts too. */
  rows: RowIndex | null;
  deactivation: DeactivationOptions;
  run: UnchangedRun;
  answer: SyncAnswer;
  bytes: number;
};

/** Companies' last syncs, by the company's number. */
export type UnchangedSyncCache = LRUCache<number, UnchangedSync>;

/** Bounds what is kept, in bytes: a roster of 5,000 people takes some 4 MB. */
export const createUnchangedSyncCache = (): UnchangedSyncCache =>
  new LRUCache({ maxSize: 32_000_000, sizeCalculation: ({ bytes }) => bytes });

/** What a roster's rows take up in memory, in multiples of their text; measured. */
const PARSED_SIZE_FACTOR = 4;

/**
 * A roster sync from its body's bytes to its result's. HR systems send the same people again and again, and
 * then nothing needs to be looked up: while nothing has changed in between, the very same body is not even
 * parsed, and one with the same rows only compared.
 */
export function syncFromBody(
  db: Database,
  task: SyncTask,
  {
    limits,
    settled,
    clock,
  }: { limits: RosterLimits; settled: UnchangedSyncCache; clock: () => number },
): SyncAnswer {
  const { companyId, keyId, requestId, now, budget } = task;
  const body = new Uint8Array(task.body);
  const run: RunContext = {
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
  if (last?.digest === digest && recordUnchangedRun(db, run, last.run))
    return copyForTransfer(last.answer);

  const { employees, dryRun, ...deactivation } = parseSyncRequest(body);
  if (
    !dryRun &&
    last?.rows &&
    isDeepStrictEqual(last.deactivation, deactivation) &&
    areSameRows(last.rows, employees) &&
    recordUnchangedRun(db, run, last.run)
  )
    return copyForTransfer(last.answer);

  const outcome = syncRoster(db, { ...run, ...deactivation, employees, limits, rehearse: dryRun });
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
    deactivation,
    run: outcome.settled,
    answer,
    bytes: PARSED_SIZE_FACTOR * body.length + answer.json.length,
  });
  return copyForTransfer(answer);
}

/** An answer is handed over to the other thread: what is kept must be another one. */
const copyForTransfer = (answer: SyncAnswer): SyncAnswer => ({
  ...answer,
  json: answer.json.slice(),
});

/** Writes down when keys were used. */
export function recordKeyUsage(db: Database, uses: readonly KeyUsage[]): void {
  db.write(() => db.run(apiKeys.recordUses, { uses }));
}
