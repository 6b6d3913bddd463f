import { rosterDetails } from '../people/employees.ts';
import { exec, listOf, many, type Of, one, rowsOf } from '../query.ts';

const company = { companyId: 'integer' } as const;

const knownEmployee = {
  number: 'integer',
  externalId: 'text?',
  emailKey: 'text',
  givenName: 'text?',
  departmentNumber: 'integer?',
  ...rosterDetails,
  isAdmin: 'flag',
  portalRole: 'text?',
  deactivatedBy: 'text?',
  deactivatedAt: 'integer?',
} as const;

export type KnownEmployeeRow = Of<typeof knownEmployee>;

/** What a sync needs to know about the company. Employee numbers have no gaps, so the last one is the head count. */
export const findCompany = one('roster/find_company', company, {
  mode: 'text',
  employeesOnRecord: 'integer',
});

export const listDepartments = many('roster/list_departments', company, {
  number: 'integer',
  externalId: 'text?',
  nameKey: 'text',
  parentNumber: 'integer?',
  archivedAt: 'integer?',
});

export const listEmployeesByExternalId = many(
  'roster/list_employees_by_external_id',
  { ...company, externalIds: listOf('text') },
  knownEmployee,
);

export const listEmployeesByEmailKey = many(
  'roster/list_employees_by_email_key',
  { ...company, emailKeys: listOf('text') },
  knownEmployee,
);

/**
 * Those who are deactivated, admins, holders of a role or without external id; among them, the active who
 * have an external id and are not admins, and the active who have none.
 */
export const countExceptions = one('roster/count_exceptions', company, {
  everybody: 'integer',
  linkedMembers: 'integer',
  unlinkedMembers: 'integer',
});

/** Everybody active, with external id, not an admin and without a role, by id. */
export const listDeactivatable = many('roster/list_deactivatable', company, {
  number: 'integer',
  id: 'text',
  externalId: 'text',
  email: 'text',
});

export const createDepartments = exec('roster/create_departments', {
  ...company,
  departments: rowsOf({
    number: 'integer',
    id: 'text',
    name: 'text',
    nameKey: 'text',
  }),
  now: 'integer',
});

/** Gives departments their external ids. */
export const adoptDepartments = exec('roster/adopt_departments', {
  ...company,
  departments: rowsOf({ number: 'integer', externalId: 'text' }),
});

export const restoreDepartments = exec('roster/restore_departments', {
  ...company,
  departments: rowsOf({ number: 'integer', toTopLevel: 'flag' }),
});

export const createEmployees = exec('roster/create_employees', {
  ...company,
  employees: rowsOf({
    number: 'integer',
    id: 'text',
    externalId: 'text',
    email: 'text',
    emailKey: 'text',
    givenName: 'text',
    departmentNumber: 'integer?',
    ...rosterDetails,
    beginsAt: 'integer',
  }),
  now: 'integer',
  revision: 'integer',
});

export const updateEmployees = exec('roster/update_employees', {
  ...company,
  employees: rowsOf({ number: 'integer', departmentNumber: 'integer?', ...rosterDetails }),
  revision: 'integer',
});

/** Links people to their external ids, and leaves them active. */
export const linkEmployees = exec('roster/link_employees', {
  ...company,
  employees: rowsOf({ number: 'integer', externalId: 'text' }),
  revision: 'integer',
});

export const setGivenNames = exec('roster/set_given_names', {
  ...company,
  employees: rowsOf({ number: 'integer', givenName: 'text?' }),
  revision: 'integer',
});

/** Makes the emails of people free, until they are given others in the same transaction. */
export const releaseEmails = exec('roster/release_emails', {
  ...company,
  numbers: listOf('integer'),
});

export const setEmails = exec('roster/set_emails', {
  ...company,
  employees: rowsOf({ number: 'integer', email: 'text', emailKey: 'text' }),
  revision: 'integer',
});

/** People whose external id is one of these numbers, with any of these lengths through leading zeros. */
export const listNumericIds = many(
  'roster/list_numeric_ids',
  { ...company, digits: listOf('text'), lengths: listOf('integer') },
  { number: 'integer', externalId: 'text', digits: 'text' },
);

/** The lengths of the external ids that consist of digits. */
export const listIdLengths = many('roster/list_id_lengths', company, { length: 'integer' });

export const deactivate = exec('roster/deactivate', {
  ...company,
  numbers: listOf('integer'),
  now: 'integer',
  revision: 'integer',
});

const person = {
  number: 'integer',
  id: 'text',
  externalId: 'text?',
  name: 'text?',
  givenName: 'text?',
  email: 'text?',
  isErased: 'flag',
  hasSignedIn: 'flag',
  departmentNumber: 'integer?',
  ...rosterDetails,
  isAdmin: 'flag',
  portalRole: 'text?',
  deactivatedAt: 'integer?',
  deactivatedBy: 'text?',
} as const;

/** An employee, active or not, with the fields that runs change. The email is null if the person was erased. */
export type PersonRow = Of<typeof person>;

/** The people whose numbers lie in any of the ranges, both ends included. */
export const listPeople = many(
  'roster/list_people',
  { ...company, ranges: rowsOf({ first: 'integer', last: 'integer' }) },
  person,
);

export const setEmployees = exec('roster/set_employees', {
  ...company,
  employees: rowsOf({
    number: 'integer',
    externalId: 'text?',
    departmentNumber: 'integer?',
    ...rosterDetails,
    deactivatedAt: 'integer?',
  }),
  revision: 'integer',
});

export const setDepartments = exec('roster/set_departments', {
  ...company,
  departments: rowsOf({
    number: 'integer',
    externalId: 'text?',
    parentNumber: 'integer?',
    archivedAt: 'integer?',
  }),
});
