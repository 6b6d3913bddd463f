import { HOUR_MS } from '../../domain/duration.ts';
import { conflict } from '../../domain/errors.ts';
import { newId } from '../../domain/id.ts';
import {
  type SampleCompany,
  type SamplePerson,
  sampleCompany,
} from '../../domain/sample-company.ts';
import { placeholderFor } from '../../domain/sandbox-email.ts';
import { DEFAULT_GRACE_HOURS, monthEnd } from '../../domain/standings/due-months.ts';
import { fold } from '../../domain/text.ts';
import * as badges from '../../store/badges/badges.ts';
import * as walls from '../../store/boards/walls.ts';
import * as companies from '../../store/company/companies.ts';
import * as sandbox from '../../store/company/sandbox.ts';
import type { Database } from '../../store/database.ts';
import * as departments from '../../store/departments/departments.ts';
import * as events from '../../store/events/events.ts';
import * as employees from '../../store/people/employees.ts';
import * as historyLooks from '../../store/people/history-looks.ts';
import * as pictures from '../../store/pictures/pictures.ts';
import * as reportTotals from '../../store/reports/report-totals.ts';
import * as keptPeople from '../../store/roster/kept-people.ts';
import * as rosterProfiles from '../../store/roster/roster-profiles.ts';
import * as scimDirectory from '../../store/scim/scim-directory.ts';
import * as scimGroups from '../../store/scim/scim-groups.ts';
import * as scimUsers from '../../store/scim/scim-users.ts';
import * as shopItems from '../../store/shop/shop-items.ts';
import * as xpCoins from '../../store/xp/xp-coins.ts';
import { addSampleKudos } from '../kudos/sample-kudos.ts';
import { keepStandings, rankMonth } from '../months/close-month.ts';
import { listDueMonths } from '../months/closed-months.ts';
import { countJoined } from '../reports/count.ts';
import { addEntries } from '../xp/ledger-entries.ts';
import {
  type CompanyWrite,
  nextEntry,
  recordAuditEvent,
  requireCompany,
  takeNumbers,
} from './company-write.ts';

/** How much the sample put into a sandbox. */
type SandboxContent = {
  departments: number;
  employees: number;
  badges: number;
  shop_items: number;
};

/**
 * Fills an empty sandbox with the sample company. It bypasses the services, because sample data needs no audit
 * entries and much of it lies in the past.
 */
export function fillSandbox(write: CompanyWrite): SandboxContent {
  const sample = sampleCompany(write.now);
  for (const badge of sample.badges) {
    write.db.run(badges.define, { companyId: write.companyId, ...badge, now: write.now });
  }
  addDepartments(write, sample.departments);
  for (const person of sample.people) addPerson(write, person);
  for (const { addedAt, retired, ...offer } of sample.shopItems) {
    const item = { companyId: write.companyId, entry: nextEntry(write) };
    write.db.run(shopItems.create, { ...item, ...offer, id: newId(write.now), now: addedAt });
    if (retired) write.db.run(shopItems.retire, { ...item, now: write.now });
  }
  addSampleKudos(write, sample);
  closeSampleMonths(write);
  return {
    departments: sample.departments.length,
    employees: sample.people.length,
    badges: sample.badges.length,
    shop_items: sample.shopItems.length,
  };
}

const CONTENTS = [
  sandbox.deleteStandingsBlocks,
  sandbox.deleteContests,
  sandbox.deleteClosedMonths,
  events.deleteAll,
  sandbox.deleteRedemptions,
  sandbox.deleteShopItems,
  sandbox.deleteGiftLines,
  sandbox.deleteGifts,
  sandbox.deleteKudosSettings,
  sandbox.deleteKudosAllowances,
  sandbox.deleteKudosParts,
  sandbox.deleteKudosValueMonths,
  sandbox.deleteKudosMonths,
  sandbox.deleteKudosPairs,
  sandbox.deleteKudosSpent,
  sandbox.deleteKudosDecisions,
  sandbox.deleteKudosReports,
  sandbox.deleteKudosReactionCounts,
  sandbox.deleteKudosReactions,
  sandbox.deleteKudosDepartments,
  sandbox.deleteKudosReceivers,
  sandbox.deleteKudosPosts,
  sandbox.deleteKudosValues,
  sandbox.deleteBadgeAwards,
  sandbox.deleteBadges,
  pictures.deleteAll,
  sandbox.deleteCoinEntries,
  sandbox.deleteXpEntries,
  sandbox.deleteXpMonths,
  xpCoins.deleteAll,
  keptPeople.deleteAll,
  historyLooks.deleteAll,
  reportTotals.deleteAll,
  reportTotals.deletePlacements,
  reportTotals.deleteSignIns,
  scimGroups.deleteAllMembers,
  scimGroups.deleteAll,
  scimUsers.deleteAll,
  scimDirectory.deleteAllRefusals,
  scimDirectory.deleteAllHours,
  scimDirectory.forgetResources,
  sandbox.deleteEmployees,
  walls.deleteAll,
  sandbox.deleteDepartments,
  rosterProfiles.deleteAll,
  sandbox.deleteRunChanges,
  sandbox.deleteSyncRuns,
  sandbox.eraseAuditValues,
];

