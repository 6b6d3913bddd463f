import { exec, many, one } from './query.ts';

/** Writes an entry down; the totals follow by themselves. Times in milliseconds UTC. */
export const add = exec('xp-ledger/add', {
  companyId: 'integer',
  employeeNumber: 'integer',
  entry: 'integer',
  amount: 'integer',
  reason: 'text?',
  source: 'text',
  countsAt: 'integer',
  now: 'integer',
  onceKey: 'text?',
});

export const findOnce = one(
  'xp-ledger/find_once',
  { companyId: 'integer', onceKey: 'text' },
  { employeeNumber: 'integer', amount: 'integer', reason: 'text?', at: 'integer' },
);

/** Writes many entries down. `entries` is a JSON array of `[employeeNumber, entry, amount, reason, countsAt, onceKey]`. */
export const addAll = exec('xp-ledger/add_all', {
  companyId: 'integer',
  entries: 'text',
  source: 'text',
  now: 'integer',
});

/** The entries that were written under these keys, a JSON array. */
export const listOnce = many(
  'xp-ledger/list_once',
  { companyId: 'integer', onceKeys: 'text' },
  { onceKey: 'text', employeeNumber: 'integer', amount: 'integer' },
);
