import { failure } from '../../domain/errors.ts';
import {
  KUDOS_PARTS,
  KUDOS_VISIBILITIES,
  type KudosPart,
  type KudosVisibility,
} from '../../domain/kudos.ts';
import type { Database } from '../../store/database.ts';
import * as store from '../../store/kudos/kudos-settings.ts';
import { type CompanyWrite, recordAuditEvent, requireCompany } from '../company/company-write.ts';
import { departmentsByNumber, requireDepartment } from '../departments/departments.ts';
import { requireChoice, requireInteger, requireUnchanged } from '../input.ts';
import { requireEmployee } from '../people/employee-records.ts';

/** What a company decides about thanks. */
export type KudosSettings = {
  on: boolean;
  /** Points that each person has to give in a month. */
  allowance: number;
  coins_per_point: number;
  /** XP of each receiver, for the first thanks of a giver in a month. */
  receiver_xp: number;
  /** XP of the giver, for so many thanks a week, which begins on Monday in UTC. */
  giver_xp: number;
  giver_xp_a_week: number;
  /** Characters of a message. */
  message_min: number;
  message_max: number;
  /** The most points of all people together in a month; null is unlimited. */
  budget: number | null;
  /** Who may see thanks, unless the giver says otherwise. */
  visibility: KudosVisibility;
};

const DEFAULTS: Omit<KudosSettings, 'on'> = {
  allowance: 100,
  coins_per_point: 1,
  receiver_xp: 0,
  giver_xp: 5,
  giver_xp_a_week: 3,
  message_min: 20,
  message_max: 1_000,
  budget: null,
  visibility: 'company',
};

export const MAX_ALLOWANCE = 100_000;

/** The bounds of each number. */
export const KUDOS_BOUNDS = {
  allowance: [0, MAX_ALLOWANCE],
  coins_per_point: [0, 1_000],
  receiver_xp: [0, 1_000],
  giver_xp: [0, 1_000],
  giver_xp_a_week: [0, 100],
  message_min: [1, 1_000],
  message_max: [1, 1_000],
  budget: [0, 1_000_000_000],
} as const;

/** The settings in force. A company has thanks off until it switches them on, a sandbox has them on. */
export function kudosSettings(db: Database, companyId: number): KudosSettings {
  const row = db.one(store.find, { companyId });
  if (!row) return { on: requireCompany(db, companyId).mode === 'test', ...DEFAULTS };
  return {
    on: row.isOn === 1,
    allowance: row.allowance,
    coins_per_point: row.coinsPerPoint,
    receiver_xp: row.receiverXp,
    giver_xp: row.giverXp,
    giver_xp_a_week: row.giverXpAWeek,
    message_min: row.messageMin,
    message_max: row.messageMax,
    budget: row.budget,
    // The table's check allows no other value.
    visibility: row.visibility as KudosVisibility,
  };
}

/** Settings to change; what is left out stays. */
export type KudosSettingsChanges = {
  [Field in keyof KudosSettings]?: KudosSettings[Field] | undefined;
};

/**
 * Changes settings from now on.
 *
 * @param seen what was in these fields when the change was made up
 * @throws EngagedError `validation_failed`; `conflict` for a field that is not as it was seen
 */
export function setKudosSettings(
  write: CompanyWrite,
  changes: KudosSettingsChanges,
  seen: KudosSettingsChanges = {},
): KudosSettings {
  const { db, companyId } = write;
  const before = kudosSettings(db, companyId);
  requireUnchanged<KudosSettings>(before, seen);
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  const after: KudosSettings = { ...before, ...Object.fromEntries(given) };
  for (const [field, [min, max]] of Object.entries(KUDOS_BOUNDS)) {
    const value = after[field as keyof typeof KUDOS_BOUNDS];
    if (value !== null) requireInteger(field, value, min, max);
  }
  if (after.message_min > after.message_max) {
    throw failure('kudos_lengths_refused', { field: 'message_min' });
  }
  db.run(store.save, {
    companyId,
    isOn: after.on ? 1 : 0,
    allowance: after.allowance,
    coinsPerPoint: after.coins_per_point,
    receiverXp: after.receiver_xp,
    giverXp: after.giver_xp,
    giverXpAWeek: after.giver_xp_a_week,
    messageMin: after.message_min,
    messageMax: after.message_max,
    budget: after.budget,
    visibility: requireChoice('visibility', after.visibility, KUDOS_VISIBILITIES),
  });
  recordAuditEvent(write, 'kudos.settings', ['company', null], { before, after });
  return after;
}

