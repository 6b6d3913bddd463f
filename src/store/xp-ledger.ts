import { exec, one } from './query.ts';

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
