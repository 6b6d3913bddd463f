import { exec, many, one, rowsOf } from '../query.ts';

const company = { companyId: 'integer' } as const;

/** Writes events with consecutive sequence numbers from `first` on. `data` is JSON. */
export const addAll = exec('events/add_all', {
  ...company,
  first: 'integer',
  events: rowsOf({
    id: 'text',
    type: 'text',
    at: 'integer',
    employeeNumber: 'integer?',
    data: 'text',
  }),
});

/**
 * The sequence numbers of the oldest event that is kept and of the newest one. Without events `first` is the number of
 * the next one.
 */
export const findBounds = one('events/find_bounds', company, {
  first: 'integer',
  last: 'integer',
});

/**
 * Events as API objects, oldest first: those after one number, up to and including another. `types` is a JSON array, or
 * null for all.
 */
export const listJson = many(
  'events/list_json',
  { ...company, after: 'integer', through: 'integer', types: 'text?', count: 'integer' },
  { sequence: 'integer', json: 'text' },
);

/** The newest events as API objects, the newest first. */
export const listNewestJson = many(
  'events/list_newest_json',
  { ...company, types: 'text?', count: 'integer' },
  { json: 'text' },
);

/** Of these companies, those with an event after a number, and the number of their newest one. */
export const listNewer = many(
  'events/list_newer',
  { companies: rowsOf({ companyId: 'integer', checkedTo: 'integer' }) },
  { companyId: 'integer', last: 'integer' },
);

/** The types of the first events after a number. */
export const listTypes = many(
  'events/list_types',
  { ...company, after: 'integer', count: 'integer' },
  { type: 'text', sequence: 'integer' },
);

/** How many events were ever written, of the companies that exist. */
export const countWritten = one('events/count_written', {}, { count: 'integer' });

/** Of one company that has events from before a time, the last of the oldest thousand that is. */
export const findOld = one(
  'events/find_old',
  { before: 'integer' },
  { ...company, through: 'integer' },
);

export const deleteThrough = exec('events/delete_through', { ...company, through: 'integer' });

export const deleteAll = exec('events/delete_all', company);

/** How many events are kept of all companies, since when, and how many of them are from before a time. */
export const findState = one(
  'events/find_state',
  { before: 'integer' },
  { count: 'integer', oldestAt: 'integer?', expired: 'integer' },
);