/** Deletes everything that a company holds, except its keys, their hourly budgets, its webhooks and the record of decisions. */
export function deleteContents(db: Database, companyId: number): void {
  for (const statement of CONTENTS) db.run(statement, { companyId });
}

/**
 * Empties a sandbox and fills it with sample data again. Its keys, their hourly budgets, its webhooks and the audit
 * log stay, the last without values of people.
 *
 * @throws EngagedError `conflict` for a live company
 */
export function resetSandbox(write: CompanyWrite): SandboxContent {
  const { db, companyId } = write;
  if (write.mode !== 'test') throw conflict('Only a sandbox can be reset');
  const { id, generation } = requireCompany(db, companyId);
  db.run(sandbox.keepXpDecisions, { companyId });
  db.run(sandbox.keepCoinDecisions, { companyId });
  deleteContents(db, companyId);
  db.run(sandbox.resetNumbering, { companyId });
  const content = fillSandbox(write);
  // No coins were given for the XP of the sample.
  db.run(xpCoins.beginAgain, { companyId });
  recordAuditEvent(write, 'sandbox.reset', ['company', id], {
    before: { generation },
    after: { generation: generation + 1, ...content },
  });
  return content;
}

/** Closes the months of the sample as a running service would have done. */
function closeSampleMonths({ db, companyId, now }: CompanyWrite): void {
  const graceMs = DEFAULT_GRACE_HOURS * HOUR_MS;
  for (const month of listDueMonths(db, companyId, { now, graceMs })) {
    const closedAt = monthEnd(month) + graceMs;
    keepStandings({ db, companyId, now: closedAt }, rankMonth(db, companyId, month), 1);
  }
}

type SampleDepartment = SampleCompany['departments'][number];

// The sandbox is empty, so sample item n gets the number n + 1.
function addDepartments(write: CompanyWrite, sample: readonly SampleDepartment[]): void {
  const { db, companyId, now } = write;
  takeNumbers(write, companies.takeDepartmentNumbers, sample.length);
  sample.forEach(({ name, externalId, parent, archived }, index) => {
    db.run(departments.create, {
      companyId,
      number: index + 1,
      id: newId(now),
      externalId,
      name,
      nameKey: fold(name),
      parentNumber: parent === null ? null : parent + 1,
      archivedAt: archived ? now : null,
      now,
    });
  });
}

function addPerson(write: CompanyWrite, person: SamplePerson): void {
  const { db, companyId, now, revision } = write;
  const number = takeNumbers(write, companies.takeEmployeeNumbers);
  const { accountName, portalRole } = person;
  const change = { companyId, number, revision };
  const email = placeholderFor(fold(person.email));
  const departmentNumber = person.department === null ? null : person.department + 1;
  const beginsAt = person.joinedAt;
  db.run(employees.create, {
    ...change,
    id: newId(now),
    externalId: person.externalId,
    email,
    emailKey: email,
    givenName: person.name,
    departmentNumber,
    ...employees.NO_DETAILS,
    jobTitle: person.jobTitle,
    now: person.joinedAt,
    beginsAt,
  });
  countJoined(write, [{ departmentNumber, beginsAt }]);
  if (accountName !== null) db.run(employees.signIn, { ...change, accountName });
  if (person.isAdmin || portalRole !== null) {
    db.run(employees.setRole, { ...change, isAdmin: person.isAdmin ? 1 : 0, portalRole });
  }
  addEarnings(write, { number, departmentNumber }, person);
  if (person.deactivated) {
    db.run(employees.deactivate, { ...change, now, reason: 'Left the company' });
  }
}

function addEarnings(
  write: CompanyWrite,
  { number: employeeNumber, departmentNumber }: { number: number; departmentNumber: number | null },
  person: SamplePerson,
): void {
  const { db, companyId, now, actor } = write;
  const owner = { companyId, employeeNumber };
  const origin = { employeeNumber, source: 'sample', actor, idempotencyKey: null, total: null };
  const xp = person.xp.map(({ amount, reason, at }) => ({
    ...{ ...origin, entry: nextEntry(write), amount, reason },
    ...{ countsAt: at, recordedAt: at, badges: null, departmentNumber, isActive: 1 as const },
  }));
  const welcome = { amount: person.coins, reason: 'Welcome', recordedAt: now };
  const coins = person.coins > 0 ? [{ ...origin, ...welcome, entry: nextEntry(write) }] : [];
  addEntries(write, { xp, coins });
  for (const { code, at, revoked } of person.badges) {
    const entry = nextEntry(write);
    db.run(badges.award, { ...owner, entry, code, awardedAt: at });
    if (revoked) db.run(badges.revoke, { ...owner, entry, now });
  }
}
