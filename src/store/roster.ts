import { exec, many, type Of, one } from './query.ts';

const company = { companyId: 'integer' } as const;

const knownEmployee = {
  number: 'integer',
  externalId: 'text?',
  emailKey: 'text',
  departmentNumber: 'integer?',
  jobTitle: 'text?',
  isAdmin: 'flag',
  portalRole: 'text?',
  deactivatedBy: 'text?',
  deactivatedAt: 'integer?',
} as const;

export type KnownEmployeeRow = Of<typeof knownEmployee>;

/** What a sync must know of the company itself. Numbers count joiners without gaps, so the last one is a head count. */
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

/** @param externalIds a JSON array of texts */
export const listEmployeesByExternalId = many(
  'roster/list_employees_by_external_id',
  { ...company, externalIds: 'text' },
  knownEmployee,
);

/** @param emailKeys a JSON array of texts */
export const listEmployeesByEmailKey = many(
  'roster/list_employees_by_email_key',
  { ...company, emailKeys: 'text' },
  knownEmployee,
);

/**
 * Those who are deactivated, admins, holders of a role or without external id; among them, the active who
 * have an external id and are not admins, and the active who have none.
 */
export const countOutOfTheOrdinary = one('roster/count_out_of_the_ordinary', company, {
  everybody: 'integer',
  linkedMembers: 'integer',
  unlinkedMembers: 'integer',
});

/** Everybody active, with external id, not an admin and without a role, by id. */
export const listOrdinary = many('roster/list_ordinary', company, {
  number: 'integer',
  id: 'text',
  externalId: 'text',
  email: 'text',
});

/** @param departments JSON: `[number, id, externalId, name, nameKey][]` */
export const createDepartments = exec('roster/create_departments', {
  ...company,
  departments: 'text',
  now: 'integer',
});

/** @param departments JSON: `[number, externalId][]` */
export const adoptDepartments = exec('roster/adopt_departments', {
  ...company,
  departments: 'text',
});

/** @param departments JSON: `[number, toTopLevel][]` */
export const restoreDepartments = exec('roster/restore_departments', {
  ...company,
  departments: 'text',
});

/** @param employees JSON: `[number, id, externalId, email, emailKey, givenName, departmentNumber, jobTitle][]` */
export const createEmployees = exec('roster/create_employees', {
  ...company,
  employees: 'text',
  now: 'integer',
  revision: 'integer',
});

/** @param employees JSON: `[number, departmentNumber, jobTitle][]` */
export const placeEmployees = exec('roster/place_employees', {
  ...company,
  employees: 'text',
  revision: 'integer',
});

/** Links people to their external ids, and leaves them active. @param employees JSON: `[number, externalId][]` */
export const admitEmployees = exec('roster/admit_employees', {
  ...company,
  employees: 'text',
  revision: 'integer',
});

/** @param numbers a JSON array of employees' numbers */
export const deactivate = exec('roster/deactivate', {
  ...company,
  numbers: 'text',
  now: 'integer',
  revision: 'integer',
});

const person = {
  number: 'integer',
  id: 'text',
  externalId: 'text?',
  name: 'text?',
  email: 'text',
  hasSignedIn: 'flag',
  departmentNumber: 'integer?',
  jobTitle: 'text?',
  isAdmin: 'flag',
  portalRole: 'text?',
  deactivatedAt: 'integer?',
  deactivatedBy: 'text?',
} as const;

/** Somebody on record, active or not, as far as runs are about them. */
export type PersonRow = Of<typeof person>;

/** People by number; `numbers` is a JSON array of pairs of a first and a last one. */
export const listPeople = many('roster/list_people', { ...company, numbers: 'text' }, person);

/** `[number, externalId, departmentNumber, jobTitle, deactivatedAt]` of each. */
export const setEmployees = exec('roster/set_employees', {
  companyId: 'integer',
  employees: 'text',
  revision: 'integer',
});

/** `[number, externalId, parentNumber, archivedAt]` of each. */
export const setDepartments = exec('roster/set_departments', {
  companyId: 'integer',
  departments: 'text',
});
