import { isoTime } from '../domain/iso-time.ts';
import { monthStart } from '../domain/period.ts';
import * as companies from '../store/companies.ts';
import type { Database } from '../store/database.ts';
import * as store from '../store/person-export.ts';
import { type CompanyWrite, recordAuditEvent } from './company-write.ts';
import { type EmployeeWithTotals, requireEmployee, showEmployee } from './employee-records.ts';
import { requireRun } from './roster/runs.ts';
import { type PersonInRun, showPersonInRun } from './roster/show-run.ts';

/** Everything on record about one person, and nothing about anybody else: no operator is named. */
export type PersonExport = {
  exported_at: string;
  company: { id: string; name: string; mode: string };
  employee: EmployeeWithTotals;
  xp: {
    amount: number;
    reason: string | null;
    source: string;
    counts_at: string;
    recorded_at: string;
    once: string | null;
  }[];
  xp_by_month: { month: string; xp: number }[];
  coins: {
    amount: number;
    reason: string | null;
    source: string;
    recorded_at: string;
    once: string | null;
  }[];
  badges: { code: string; name: string; awarded_at: string; revoked_at: string | null }[];
  redemptions: {
    id: string;
    item_id: string;
    item_name: string;
    coin_price: number;
    status: string;
    once: string | null;
    created_at: string;
    updated_at: string;
  }[];
  /** Those that are still kept, oldest first. */
  events: { id: string; type: string; at: string; data: unknown }[];
  /** Roster syncs, reverts and approvals that are about the person. */
  runs: PersonInRun[];
  audit: {
    at: string;
    action: string;
    target: { kind: string; id: string | null };
    before: unknown;
    after: unknown;
  }[];
};

/**
 * Gives everything on record about a person, active or deactivated, and records that it was given.
 *
 * @throws EngagedError `not_found`, also for a person who was erased; `conflict` where several people match
 */
export function exportPerson(write: CompanyWrite, reference: string): PersonExport {
  const { db, companyId, now } = write;
  const { id, number } = requireEmployee(db, companyId, reference);
  const exported = collect(db, companyId, { id, number, now });
  recordAuditEvent(write, 'employee.export', ['employee', id]);
  return exported;
}

function collect(
  db: Database,
  companyId: number,
  { id, number, now }: { id: string; number: number; now: number },
): PersonExport {
  const person = { companyId, number };
  const company = db.one(companies.find, { companyId });
  return {
    exported_at: isoTime(now),
    company: { id: company?.id ?? '', name: company?.name ?? '', mode: company?.mode ?? '' },
    employee: showEmployee(db, companyId, id),
    xp: db.all(store.listXp, person).map((row) => ({
      amount: row.amount,
      reason: row.reason,
      source: row.source,
      counts_at: isoTime(row.countsAt),
      recorded_at: isoTime(row.recordedAt),
      once: row.onceKey,
    })),
    xp_by_month: db.all(store.listXpMonths, person).map(({ month, xp }) => ({
      month: isoTime(monthStart(month)).slice(0, 7),
      xp,
    })),
    coins: db.all(store.listCoins, person).map((row) => ({
      amount: row.amount,
      reason: row.reason,
      source: row.source,
      recorded_at: isoTime(row.recordedAt),
      once: row.onceKey,
    })),
    badges: db.all(store.listBadges, person).map((row) => ({
      code: row.code,
      name: row.name,
      awarded_at: isoTime(row.awardedAt),
      revoked_at: isoTime(row.revokedAt),
    })),
    redemptions: db.all(store.listRedemptions, person).map((row) => ({
      id: row.id,
      item_id: row.itemId,
      item_name: row.itemName,
      coin_price: row.coinPrice,
      status: row.status,
      once: row.onceKey,
      created_at: isoTime(row.createdAt),
      updated_at: isoTime(row.updatedAt),
    })),
    events: db.all(store.listEvents, person).map(({ id, type, at, data }) => ({
      ...{ id, type, at: isoTime(at), data: JSON.parse(data) },
    })),
    runs: db
      .all(store.listRuns, person)
      .map((run) => showPersonInRun(db, companyId, requireRun(db, companyId, run.id), number)),
    audit: db.all(store.listAudit, { ...person, id }).map((row) => ({
      at: isoTime(row.at),
      action: row.action,
      target: { kind: row.targetKind, id: row.targetId },
      before: row.before === null ? null : JSON.parse(row.before),
      after: row.after === null ? null : JSON.parse(row.after),
    })),
  };
}
