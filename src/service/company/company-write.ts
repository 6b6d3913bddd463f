import type { Mode } from '../../domain/api-key.ts';
import { failure } from '../../domain/errors.ts';
import * as audit from '../../store/audit/audit.ts';
import * as companies from '../../store/company/companies.ts';
import type { Database } from '../../store/database.ts';

/** Who changes which company, and when. `now` is in milliseconds UTC; `actor` is for the audit log. */
export type WriteContext = { companyId: number; now: number; actor: string };

/** An open write to one company. Every employee it changes gets its `revision`. */
export type CompanyWrite = WriteContext & { db: Database; revision: number; mode: Mode };

/** Runs a change to one company as one transaction. */
export const writeCompany = <T>(
  db: Database,
  context: WriteContext,
  change: (write: CompanyWrite) => T,
): T => db.write(() => change(beginCompanyWrite(db, context)));

/** A write inside an open transaction that begins the company's next revision only where something changes. */
export class LazyCompanyWrite implements WriteContext {
  readonly db: Database;
  readonly companyId: number;
  readonly now: number;
  readonly actor: string;
  #begun: CompanyWrite | undefined;

  constructor(db: Database, { companyId, now, actor }: WriteContext) {
    this.db = db;
    this.companyId = companyId;
    this.now = now;
    this.actor = actor;
  }

  begin(): CompanyWrite {
    this.#begun ??= beginCompanyWrite(this.db, this);
    return this.#begun;
  }

  get hasBegun(): boolean {
    return this.#begun !== undefined;
  }
}

/**
 * Begins a company's next revision inside a transaction that is already open.
 *
 * @throws EngagedError `not_found`; `company_held` while a roster is applied to the company
 */
export function beginCompanyWrite(db: Database, context: WriteContext): CompanyWrite {
  const { companyId, now, actor } = context;
  const begun = db.one(companies.beginRevision, { companyId, now });
  const { revision, mode } = begun ?? refuseWrite(db, companyId);
  return { db, companyId, now, actor, revision, mode: mode as Mode };
}

/** @throws EngagedError `not_found` */
export function requireCompany(db: Database, companyId: number) {
  const company = db.one(companies.find, { companyId });
  if (!company) throw failure('company_not_found');
  return company;
}

function refuseWrite(db: Database, companyId: number): never {
  requireCompany(db, companyId);
  throw failure('company_held');
}

type Numbering = Pick<CompanyWrite, 'db' | 'companyId'>;

/** Takes the next number for a ledger entry, list position or log line of the company. */
export const nextEntry = (write: Numbering): number => takeNumbers(write, companies.takeEntries);

/** Takes `count` consecutive numbers of a sequence of the company and returns the first. */
export const takeNumbers = (
  { db, companyId }: Numbering,
  sequence: typeof companies.takeEntries,
  count = 1,
): number => (db.one(sequence, { companyId, count }) ?? refuseWrite(db, companyId)).first;

/** A decision for the audit log. `before` and `after` hold the fields it is about. */
export type Decision = {
  action: string;
  target: readonly [kind: string, id: string | null];
  before?: object | undefined;
  after?: object | undefined;
  /** Who makes the write, and when; those of the write itself unless given. */
  actor?: string;
  at?: number;
};

/** Puts decisions on record, in the same transaction as their effects. */
export function recordDecisions(write: CompanyWrite, decisions: readonly Decision[]): void {
  if (decisions.length === 0) return;
  const { db, companyId, now } = write;
  const first = takeNumbers(write, companies.takeEntries, decisions.length);
  db.run(audit.recordAll, {
    companyId,
    decisions: decisions.map(({ action, target, before, after, actor, at }, i) => ({
      ...{ entry: first + i, at: at ?? now, actor: actor ?? write.actor },
      ...{ action, targetKind: target[0], targetId: target[1] },
      before: before ? JSON.stringify(before) : null,
      after: after ? JSON.stringify(after) : null,
    })),
  });
}

/** Puts one decision on record. */
export const recordAuditEvent = (
  write: CompanyWrite,
  action: string,
  target: Decision['target'],
  { before, after }: Pick<Decision, 'before' | 'after'> = {},
): void => recordDecisions(write, [{ action, target, before, after }]);

/**
 * Creates the function that ends every change of one kind of object: it records the change in the audit log and
 * returns the current object.
 */
export const changeRecorder =
  <Row, Shown extends object>(kind: {
    targetKind: string;
    find(write: CompanyWrite, id: string): Row;
    show(row: Row, write: CompanyWrite): Shown;
  }) =>
  (write: CompanyWrite, action: string, before: Row | null, id: string): Shown => {
    const { targetKind, find, show } = kind;
    const after = show(find(write, id), write);
    const shownBefore = before === null ? undefined : show(before, write);
    recordAuditEvent(write, action, [targetKind, id], { before: shownBefore, after });
    return after;
  };
