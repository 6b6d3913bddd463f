import { isDeepStrictEqual } from 'node:util';
import { LRUCache } from 'lru-cache';
import { asFailure, conflict } from '../domain/errors.ts';
import { areSameRows, indexRows, type RowIndex } from '../domain/roster/same-rows.ts';
import type { SyncRequest } from '../domain/roster/sync-request.ts';
import { recordExpiringKeys } from '../service/events/event-upkeep.ts';
import type { KeyUsage } from '../service/keys/key-usage.ts';
import {
  deleteExpired,
  moveDeletionTime,
  retentionLimits,
} from '../service/operations/retention.ts';
import type { RunContext } from '../service/roster/runs/record-run.ts';
import type { DeactivationOptions } from '../service/roster/sync/deactivation.ts';
import type { RosterLimits } from '../service/roster/sync/sync-input.ts';
import { syncRoster } from '../service/roster/sync/sync-roster.ts';
import { recordUnchangedRun, type UnchangedRun } from '../service/roster/sync/unchanged-run.ts';
import type { Database } from '../store/database.ts';
import * as apiKeys from '../store/keys/api-keys.ts';
import { toReadable } from './sync-body.ts';
import type { SyncAnswer, SyncRun, Upkeep, UpkeepPortion } from './writer.ts';

/** The last sync of a company if it changed nothing, with its input. */
type UnchangedSync = {
  digest: string;
  /** Null if the result refers to rows by index: then their order matters too. */
  rows: RowIndex | null;
  deactivation: DeactivationOptions;
  run: UnchangedRun;
  answer: SyncAnswer;
  bytes: number;
};

/** Companies' last syncs, by the company's number. */
type UnchangedSyncCache = LRUCache<number, UnchangedSync>;

/** Limited in bytes: a roster of 5,000 people takes about 4 MB. */
export const createUnchangedSyncCache = (): UnchangedSyncCache =>
  new LRUCache({ maxSize: 32_000_000, sizeCalculation: ({ bytes }) => bytes });

/** What a roster's rows take up in memory, in multiples of their text; measured. */
const PARSED_SIZE_FACTOR = 4;

type SyncContext = { limits: RosterLimits; unchanged: UnchangedSyncCache; clock: () => number };

/** Seconds after which a sync of a company is worth sending again, by the API contract. */
const RETRY_AFTER_SYNC = 30;

/**
 * Runs a roster sync from the bytes of its body to the bytes of its result. HR systems often send the same roster
 * again. If nothing has changed meanwhile, an identical body is not parsed, and identical rows are only compared.
 *
 * @throws EngagedError as `syncRoster`; `conflict` while an import is applied to the company
 */
export function syncFromBody(db: Database, task: SyncRun, context: SyncContext): SyncAnswer {
  try {
    return runSync(db, task, context);
  } catch (error) {
    throw asFailure(error, 'company_held')
      ? conflict((error as Error).message, RETRY_AFTER_SYNC)
      : error;
  }
}

function runSync(db: Database, task: SyncRun, context: SyncContext): SyncAnswer {
  const { limits, unchanged, clock } = context;
  const { companyId, keyId, requestId, now, budget } = task;
  const run: RunContext = {
    companyId,
    now,
    clock,
    actor: `key ${keyId}`,
    source: 'http',
    requestId,
    budget: { keyId, ...budget },
  };
  const { digest, length, parse } = toReadable(task.body);
  const last = unchanged.get(companyId);
  const isSameBody = last?.digest === digest;
  let request = isSameBody ? undefined : parse();
  const isRepeated = last && (!request || isSameRequest(last, request));
  if (isRepeated && recordUnchangedRun(db, run, last.run)) return copyForTransfer(last.answer);

  request ??= parse();
  const { employees, dryRun, ...deactivation } = request;
  const outcome = syncRoster(db, { ...run, ...deactivation, employees, limits, dryRun });
  const { deactivation_candidates: _, errors, warnings, ...counts } = outcome.result;
  const answer = {
    json: new TextEncoder().encode(JSON.stringify(outcome.result)),
    counts: { ...counts, errors: errors.length, warnings: warnings.length },
    dryRun,
  };
  if (!outcome.unchanged) return answer;
  const refersToRows = errors.length + warnings.length > 0;
  unchanged.set(companyId, {
    digest,
    rows: refersToRows ? null : indexRows(employees),
    deactivation,
    run: outcome.unchanged,
    answer,
    bytes: PARSED_SIZE_FACTOR * length + answer.json.length,
  });
  return copyForTransfer(answer);
}

const isSameRequest = (
  last: UnchangedSync,
  { employees, dryRun, ...deactivation }: SyncRequest,
): boolean =>
  !dryRun &&
  last.rows !== null &&
  isDeepStrictEqual(last.deactivation, deactivation) &&
  areSameRows(last.rows, employees);

/** A result is moved to the main thread, so the cached one must be a copy. */
const copyForTransfer = (answer: SyncAnswer): SyncAnswer => ({
  ...answer,
  json: answer.json.slice(),
});

/** Records when keys were used. */
export function recordKeyUsage(db: Database, uses: readonly KeyUsage[]): void {
  db.write(() => db.run(apiKeys.recordUses, { uses }));
}

export function keepUp(db: Database, { now, keep, step }: Upkeep): UpkeepPortion {
  recordExpiringKeys(db, now);
  const deletedAsOf = moveDeletionTime(db, now, step);
  const limits = retentionLimits(keep, deletedAsOf);
  return { deletedAsOf, isMore: deleteExpired(db, limits, deletedAsOf) };
}
