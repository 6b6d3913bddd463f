import { isDeepStrictEqual } from 'node:util';
import { asFailure } from '../../../domain/errors.ts';
import { newId } from '../../../domain/id.ts';
import * as companies from '../../../store/company/companies.ts';
import {
  type LoggedStatement,
  type LoggedUnit,
  WorkingCopy,
} from '../../../store/copy/working-copy.ts';
import type { Database } from '../../../store/database.ts';
import type { ParamShape, Params, Query, Shape } from '../../../store/query.ts';
import * as syncRuns from '../../../store/roster/sync-runs.ts';
import { chunksOf, ROWS_PER_STATEMENT } from '../../chunks.ts';
import {
  beginCompanyWrite,
  type CompanyWrite,
  type WriteContext,
} from '../../company/company-write.ts';
import { giveAccountsToEmployees } from '../../portal/accounts.ts';
import {
  beginHold,
  changeHeld,
  endHold,
  HOLD_MS,
  type Holder,
  keepPlan,
  renewHold,
} from './roster-hold.ts';

/**
 * What a change in steps asks of the connection that writes: a short transaction each, so that the writes of other
 * companies come between them.
 */
export type Step =
  | ({ kind: 'hold' | 'renew' | 'end' } & Holder)
  | ({ kind: 'plan'; run: string } & Holder)
  | Application;

/** Repeats statements of a working copy. */
type Application = Holder & {
  kind: 'apply';
  actor: string;
  statements: readonly LoggedStatement[];
  /** The last one ends the hold. */
  isLast: boolean;
};

/** Carries out a step with `takeStep` on a connection that writes, another one than reads the company. */
export type TakeStep = (step: Step) => void | Promise<void>;

/** Who changes which company in steps. */
export type StepwiseRequest = WriteContext & {
  /** In milliseconds UTC. */
  clock: () => number;
  /** A dry run ends with the working copy and takes no step. */
  dryRun?: boolean | undefined;
};

/** So many rows are one step, which takes some 60 ms. */
export const ROWS_PER_STEP = 5_000;

/** A step of so many parts of what the run changed takes less. What is about `ROWS_PER_STEP` rows has fewer. */
const PARTS_PER_STEP = 20;

/** How often a step is tried while others hold the lock of the data: for a minute, as a try waits five seconds. */
const TRIES = 12;

/**
 * Changes a company in any number of rows without keeping others waiting: the change is tried on a working copy in memory,
 * and what changed there is then changed on record, step by step, while the company is held. Up to 5,000 rows are one
 * transaction. If the process dies between two steps, what was applied until then is on record as an interrupted run.
 *
 * @param db is only read
 * @param change is given the copy, and a function to call again and again while it lasts
 * @param options.onWriting is told the share of the steps that are taken, 0 to 1
 * @param options.rowsPerStep most rows that one step is about, unless they belong together
 * @throws EngagedError `company_held` where the company is being changed in steps already, and what the change throws
 */
export async function changeInSteps<T>(
  db: Database,
  request: StepwiseRequest,
  change: (copy: Database, renew: () => void) => T,
  take: TakeStep,
  { rowsPerStep = ROWS_PER_STEP, onWriting = (_done: number) => {} } = {},
): Promise<T> {
  if (request.dryRun) {
    return withCopy(new WorkingCopy(db, request.companyId), (copy) => change(copy, () => {}));
  }
  const hold = new Hold(request, take);
  await hold.begin();
  const renew = () => hold.renewWhenDue();
  try {
    return await withCopy(new WorkingCopy(db, request.companyId, renew), async (copy) => {
      // Where it fails, its log has what is to be recorded of that.
      const [tried] = await Promise.allSettled([(async () => change(copy, renew))()]);
      const steps = stepsOf(copy.log, rowsPerStep);
      const run = runIn(copy.log);
      if (steps.length > 1 && run !== null) await hold.plan(run);
      for (const [at, statements] of steps.entries()) {
        onWriting(at / steps.length);
        await hold.apply(statements, at === steps.length - 1);
      }
      if (tried.status === 'rejected') throw tried.reason;
      return tried.value;
    });
  } catch (error) {
    await hold.end();
    throw error;
  }
}

/** Changes a company in steps as `writeCompany` does at once. */
export const writeInSteps = <T>(
  db: Database,
  request: StepwiseRequest,
  change: (write: CompanyWrite) => T,
  take: TakeStep,
  rowsPerStep?: number,
): Promise<T> =>
  changeInSteps(
    db,
    request,
    (copy) => copy.write(() => change(beginCompanyWrite(copy, request))),
    take,
    { rowsPerStep },
  );

/** The hold of a company by one change in steps. */
class Hold {
  readonly #request: StepwiseRequest;
  readonly #take: TakeStep;
  readonly #holder: Holder;
  #renewedAt: number;

  constructor(request: StepwiseRequest, take: TakeStep) {
    this.#request = request;
    this.#take = take;
    this.#holder = { companyId: request.companyId, token: newId(request.now) };
    this.#renewedAt = request.clock();
  }

