import { exec, listOf, many, one, rowsOf } from './query.ts';

/** Writes an entry; triggers update the totals. Times in milliseconds UTC. */
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

export const findByOnceKey = one(
  'xp-ledger/find_by_once_key',
  { companyId: 'integer', onceKey: 'text' },
  { employeeNumber: 'integer', amount: 'integer', reason: 'text?', at: 'integer' },
);

/** Writes many entries at once. */
export const addAll = exec('xp-ledger/add_all', {
  companyId: 'integer',
  entries: rowsOf({
    employeeNumber: 'integer',
    entry: 'integer',
    amount: 'integer',
    reason: 'text?',
    countsAt: 'integer',
    onceKey: 'text?',
  }),
  source: 'text',
  now: 'integer',
});

/** The entries that were written under these keys. */
export const listByOnceKeys = many(
  'xp-ledger/list_by_once_keys',
  { companyId: 'integer', onceKeys: listOf('text') },
  { onceKey: 'text', employeeNumber: 'integer', amount: 'integer' },
);
