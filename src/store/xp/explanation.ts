import { many, one } from '../query.ts';

const window = {
  companyId: 'integer',
  employeeNumber: 'integer',
  from: 'integer',
  until: 'integer',
} as const;

const entry = {
  countsAt: 'integer',
  recordedAt: 'integer',
  amount: 'integer',
  reason: 'text?',
  source: 'text',
} as const;

/** An employee's XP entries of a window (`until` is outside it), oldest first, with the sum up to each. */
export const listEntries = many('explanation/list_entries', window, {
  ...entry,
  idempotencyKey: 'text?',
  sum: 'integer',
});

/** The newest XP entries of a window, newest first. */
export const listNewest = many('explanation/list_newest', { ...window, count: 'integer' }, entry);

/** An employee's XP entries before a place, newest first. */
export const listBefore = many(
  'explanation/list_before',
  {
    ...{ companyId: 'integer', employeeNumber: 'integer' },
    ...{ countsAt: 'integer', entry: 'integer', count: 'integer' },
  },
  { ...entry, entry: 'integer' },
);

/** How many XP entries there are in a window, and their sum. */
export const sum = one('explanation/sum', window, { entries: 'integer', xp: 'integer' });

/**
 * An active person's rank by the XP of a window, with both neighbours; nothing for a deactivated person. It adds
 * up the ledger of the whole company, so only commands use it.
 */
export const listAround = many('explanation/list_around', window, {
  rank: 'integer',
  people: 'integer',
  xp: 'integer',
  number: 'integer',
  id: 'text',
  name: 'text?',
  joinedAt: 'integer',
});
