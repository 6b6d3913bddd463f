import { exec, many, one, rowsOf } from '../query.ts';

const company = { companyId: 'integer' } as const;

/** Holds a company that nobody holds, once `setEnd` says until when. */
export const begin = exec('roster-holds/begin', { ...company, token: 'text' });

export const find = one('roster-holds/find', company, { token: 'text?', heldUntil: 'integer?' });

/** `run` is JSON: the run as it will be recorded, where a part of it is applied already. It may be long. */
export const findRun = one('roster-holds/find_run', company, { revision: 'integer', run: 'text?' });

/** The companies that are held. */
export const list = many(
  'roster-holds/list',
  {},
  { ...company, name: 'text', token: 'text?', heldUntil: 'integer?' },
);

/** Says until when a company is held unless that is renewed; null where it is free. */
export const setEnd = exec('roster-holds/set_end', { ...company, until: 'integer?' });

export const keepRun = exec('roster-holds/keep_run', { ...company, run: 'text' });

export const end = exec('roster-holds/end', company);

/** Who of the people with these numbers was changed after a revision. */
export const listChanged = many(
  'roster-holds/list_changed',
  { ...company, ranges: rowsOf({ first: 'integer', last: 'integer' }), revision: 'integer' },
  { number: 'integer' },
);

export const findCounters = one('roster-holds/find_counters', company, {
  lastEmployee: 'integer',
  lastDepartment: 'integer',
});