/** A department whose people, with those of the departments below it, have an allowance of their own. */
export type DepartmentAllowance = { id: string; name: string; allowance: number };

export const departmentAllowances = (db: Database, companyId: number): DepartmentAllowance[] =>
  db
    .all(store.listAllowances, { companyId })
    .map(({ id, name, allowance }) => ({ id, name, allowance }));

/**
 * Gives a department an allowance of its own.
 *
 * @param allowance null: it has that of the department above it, or of the company
 * @param seen the allowance of its own that it had when the change was made up
 * @throws EngagedError `validation_failed`, `not_found`; `conflict` where several departments match, and where it is not as
 *   it was seen
 */
export function setDepartmentAllowance(
  write: CompanyWrite,
  reference: string,
  allowance: number | null,
  seen?: number | null,
): DepartmentAllowance[] {
  const { db, companyId } = write;
  const { id, name, number: departmentNumber } = requireDepartment(db, companyId, reference);
  const own = { companyId, departmentNumber };
  const rows = db.all(store.listAllowances, { companyId });
  const before = rows.find((row) => row.id === id)?.allowance ?? null;
  requireUnchanged<{ allowance: number | null }>({ allowance: before }, { allowance: seen });
  if (allowance === null) db.run(store.deleteAllowance, own);
  else {
    requireInteger('allowance', allowance, 0, MAX_ALLOWANCE);
    db.run(store.saveAllowance, { ...own, allowance });
  }
  recordAuditEvent(write, 'kudos.allowance', ['department', id], {
    ...{ before: { allowance: before }, after: { name, allowance } },
  });
  return departmentAllowances(db, companyId);
}

/** The whole allowance of somebody in a department: its own, or that of the nearest above it that has one. */
export function allowanceOfDepartment(
  db: Database,
  companyId: number,
  departmentNumber: number | null,
  { allowance }: Pick<KudosSettings, 'allowance'>,
): number {
  const own = db.all(store.listAllowances, { companyId });
  if (own.length === 0 || departmentNumber === null) return allowance;
  const allowances = new Map(own.map((row) => [row.departmentNumber, row.allowance]));
  const departments = departmentsByNumber(db, companyId);
  let at: number | null = departmentNumber;
  while (at !== null) {
    const found = allowances.get(at);
    if (found !== undefined) return found;
    at = departments.get(at)?.parentNumber ?? null;
  }
  return allowance;
}

/** The part that somebody takes. @throws EngagedError `not_found`; `conflict` where several people match */
export function kudosPart(db: Database, companyId: number, reference: string): KudosPart {
  const { number } = requireEmployee(db, companyId, reference);
  return (db.one(store.findPart, { companyId, employeeNumber: number })?.part ??
    'giver') as KudosPart;
}

/**
 * Sets the part that somebody takes from now on.
 *
 * @throws EngagedError `validation_failed`, `not_found`; `conflict` where several people match
 */
export function setKudosPart(
  write: CompanyWrite,
  reference: string,
  part: string,
): { employee_id: string; part: KudosPart } {
  const { db, companyId } = write;
  const { id, number: employeeNumber } = requireEmployee(db, companyId, reference);
  const before = kudosPart(db, companyId, id);
  const after = requireChoice('part', part, KUDOS_PARTS);
  if (after === 'giver') db.run(store.deletePart, { companyId, employeeNumber });
  else db.run(store.savePart, { companyId, employeeNumber, part: after });
  recordAuditEvent(write, 'kudos.part', ['employee', id], {
    ...{ before: { part: before }, after: { part: after } },
  });
  return { employee_id: id, part: after };
}
