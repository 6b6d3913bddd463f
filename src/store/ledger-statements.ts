import { exec, listOf, many, one, rowsOf, type Shape } from './query.ts';

const entry = {
  employeeNumber: 'integer',
  entry: 'integer',
  amount: 'integer',
  reason: 'text?',
  onceKey: 'text?',
  /** What wrote it, and who caused that. */
  source: 'text',
  actor: 'text',
  recordedAt: 'integer',
  /** What the person has after it, where it is a decision of its own. */
  total: 'integer?',
} as const;

export const onceKey = { companyId: 'integer', onceKey: 'text' } as const;

/**
 * The statements that both ledgers have. Times in milliseconds UTC.
 *
 * @param more what else an entry of this ledger has
 */
export const ledgerStatements = <const More extends Shape>(file: string, more: More) => ({
  /** Writes entries, whose actors have numbers; triggers update the totals. */
  addAll: exec(`${file}/add_all`, {
    companyId: 'integer',
    entries: rowsOf({ ...entry, ...more }),
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
