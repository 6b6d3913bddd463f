import { conflict } from '../../domain/errors.ts';
import { isoTime } from '../../domain/iso-time.ts';
import type { Database } from '../../store/database.ts';
import * as store from '../../store/kept-people.ts';
import { type CompanyWrite, recordAuditEvent } from '../company-write.ts';
import { requireEmployee } from '../employee-records.ts';
import type { NamedPeople } from './named-people.ts';
import { type KeptPerson, showKept } from './show-run.ts';
import type { SyncInput } from './sync-input.ts';

/** Why an import leaves somebody active who is missing from it: their address has another number in it, or their role. */
export type KeptReason = 'renumbered' | 'role';

/** People whom an import leaves active; the first of them by number, and how many there are. */
export type KeptPeople = {
  listed: [number: number, reason: KeptReason][];
  renumbered: number;
  withRole: number;
};

type Order = Pick<SyncInput, 'operator' | 'deactivateMissing'>;

const NOBODY: KeptPeople = { listed: [], renumbered: 0, withRole: 0 };

/** Most people of each reason who are named; the others are only counted. */
const MAX_LISTED = 1_000;

/** Whom an import lacks and keeps. A sync over HTTP only spares people with a role, as the API says, and names nobody. */
export function findKept(
  { db, companyId }: CompanyWrite,
  { operator, deactivateMissing }: Order,
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
  { operator, deactivateMissing }: Order,
  { named, kept }: { named: NamedPeople; kept: KeptPeople },
): void {
  const { db, companyId, now } = write;
  const back = db.all(store.list, { companyId }).filter(({ number }) => named.has(number));
  if (back.length > 0) {
    db.run(store.remove, { companyId, numbers: back.map(({ number }) => number) });
  }
  if (!operator || !deactivateMissing || kept.listed.length === 0) return;
  const people = kept.listed.map(([number, reason]) => ({ number, reason }));
  db.run(store.save, { companyId, people, now });
}

/** Those who wait for a decision, with the time of the first import that lacked them. */
export function listUndecided(db: Database, companyId: number): (KeptPerson & { since: string })[] {
  const rows = db.all(store.list, { companyId }).filter(({ decidedAt }) => decidedAt === null);
  const people = showKept(
    db,
    companyId,
    rows.map(({ number, reason }) => [number, reason as KeptReason]),
  );
  return people.map((person, i) => ({ ...person, since: isoTime(rows[i]?.since ?? 0) }));
}

/** That an import lacked somebody and kept them, as long as the reason holds. */
export const listKept = (db: Database, companyId: number, number: number) =>
  db
    .all(store.list, { companyId })
    .filter((one) => one.number === number)
    .map(({ reason, since, decidedAt }) => ({
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
  const row = db.all(store.list, { companyId }).find((one) => one.number === number);
  if (!row) throw conflict('No import has kept this person for a reason that still holds');
  const reason = row.reason as KeptReason;
  if (row.decidedAt === null) {
    db.run(store.decide, { companyId, number, now });
    recordAuditEvent(write, 'employee.keep', ['employee', id], { after: { reason } });
  }
  return { employee_id: id, reason };
}
