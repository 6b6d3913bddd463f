import {
  amountByOnceKey,
  entry,
  entryByOnceKey,
  onceKey,
  onceKeys,
  origin,
} from './ledger-shapes.ts';
import { exec, many, one, rowsOf } from './query.ts';

const xpEntry = { ...entry, countsAt: 'integer' } as const;

/** Writes an entry; triggers update the totals. Times in milliseconds UTC. */
export const add = exec('xp-ledger/add', { ...origin, ...xpEntry });

/** Writes many entries at once. */
export const addAll = exec('xp-ledger/add_all', { ...origin, entries: rowsOf(xpEntry) });

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
