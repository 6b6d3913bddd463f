import { exec, listOf, many, one, rowsOf, type Shape } from './query.ts';

const entry = {
  employeeNumber: 'integer',
  entry: 'integer',
  amount: 'integer',
  reason: 'text?',
  onceKey: 'text?',
} as const;

export const onceKey = { companyId: 'integer', onceKey: 'text' } as const;

/**
 * The statements that both ledgers have. Times in milliseconds UTC.
 *
 * @param more what else an entry of this ledger has
 */
export const ledgerStatements = <const More extends Shape>(file: string, more: More) => ({
  /** Writes an entry; triggers update the totals. */
  add: exec(`${file}/add`, {
    ...{ companyId: 'integer', source: 'text', now: 'integer' },
    ...entry,
    ...more,
  }),
  /** Writes many entries at once, by whoever they come from. */
  addAll: exec(`${file}/add_all`, {
    companyId: 'integer',
    entries: rowsOf({ ...entry, source: 'text', recordedAt: 'integer', ...more }),
  }),
  findByOnceKey: one(`${file}/find_by_once_key`, onceKey, {
    employeeNumber: 'integer',
    amount: 'integer',
    reason: 'text?',
    at: 'integer',
    recordedAt: 'integer',
  }),
  /** The entries that were written under these keys. */
  listByOnceKeys: many(
    `${file}/list_by_once_keys`,
    { companyId: 'integer', onceKeys: listOf('text') },
    {
      onceKey: 'text',
      employeeNumber: 'integer',
      amount: 'integer',
      at: 'integer',
      recordedAt: 'integer',
    },
  ),
});
