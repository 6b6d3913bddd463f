import { isoTime } from '../../domain/iso-time.ts';
import { formatMonth } from '../../domain/period.ts';
import { formatPeriod, type Unit } from '../../domain/report-period.ts';
import * as contests from '../../store/contests/contests.ts';
import type { Database } from '../../store/database.ts';
import * as departments from '../../store/departments/departments.ts';
import * as closedMonths from '../../store/months/closed-months.ts';
import * as store from '../../store/people/person-export.ts';
import { toEntry } from '../audit/audit.ts';
import { type CompanyWrite, recordAuditEvent, requireCompany } from '../company/company-write.ts';
import { sharesPlaces } from '../contests/contests.ts';
import { prizesWon } from '../contests/show-contest.ts';
import { exportKudos } from '../kudos/kudos-export.ts';
import { unwantedBy } from '../mail/unwanted-mail.ts';
import { toClosedMonth } from '../months/closed-months.ts';
import { findPlace, type Version } from '../months/standings.ts';
import { listRunsOf } from '../roster/runs/people-of-runs.ts';
import { requireRun } from '../roster/runs/runs.ts';
import { showPersonInRun } from '../roster/runs/show-run.ts';
import { listKept } from '../roster/sync/kept-people.ts';
import { exportFromDirectory } from '../scim/export.ts';
import { listAwardsTo } from '../xp/award-decisions.ts';
import { requireEmployee, showEmployee } from './employee-records.ts';

type PortalSession = {
  opened_at: string;
  last_used_at: string;
  confirmed_at: string | null;
  client: string;
  browser: string;
};

type SentMail = { kind: string; made_at: string; state: string; client: string | null };

/** Everything on record about one person, and nothing about anybody else: no operator is named. */
export type PersonExport = ReturnType<typeof collect>;

/** Whose record, by any reference to them. `now` is in milliseconds UTC. */
export type ExportOrder = { companyId: number; employee: string; now: number };

/**
 * Everything on record about a person, active or deactivated. Nobody gets it before `recordExport`.
 *
 * @throws EngagedError `not_found`, also for a person who was erased; `conflict` where several people match
 */
export const collectPerson = (
  db: Database,
  { companyId, employee, now }: ExportOrder,
): PersonExport =>
  db.read(() => {
    const { id, number } = requireEmployee(db, companyId, employee);
    return collect(db, companyId, { id, number, now });
  });

/** Records that everything about a person is given to somebody. @throws EngagedError as `collectPerson` */
export function recordExport(write: CompanyWrite, reference: string): void {
  const { id } = requireEmployee(write.db, write.companyId, reference);
  recordAuditEvent(write, 'employee.export', ['employee', id]);
}

