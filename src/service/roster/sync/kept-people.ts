import { failure } from '../../../domain/errors.ts';
import { isoTime } from '../../../domain/iso-time.ts';
import type { Database } from '../../../store/database.ts';
import * as store from '../../../store/roster/kept-people.ts';
import { type CompanyWrite, recordAuditEvent } from '../../company/company-write.ts';
import { requireEmployee } from '../../people/employee-records.ts';
import type { KeptPeople, KeptReason } from '../runs/run-changes.ts';
import { type KeptPerson, showKept } from '../runs/show-changes.ts';
import type { NamedPeople } from './named-people.ts';
import type { SyncInput } from './sync-input.ts';

type Source = Pick<SyncInput, 'operator' | 'deactivateMissing'>;

const NOBODY: KeptPeople = { listed: [], renumbered: 0, withRole: 0 };

/** Most people of each reason who are named; the others are only counted. */
const MAX_LISTED = 1_000;

/** Whom an import lacks and keeps. A sync over HTTP only keeps people with a role, as the API says, and names nobody. */
export function findKept(
  { db, companyId }: CompanyWrite,
  { operator, deactivateMissing }: Source,
  named: NamedPeople,
): KeptPeople {
  if (!operator) return NOBODY;
  const listed: KeptPeople['listed'] = [];
  let renumbered = 0;
  let withRole = 0;
  for (const number of named.renumbered()) {
    if (renumbered++ < MAX_LISTED) listed.push([number, 'renumbered']);
  }
  // A file that need not list everybody says nothing about people with a role.
  if (!deactivateMissing) return { listed, renumbered, withRole };
  for (const { number } of db.each(store.listProtected, { companyId })) {
    if (named.has(number)) continue;
    if (withRole++ < MAX_LISTED) listed.push([number, 'role']);
  }
  return { listed, renumbered, withRole };
}

/** Keeps on record who waits for a decision. Who is in the roster does not; only an import of everybody adds people. */
export function recordKept(
  write: CompanyWrite,
  { operator, deactivateMissing }: Source,
  { named, kept }: { named: NamedPeople; kept: KeptPeople },
): void {
  const { db, companyId, now } = write;
  const numbers = db.all(store.listNumbers, { companyId }).map(({ number }) => number);
  const back = numbers.filter((number) => named.has(number));
  if (back.length > 0) db.run(store.remove, { companyId, numbers: back });
  if (!operator || !deactivateMissing || kept.listed.length === 0) return;
  const people = kept.listed.map(([number, reason]) => ({ number, reason }));
  db.run(store.save, { companyId, people, now });
}

/** Those who wait for a decision, with the time of the first import that lacked them. */
export function listUndecided(db: Database, companyId: number): (KeptPerson & { since: string })[] {
  const rows = db.all(store.listUndecided, { companyId });
  const people = showKept(
    db,
    companyId,
    rows.map(({ number, reason }) => [number, reason as KeptReason]),
  );
  return people.map((person, i) => ({ ...person, since: isoTime(rows[i]?.since ?? 0) }));
}

/** That an import lacked somebody and kept them, as long as the reason holds. */
export const listKept = (db: Database, companyId: number, number: number) =>
  [db.one(store.find, { companyId, number }) ?? []].flat().map(({ reason, since, decidedAt }) => ({
    ...{ reason, since: isoTime(since), decided_at: isoTime(decidedAt) },
  }));

/**
 * Decides that somebody stays whom imports lack and keep: nobody is asked again while their number and role stay.
 *
 * @throws EngagedError `not_found`; `conflict` for somebody whom the last import did not keep
 */
export function keepEmployee(
  write: CompanyWrite,
  reference: string,
): { employee_id: string; reason: KeptReason } {
  const { db, companyId, now } = write;
  const { id, number } = requireEmployee(db, companyId, reference);
  const row = db.one(store.find, { companyId, number });
  if (!row) throw failure('employee_not_kept');
  const reason = row.reason as KeptReason;
  if (row.decidedAt === null) {
    db.run(store.decide, { companyId, number, now });
    recordAuditEvent(write, 'employee.keep', ['employee', id], { after: { reason } });
  }
  return { employee_id: id, reason };
}
