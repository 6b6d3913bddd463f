import { exec, many, one, rowsOf } from './query.ts';

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

export const deleteAll = exec('events/delete_all', company);
