import { exec, listOf, many, one, rowsOf } from './query.ts';

/** Writes an entry; a trigger updates the balance, and the table refuses one below zero. */
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

/** Writes many entries at once. */
export const addAll = exec('coin-ledger/add_all', {
  companyId: 'integer',
  entries: rowsOf({
    employeeNumber: 'integer',
    entry: 'integer',
    amount: 'integer',
    reason: 'text?',
    onceKey: 'text?',
  }),
  source: 'text',
  now: 'integer',
});

/** The entries that were written under these keys. */
export const listOnce = many(
  'coin-ledger/list_once',
  { companyId: 'integer', onceKeys: listOf('text') },
  { onceKey: 'text', employeeNumber: 'integer', amount: 'integer' },
);