  async begin(): Promise<void> {
    await this.#take({ kind: 'hold', ...this.#holder });
  }

  /** Renews it as often as it needs that. Where this fails, so does the next step. */
  renewWhenDue(): void {
    const { clock } = this.#request;
    if (Math.abs(clock() - this.#renewedAt) < HOLD_MS / 3) return;
    this.#renewedAt = clock();
    void this.#unlessItFails('renew');
  }

  async plan(run: string): Promise<void> {
    await patiently(() => this.#take({ kind: 'plan', ...this.#holder, run }));
  }

  async apply(statements: readonly LoggedStatement[], isLast: boolean): Promise<void> {
    const { actor } = this.#request;
    const step: Step = { kind: 'apply', ...this.#holder, actor, statements, isLast };
    await patiently(() => this.#take(step));
  }

  /** Ends it, if it has not ended. Where this fails, it ends by itself. */
  end(): Promise<void> {
    return this.#unlessItFails('end');
  }

  async #unlessItFails(kind: 'renew' | 'end'): Promise<void> {
    try {
      await this.#take({ kind, ...this.#holder });
    } catch {
      // Said above.
    }
  }
}

/**
 * Carries out a step of `changeInSteps`, on disk when this returns.
 *
 * @param clock in milliseconds UTC
 * @throws EngagedError `conflict` where the hold has ended; `company_held`, `not_found`
 */
export function takeStep(db: Database, step: Step, clock: () => number): void {
  if (step.kind === 'apply')
    db.write(() => changeHeld(db, step, clock, () => repeatAll(db, step, clock())));
  else if (step.kind === 'plan') keepPlan(db, step);
  else AROUND[step.kind](db, step, clock);
}

const AROUND = { hold: beginHold, renew: renewHold, end: endHold };

/** Repeats statements of a working copy. Whoever they change gets the revision of this step. */
function repeatAll(db: Database, step: Application, now: number): void {
  const write = beginCompanyWrite(db, { ...step, now });
  const { revision } = write;
  for (const { query, params, row } of step.statements) {
    if (query.name === companies.beginRevision.name) continue;
    const given = 'revision' in params ? { ...params, revision } : params;
    const found = repeat(db, query, given as Params<ParamShape>);
    if (!isDeepStrictEqual(found, row)) throw new Error(`${query.name} gave another row`);
  }
  // A working copy has no accounts, and has counted the entries of the audit log before.
  if (step.isLast) giveAccountsToEmployees(write);
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

/** Takes a step. What is half applied is not given up for somebody who writes for long, such as a deletion of a company. */
export async function patiently<T>(take: () => T | Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await take();
    } catch (error) {
      if (!asFailure(error, 'data_busy') || tries === TRIES) throw error;
    }
  }
}

async function withCopy<T>(
  copy: WorkingCopy,
  work: (copy: WorkingCopy) => T | Promise<T>,
): Promise<T> {
  try {
    return await work(copy);
  } finally {
    copy.close();
  }
}

/**
 * The statements of each step. The record of the run, which comes last, has a step of its own unless one is enough; but what it
 * has in parts comes first, so that the last step is short and what was planned is on record.
 */
function stepsOf(log: readonly LoggedUnit[], rowsPerStep: number): LoggedStatement[][] {
  const changes = log.slice(0, -1);
  const record = log.at(-1)?.statements ?? [];
  const parts = record.filter(isPart);
  const isShort =
    changes.reduce((sum, { rows }) => sum + rows, 0) <= rowsPerStep &&
    parts.length <= PARTS_PER_STEP;
  if (isShort) return log.length === 0 ? [] : [log.flatMap(({ statements }) => statements)];
  const steps: LoggedStatement[][] = [[]];
  // One of many that follow each other is shorter: others wait for each of them, on PostgreSQL several times as long.
  const most = Math.min(rowsPerStep / 2, ROWS_PER_STATEMENT);
  let written = 0;
  for (const { statements, writes } of changes) {
    if (isTooMuch(written, writes, most)) {
      steps.push([]);
      written = 0;
    }
    steps.at(-1)?.push(...statements);
    written += writes;
  }
  return [
    ...chunksOf(parts, PARTS_PER_STEP),
    ...steps,
    record.filter((statement) => !isPart(statement)),
  ];
}

const isPart = ({ query }: LoggedStatement): boolean => query.name === syncRuns.recordPart.name;

/** What writes nothing begins no step, so that an interrupted run has changed something. */
const isTooMuch = (written: number, more: number, most: number): boolean =>
  written > 0 && more > 0 && written + more > most;

/** The record of the run, as JSON: a `PlannedRun`. */
function runIn(log: readonly LoggedUnit[]): string | null {
  const all = log.flatMap(({ statements }) => statements);
  const paramsOf = ({ name }: { name: string }) =>
    all.find(({ query }) => query.name === name)?.params;
  const record = paramsOf(syncRuns.record);
  const { id: supersedes } = paramsOf(syncRuns.supersede) ?? {};
  return record ? JSON.stringify({ ...record, supersedes }) : null;
}
