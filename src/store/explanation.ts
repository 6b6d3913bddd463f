import { many, one } from './query.ts';

const person = { companyId: 'integer', employeeNumber: 'integer' } as const;
const window = { ...person, from: 'integer', until: 'integer' } as const;

/** An employee's XP entries of a window (`until` is outside it), oldest first, with the sum up to each. */
export const listEntries = many('explanation/list_entries', window, {
  countsAt: 'integer',
  recordedAt: 'integer',
  amount: 'integer',
  reason: 'text?',
  source: 'text',
  onceKey: 'text?',
  sum: 'integer',
});

export const sumAll = one('explanation/sum_all', person, { entries: 'integer', xp: 'integer' });

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
