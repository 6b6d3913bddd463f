import { exec, one } from './query.ts';

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
