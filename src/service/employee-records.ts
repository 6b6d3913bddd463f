import { conflict, notFound } from '../domain/errors.ts';
import { isoTime } from '../domain/iso-time.ts';
import { levelOf, xpToNextLevel } from '../domain/level.ts';
import { standInFor } from '../domain/sandbox-email.ts';
import { fold } from '../domain/text.ts';
import * as badges from '../store/badges.ts';
import type { Database } from '../store/database.ts';
import type { EmployeeRow } from '../store/employees.ts';
import * as employees from '../store/employees.ts';

/** A person as an operator sees them: the API's fields, and what the API does not show. */
export type Employee = {
  employee_id: string;
  external_id: string | null;
  /** The account name once the person has signed in, before that the name given; null without either. */
  name: string | null;
  email: string;
  department: { id: string; external_id: string | null; name: string } | null;
  job_title: string | null;
  state: 'active' | 'deactivated';
  given_name: string | null;
  account_name: string | null;
  is_admin: boolean;
  portal_role: string | null;
  deactivated_at: string | null;
  deactivated_by: string | null;
  deactivation_reason: string | null;
  joined_at: string;
};

/** A person with what they have earned so far. */
export type EmployeeWithTotals = Employee & {
  level: number;
  xp: number;
  xp_to_next_level: number;
  coins: number;
  badges_count: number;
};

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
  const named = db.all(employees.listMatching, {
    companyId,
    id,
    externalId: text,
    emailKey,
    // A live company has no placeholder addresses, so this finds nobody there.
    standInKey: standInFor(emailKey),
  });
  const byId = named.filter((row) => row.id === id);
  const meant = byId.length > 0 ? byId : named;
  const [person, ...others] = meant;
  if (!person) throw notFound('Employee not found. See: engaged employee list');
  if (person.erasedAt !== null) throw notFound('The employee was erased');
  if (others.length === 0) return person;
  const ids = meant.map((row) => row.id).join(', ');
  throw conflict(`Several employees match. Name one by their id: ${ids}`);
}

/** Everyone on record, active or not, in the order of joining; nobody who was erased. */
export const listEmployees = (db: Database, companyId: number): Employee[] =>
  db.all(employees.listOnRecord, { companyId }).map(toEmployee);

/** One person with everything on record. */
export function showEmployee(
  db: Database,
  companyId: number,
  reference: string,
): EmployeeWithTotals {
  const row = requireEmployee(db, companyId, reference);
  const held = db.one(badges.countHeld, { companyId, employeeNumber: row.number });
  return {
    ...toEmployee(row),
    level: levelOf(row.xp),
    xp: row.xp,
    xp_to_next_level: xpToNextLevel(row.xp),
    coins: row.coins,
    badges_count: held?.count ?? 0,
  };
}

export const toEmployee = (row: EmployeeRow): Employee => ({
  employee_id: row.id,
  external_id: row.externalId,
  name: row.accountName ?? row.givenName,
  email: row.email,
  department:
    row.departmentId === null
      ? null
      : {
          id: row.departmentId,
          external_id: row.departmentExternalId,
          name: row.departmentName ?? '',
        },
  job_title: row.jobTitle,
  state: row.deactivatedAt === null ? 'active' : 'deactivated',
  given_name: row.givenName,
  account_name: row.accountName,
  is_admin: row.isAdmin === 1,
  portal_role: row.portalRole,
  deactivated_at: isoTime(row.deactivatedAt),
  deactivated_by: row.deactivatedBy,
  deactivation_reason: row.deactivationReason,
  joined_at: isoTime(row.createdAt),
});
