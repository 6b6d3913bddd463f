import { failure } from '../../../domain/errors.ts';
import { isUuid } from '../../../domain/id.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import type { Call } from '../../request/call.ts';
import { findPerson } from '../audit/decisions.ts';
import { requireOther } from '../roles.ts';
import { visibleDepartments } from './people-filters.ts';

/** The person of the page. @throws EngagedError `not_found`, also for somebody whom this account does not see */
export function requirePerson(call: Call<'id'>): EmployeeRow {
  const { services, company, params } = call;
  const person = isUuid(params.id)
    ? findPerson(services.db, company.companyId, params.id)
    : undefined;
  const visible = visibleDepartments(call);
  if (person && (!visible || visible.has(person.departmentNumber ?? 0))) return person;
  throw failure('employee_not_found');
}

/** As `requirePerson`. @throws EngagedError `forbidden` for whoever is signed in */
export function requireOtherPerson(call: Call<'id'>): EmployeeRow {
  const person = requirePerson(call);
  requireOther(call, person.id);
  return person;
}

export const nameOf = (person: EmployeeRow): string =>
  person.accountName ?? person.givenName ?? person.email;
