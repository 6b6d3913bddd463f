import {
  amountByOnceKey,
  entry,
  entryByOnceKey,
  onceKey,
  onceKeys,
  origin,
  writtenEntry,
} from './ledger-shapes.ts';
import { exec, many, one, rowsOf } from './query.ts';

/** Writes an entry; triggers update the totals. Times in milliseconds UTC. */
export const add = exec('xp-ledger/add', { ...origin, ...entry, countsAt: 'integer' });

/** Writes many entries at once. */
export const addAll = exec('xp-ledger/add_all', {
  companyId: 'integer',
  entries: rowsOf({ ...writtenEntry, countsAt: 'integer' }),
});

export const findByOnceKey = one('xp-ledger/find_by_once_key', onceKey, entryByOnceKey);

/** The entries that were written under these keys. */
export const listByOnceKeys = many('xp-ledger/list_by_once_keys', onceKeys, amountByOnceKey);

/** A page of an employee's entries as API objects, newest first, starting after a key. */
export const listJson = many(
  'xp-ledger/list_json',
  {
    ...{ companyId: 'integer', employeeNumber: 'integer' },
    ...{ countsAt: 'integer', entry: 'integer', count: 'integer' },
  },
  { countsAt: 'integer', entry: 'integer', json: 'text' },
);
