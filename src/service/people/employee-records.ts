import { failure } from '../../domain/errors.ts';
import { isoTime } from '../../domain/iso-time.ts';
import { levelOf, xpToNextLevel } from '../../domain/level.ts';
import { mapDetails } from '../../domain/roster/fields.ts';
import { placeholderFor } from '../../domain/sandbox-email.ts';
import { fold, foldAccents } from '../../domain/text.ts';
import * as badges from '../../store/badges/badges.ts';
import type { Database } from '../../store/database.ts';
import type { EmployeeRow } from '../../store/people/employees.ts';
import * as employees from '../../store/people/employees.ts';
import type { DepartmentReference } from '../departments/department-schemas.ts';
import { listNumbersBelow, requireDepartment } from '../departments/departments.ts';
import type { EmployeeReference } from '../request-fields.ts';

/**
 * The person that a reference means, active or not: an id, an external id, or an email in any case.
 * An id takes precedence. In a sandbox an email may be the original or its placeholder address.
 *
 * @throws EngagedError `not_found`, also for a person who was erased; `conflict` with the ids where several
 *   people match
 */
export function requireEmployee(db: Database, companyId: number, reference: string): EmployeeRow {
  const text = reference.trim();
  const id = text.toLowerCase();
  const emailKey = fold(text);
  const found = db.all(employees.listMatching, {
    companyId,
    id,
    externalId: text,
    emailKey,
    // A live company has no placeholder addresses, so this finds nobody there.
    placeholderKey: placeholderFor(emailKey),
  });
  const byId = found.filter((row) => row.id === id);
  const matches = byId.length > 0 ? byId : found;
  const [person, ...others] = matches;
  if (!person) throw failure('employee_not_found');
  if (person.erasedAt !== null) throw failure('employee_erased');
  if (others.length === 0) return person;
  const ids = matches.map((row) => row.id).join(', ');
  throw failure('several_people_match', { ids });
}

export const EMPLOYEE_STATES = ['active', 'deactivated'] as const;
export type EmployeeState = (typeof EMPLOYEE_STATES)[number];

/** Filters of a list of people; an omitted filter is ignored. */
type EmployeeFilter = {
  /** A reference to a department, archived or not. */
  department?: string | undefined;
  /** Whether people of the departments below that one are listed too. */
  withBelow?: boolean | undefined;
  state?: EmployeeState | undefined;
  /** Part of a name, email or external id, ignoring case and accents. */
  search?: string | undefined;
};

/**
 * Everyone on record, active or not, in the order of joining; nobody who was erased.
 *
 * @throws EngagedError `not_found`; `conflict` where several departments match
 */
export function listEmployees(
  db: Database,
  companyId: number,
  filter: EmployeeFilter = {},
): ListedEmployee[] {
  const { department, withBelow = false, state } = filter;
  const numbers =
    department === undefined ? null : listNumbers(db, companyId, department, withBelow);
  const search = foldAccents((filter.search ?? '').trim());
  const isWanted = (row: EmployeeRow): boolean =>
    (numbers === null || (row.departmentNumber !== null && numbers.has(row.departmentNumber))) &&
    (state === undefined || state === stateOf(row)) &&
    (search === '' || textsOf(row).some((text) => foldAccents(text).includes(search)));
  const listed: ListedEmployee[] = [];
  for (const row of db.each(employees.listOnRecord, { companyId })) {
    if (isWanted(row)) listed.push({ ...toEmployee(row), ...toTotals(row) });
  }
  return listed;
}

/** A person in a list, with what they have earned so far. */
export type ListedEmployee = Employee & ReturnType<typeof toTotals>;

const toTotals = ({ xp, coins }: EmployeeRow) => ({ level: levelOf(xp), xp, coins });

const textsOf = (row: EmployeeRow): string[] =>
  [row.accountName, row.givenName, row.email, row.externalId].filter((text) => text !== null);

/** The number of a department, with those of all below it if wanted. */
function listNumbers(
  db: Database,
  companyId: number,
  reference: string,
  withBelow: boolean,
): ReadonlySet<number> {
  const { number } = requireDepartment(db, companyId, reference);
  return withBelow ? listNumbersBelow(db, companyId, number) : new Set([number]);
}

/**
 * The active person that a request names. In a sandbox an email may be the original or its placeholder address.
 *
 * @throws EngagedError `not_found`, for unknown, deactivated and erased people alike
 */
export function requireActiveEmployee(
  db: Database,
  companyId: number,
  reference: EmployeeReference,
): EmployeeRow {
  const [person] = db.all(employees.listMatching, { companyId, ...toSearch(reference) });
  if (!person || person.deactivatedAt !== null) throw failure('employee_not_found');
  return person;
}

/** What to look for. Nobody has an empty value, so that only what is named can match. */
export function toSearch({ employee_id = '', external_id = '', email = '' }: EmployeeReference) {
  const emailKey = fold(email.trim());
  return {
    id: employee_id.toLowerCase(),
    externalId: external_id.trim(),
    emailKey,
    placeholderKey: emailKey === '' ? '' : placeholderFor(emailKey),
  };
}

/** The forms of a reference by which people are found. */
export type EmployeeSearch = Omit<ReturnType<typeof toSearch>, 'placeholderKey'> & {
  /** The other form in which an email may be stored; null without one. */
  placeholderKey: string | null;
};

/** A person with what they have earned so far. */
export type EmployeeWithTotals = ReturnType<typeof showEmployee>;

/** One person with everything on record. */
export function showEmployee(db: Database, companyId: number, reference: string) {
  const row = requireEmployee(db, companyId, reference);
  const held = db.one(badges.countHeld, { companyId, employeeNumber: row.number });
  return {
    ...toEmployee(row),
    has_email: row.hasEmail === 1,
    level: levelOf(row.xp),
    xp: row.xp,
    xp_to_next_level: xpToNextLevel(row.xp),
    coins: row.coins,
    badges_count: held?.count ?? 0,
  };
}

/** A person as an operator sees them: the API's fields, and what the API does not show. */
export type Employee = ReturnType<typeof toEmployee>;

export const toEmployee = (row: EmployeeRow) => ({
  employee_id: row.id,
  external_id: row.externalId,
  // The account name once the person has signed in, before that the name given; null without either.
  name: row.accountName ?? row.givenName,
  email: row.email,
  department: departmentOf(row),
  ...mapDetails((field) => row[field]),
  state: stateOf(row),
  given_name: row.givenName,
  account_name: row.accountName,
  is_admin: row.isAdmin === 1,
  portal_role: row.portalRole,
  deactivated_at: isoTime(row.deactivatedAt),
  deactivated_by: row.deactivatedBy,
  deactivation_reason: row.deactivationReason,
  joined_at: isoTime(row.createdAt),
  // How they chose to be shown to others on boards; null where they chose nothing.
  shown_as: row.shownAs,
  nickname: row.nickname,
});

const stateOf = ({ deactivatedAt }: EmployeeRow): EmployeeState =>
  deactivatedAt === null ? 'active' : 'deactivated';

const departmentOf = (row: EmployeeRow): DepartmentReference | null =>
  row.departmentId === null
    ? null
    : {
        id: row.departmentId,
        external_id: row.departmentExternalId,
        name: row.departmentName ?? '',
      };
