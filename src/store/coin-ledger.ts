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

/** Writes an entry; a trigger updates the balance, and the table refuses one below zero. */
export const add = exec('coin-ledger/add', { ...origin, ...entry });

/** Writes many entries at once. */
export const addAll = exec('coin-ledger/add_all', {
  companyId: 'integer',
  entries: rowsOf(writtenEntry),
});

export const findByOnceKey = one('coin-ledger/find_by_once_key', onceKey, entryByOnceKey);

/** The entries that were written under these keys. */
export const listByOnceKeys = many('coin-ledger/list_by_once_keys', onceKeys, amountByOnceKey);
