import type { Mode } from '../domain/api-key.ts';
import { notFound } from '../domain/errors.ts';
import * as audit from '../store/audit.ts';
import * as companies from '../store/companies.ts';
import type { Database } from '../store/database.ts';

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

/** Begins a company's next revision inside a transaction that is already open. */
export function beginCompanyWrite(db: Database, context: WriteContext): CompanyWrite {
  const { revision, mode } = found(
    db.one(companies.beginRevision, { companyId: context.companyId }),
  );
  return { ...context, db, revision, mode: mode as Mode };
}

/** @throws EngagedError `not_found` */
export const requireCompany = (db: Database, companyId: number) =>
  found(db.one(companies.find, { companyId }));

function found<T>(row: T | undefined): T {
  if (row === undefined) throw notFound('Company not found');
  return row;
}

type Numbering = Pick<CompanyWrite, 'db' | 'companyId'>;

/** Takes the next number for a ledger entry, list position or log line of the company. */
export const nextEntry = (write: Numbering): number => takeNumbers(write, companies.takeEntries);

/** Takes `count` consecutive numbers of a sequence of the company and returns the first. */
export const takeNumbers = (
  { db, companyId }: Numbering,
  sequence: typeof companies.takeEntries,
  count = 1,
): number => found(db.one(sequence, { companyId, count })).first;

/** Puts a decision on record, in the same transaction as its effect. `before` and `after` hold the fields it is about. */
export function recordAuditEvent(
  write: CompanyWrite,
  action: string,
  [targetKind, targetId]: readonly [kind: string, id: string | null],
  { before, after }: { before?: object | undefined; after?: object } = {},
): void {
  const { db, companyId, now, actor } = write;
  db.run(audit.record, {
    ...{ companyId, entry: nextEntry(write), at: now, actor, action, targetKind, targetId },
    before: before ? JSON.stringify(before) : null,
    after: after ? JSON.stringify(after) : null,
  });
}

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