function collect(
  db: Database,
  companyId: number,
  { id, number, now }: { id: string; number: number; now: number },
) {
  const person = { companyId, number };
  const company = requireCompany(db, companyId);
  return {
    exported_at: isoTime(now),
    company: { id: company.id, name: company.name, mode: company.mode },
    employee: showEmployee(db, companyId, id),
    xp: db.all(store.listXp, person).map((row) => ({
      amount: row.amount,
      reason: row.reason,
      source: row.source,
      counts_at: isoTime(row.countsAt),
      recorded_at: isoTime(row.recordedAt),
      once: row.idempotencyKey,
    })),
    xp_by_month: db.all(store.listXpMonths, person).map(({ month, xp }) => ({
      month: formatMonth(month),
      xp,
    })),
    ...listPlaces(db, companyId, number),
    coins: db.all(store.listCoins, person).map((row) => ({
      amount: row.amount,
      reason: row.reason,
      source: row.source,
      recorded_at: isoTime(row.recordedAt),
      once: row.idempotencyKey,
    })),
    // What they gained since coins are given for XP, and what of them is to be set off against later XP.
    coins_for_xp: db.all(store.listCoinsForXp, person).map((row) => ({
      ...{ xp: row.xp, coins_per_100_xp: row.perHundred, owed: row.owed },
    })),
    // What was given to them together with others.
    gifts: db.all(store.listGifts, person).map(({ givenAt, at, ...row }) => ({
      ...{ ...row, given_at: isoTime(givenAt), at: isoTime(at) },
    })),
    ...exportKudos(db, companyId, number),
    badges: db.all(store.listBadges, person).map((row) => ({
      code: row.code,
      name: row.name,
      awarded_at: isoTime(row.awardedAt),
      revoked_at: isoTime(row.revokedAt),
    })),
    // Until each change of the department, or of being active.
    former_placements: db.all(store.listPlacements, person).map((row) => ({
      ...{ until: isoTime(row.until), department: row.department, active: row.isActive === 1 },
    })),
    signed_in: db
      .all(store.listSignIns, person)
      .map(({ unit, period }) => formatPeriod(unit as Unit, period)),
    redemptions: db.all(store.listRedemptions, person).map((row) => ({
      id: row.id,
      item_id: row.itemId,
      item_name: row.itemName,
      coin_price: row.coinPrice,
      status: row.status,
      reason: row.reason,
      once: row.idempotencyKey,
      created_at: isoTime(row.createdAt),
      updated_at: isoTime(row.updatedAt),
    })),
    portal_accounts: db.all(store.listAccounts, person).map((row) => ({
      id: row.id,
      created_at: isoTime(row.createdAt),
      disabled_at: isoTime(row.disabledAt),
      last_sign_in_at: isoTime(row.lastSignInAt),
      totp_since: isoTime(row.totpSince),
      issuer: row.issuer,
      subject: row.subject,
      language: row.language,
      sessions: JSON.parse(row.sessions) as PortalSession[],
      // Those of the last 30 days. `client` is the address from which a link was asked for.
      mails: JSON.parse(row.mails) as SentMail[],
      unwanted_mail: unwantedBy(db, { companyId, receiver: 'account', number: row.entry }),
    })),
    // What they were told of by mail as an employee in the last 30 days, and which kinds they do not want.
    mails: db
      .all(store.listMails, person)
      .map(({ kind, madeAt, state }) => ({ kind, made_at: isoTime(madeAt), state })),
    unwanted_mail: unwantedBy(db, { companyId, receiver: 'employee', number }),
    ...exportFromDirectory(db, { companyId, number, id }),
    // Who opened their history in the portal, by role.
    looks: db.all(store.listLooks, person).map((row) => ({
      ...{ at: isoTime(row.at), kind: row.kind, role: row.role },
    })),
    // While an import that lacked the person leaves them active.
    kept: listKept(db, companyId, number),
    // Those that are still kept, oldest first.
    events: db.all(store.listEvents, person).map(({ id, type, at, data }) => ({
      ...{ id, type, at: isoTime(at), data: JSON.parse(data) },
    })),
    // Roster syncs, reverts and approvals that are about the person.
    runs: listRunsOf(db, person).map((run) =>
      showPersonInRun(db, companyId, requireRun(db, companyId, run), number),
    ),
    audit: [
      ...db.all(store.listAudit, { ...person, id }).map(toEntry),
      ...listAwardsTo(db, companyId, number),
    ]
      .sort((a, b) => a.entry - b.entry)
      .map(({ at, action, target, before, after }) => ({ at, action, target, before, after })),
  };
}

/** The person's places in closed months and contests. */
function listPlaces(db: Database, companyId: number, number: number) {
  const departmentOf = new Map(
    db
      .all(departments.listOnRecord, { companyId })
      .map(({ number, id, name }) => [number, { id, name }]),
  );
  const placeIn = (kept: Omit<Version, 'companyId'>) => {
    const place = db.do(findPlace({ companyId, ...kept }, number));
    if (!place) return undefined;
    const { rank, xp, level, departmentNumber } = place;
    const department = departmentOf.get(departmentNumber) ?? null;
    return { rank, xp, level, department, departmentNumber };
  };
  return {
    closed_months: db.all(closedMonths.list, { companyId }).flatMap((row) => {
      const found = placeIn(row);
      const { month, version, closed_at } = toClosedMonth(row);
      if (!found) return [];
      const { departmentNumber: _, ...place } = found;
      return { month, version, closed_at, ...place };
    }),
    contests: db.all(contests.listClosed, { companyId }).flatMap((row) => {
      const found = placeIn({ ...row, sharesPlaces: sharesPlaces(row) });
      const { id, name, closedAt } = row;
      if (!found) return [];
      const { departmentNumber, ...place } = found;
      return {
        id,
        name,
        closed_at: isoTime(closedAt),
        ...place,
        prizes: prizesWon(db, companyId, row, { rank: place.rank, number, departmentNumber }),
      };
    }),
  };
}
