import { isDeepStrictEqual } from 'node:util';
import { newId } from '../../domain/id.ts';
import * as companies from '../../store/companies.ts';
import {
  type LoggedStatement,
  type LoggedUnit,
  WorkingCopy,
} from '../../store/copy/working-copy.ts';
import type { Database } from '../../store/database.ts';
import type { ParamShape, Params, Query, Shape } from '../../store/query.ts';
import * as syncRuns from '../../store/sync-runs.ts';
import { beginCompanyWrite } from '../company-write.ts';
import { beginHold, changeHeld, endHold, HOLD_MS, type Holder, renewHold } from './roster-hold.ts';
import type { SyncInput } from './sync-input.ts';
import { type SyncOutcome, syncRoster } from './sync-roster.ts';

/**
 * What an import asks of the connection that writes: a short transaction each, so that the writes of other companies
 * come between them.
 */
export type ImportStep = ({ kind: 'hold' | 'renew' | 'end' } & Holder) | Application;

/** Repeats statements of a working copy. */
type Application = Holder & {
  kind: 'apply';
  actor: string;
  statements: readonly LoggedStatement[];
  /** The last one ends the hold. */
  isLast: boolean;
  /** With the first of several steps: the run as it is recorded if the last one never comes. It may be long. */
  run: string | null;
};

/** A step of so many rows takes some 60 ms. */
const ROWS_PER_STEP = 5_000;

/**
 * Brings a company in line with a roster of any length, as `syncRoster` does. The roster is tried on a working copy in
 * memory, and what changed there is then changed on record, step by step. Up to 5,000 changes are one transaction. If the
 * process dies between two steps, what was applied until then is on record as an interrupted run.
 *
 * A dry run ends with the working copy and takes no step.
 *
 * @param db is only read
 * @param take carries out a step on a connection that writes, another one than `db`, with `takeImportStep`
 * @param rowsPerStep most rows that one step is about, unless they belong together
 * @throws EngagedError as `syncRoster`; CompanyIsHeld where another roster is being applied
 */
export async function importRoster(
  db: Database,
  order: SyncInput,
  take: (step: ImportStep) => void | Promise<void>,
  rowsPerStep = ROWS_PER_STEP,
): Promise<SyncOutcome> {
  const { companyId, dryRun, clock } = order;
  if (dryRun) {
    const copy = new WorkingCopy(db, companyId);
    return closing(copy, () => syncRoster(copy, order));
  }
  const token = newId(order.now);
  const holder = (): Holder => ({ companyId, token, now: clock() });
  await take({ kind: 'hold', ...holder() });
  const renew = renewer(clock, () => take({ kind: 'renew', ...holder() }));
  const onProgress: SyncInput['onProgress'] = (stage, done) => {
    renew();
    order.onProgress?.(stage, done);
  };
  try {
    const copy = new WorkingCopy(db, companyId, renew);
    return await closing(copy, async () => {
      const tried = settle(() => syncRoster(copy, { ...order, onProgress }));
      // They include the record of a failure.
      const steps = stepsOf(copy.log, rowsPerStep);
      const run = steps.length > 1 ? runIn(copy.log) : null;
      for (const [at, statements] of steps.entries()) {
        order.onProgress?.('writing', at / steps.length);
        const { actor } = order;
        const part = { isLast: at === steps.length - 1, run: at === 0 ? run : null };
        await take({ kind: 'apply', ...holder(), actor, statements, ...part });
      }
      return tried();
    });
  } catch (error) {
    await ignoringErrors(() => take({ kind: 'end', ...holder() }));
    throw error;
  }
}

/**
 * Carries out a step of `importRoster`, on disk when this returns.
 *
 * @throws EngagedError `conflict` where the hold has ended; CompanyIsHeld, `not_found`
 */
export function takeImportStep(db: Database, step: ImportStep): void {
  if (step.kind === 'apply') db.write(() => changeHeld(db, step, () => repeatAll(db, step)));
  else STEPS[step.kind](db, step);
}

const STEPS = { hold: beginHold, renew: renewHold, end: endHold };

/** Repeats statements of a working copy. Whoever they change gets the revision of this step. */
function repeatAll(db: Database, step: Application): void {
  const { revision } = beginCompanyWrite(db, step);
  for (const { query, params, row } of step.statements) {
    if (query.name === companies.beginRevision.name) continue;
    const given = 'revision' in params ? { ...params, revision } : params;
    const found = repeat(db, query, given as Params<ParamShape>);
    if (!isDeepStrictEqual(found, row)) throw new Error(`${query.name} gave another row`);
  }
}

function repeat(
  db: Database,
  query: LoggedStatement['query'],
  params: Params<ParamShape>,
): LoggedStatement['row'] {
  if (query.cardinality === 'one') {
    const row = db.one(query as Query<'one', ParamShape, Shape>, params);
    return row && { ...row };
  }
  db.run(query as Query<'exec', ParamShape, Record<string, never>>, params);
  return undefined;
}

async function closing<T>(copy: WorkingCopy, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    copy.close();
  }
}

/** The statements of each step. The record of the run, which comes last, has a step of its own unless one is enough. */
function stepsOf(log: readonly LoggedUnit[], rowsPerStep: number): LoggedStatement[][] {
  const steps: LoggedStatement[][] = [];
  let rows = Number.POSITIVE_INFINITY;
  for (const [at, unit] of log.entries()) {
    const isRecord = at === log.length - 1;
    if (isRecord ? steps.length !== 1 : rows + unit.rows > rowsPerStep) {
      steps.push([]);
      rows = 0;
    }
    for (const statement of unit.statements) steps.at(-1)?.push(statement);
    rows += unit.rows;
  }
  return steps;
}

/** The record of the run, as JSON. */
function runIn(log: readonly LoggedUnit[]): string | null {
  for (const { statements } of log)
    for (const { query, params } of statements)
      if (query.name === syncRuns.record.name) return JSON.stringify(params);
  return null;
}

/** Runs something now, and gives its result or throws its error when asked. */
function settle<T>(work: () => T): () => T {
  try {
    const result = work();
    return () => result;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** Calls `renew` as often as a hold needs it. Where it fails, so does the next step. */
function renewer(clock: () => number, renew: () => void | Promise<void>): () => void {
  let renewedAt = clock();
  return () => {
    if (Math.abs(clock() - renewedAt) < HOLD_MS / 3) return;
    renewedAt = clock();
    void ignoringErrors(renew);
  };
}

async function ignoringErrors(work: () => void | Promise<void>): Promise<void> {
  try {
    await work();
  } catch {
    // The hold ends by itself.
  }
}
