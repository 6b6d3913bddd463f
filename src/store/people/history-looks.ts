import { exec, many, one } from '../query.ts';

const company = { companyId: 'integer' } as const;
const person = { ...company, employeeNumber: 'integer' } as const;
const look = { ...person, day: 'integer', actor: 'text', kind: 'text' } as const;

/** Keeps the first look of an actor on a day. */
export const record = exec('history-looks/record', { ...look, role: 'text', at: 'integer' });

export const find = one('history-looks/find', look, { at: 'integer' });

/** Who looked at somebody's history since a day, the newest day first. */
export const listNewest = many(
  'history-looks/list_newest',
  { ...person, since: 'integer', count: 'integer' },
  { actor: 'text', kind: 'text', role: 'text', at: 'integer' },
);

export const deleteOfEmployee = exec('history-looks/delete_of_employee', person);

export const deleteAll = exec('history-looks/delete_all', company);

/** How many there are, since when, and how many are from before a time. */
export const findState = one(
  'history-looks/find_state',
  { before: 'integer' },
  { count: 'integer', oldestAt: 'integer?', expired: 'integer' },
);

export const findOld = one(
  'history-looks/find_old',
  { ...company, before: 'integer' },
  { at: 'integer' },
);

export const deleteOld = exec('history-looks/delete_old', {
  ...company,
  before: 'integer',
  count: 'integer',
});
