import { exec, many, one } from './query.ts';

/** Writes an entry down; the balance follows by itself, and the table refuses one below zero. */
export const add = exec('coin-ledger/add', {
  companyId: 'integer',
  employeeNumber: 'integer',
  entry: 'integer',
  amount: 'integer',
  reason: 'text?',
  source: 'text',
  now: 'integer',
  onceKey: 'text?',
});

export const findOnce = one(
  'coin-ledger/find_once',
  { companyId: 'integer', onceKey: 'text' },
  { employeeNumber: 'integer', amount: 'integer', reason: 'text?', at: 'integer' },
);

/** Writes many entries down. `entries` is a JSON array of `[employeeNumber, entry, amount, reason, onceKey]`. */
export const addAll = exec('coin-ledger/add_all', {
  companyId: 'integer',
  entries: 'text',
  source: 'text',
  now: 'integer',
});

/** The entries that were written under these keys, a JSON array. */
export const listOnce = many(
  'coin-ledger/list_once',
  { companyId: 'integer', onceKeys: 'text' },
  { onceKey: 'text', employeeNumber: 'integer', amount: 'integer' },
);
