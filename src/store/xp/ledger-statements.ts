import { exec, listOf, many, rowsOf, type Shape } from '../query.ts';

const entry = {
  employeeNumber: 'integer',
  entry: 'integer',
  amount: 'integer',
  reason: 'text?',
  idempotencyKey: 'text?',
  /** What wrote it, and who caused that. */
  source: 'text',
  actor: 'text',
  recordedAt: 'integer',
  /** What the person has after it, where it is a decision of its own. */
  total: 'integer?',
} as const;

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
  /** The entries that were written under these keys. */
  listByIdempotencyKeys: many(
    `${file}/list_by_idempotency_keys`,
    { companyId: 'integer', idempotencyKeys: listOf('text') },
    {
      idempotencyKey: 'text',
      employeeNumber: 'integer',
      amount: 'integer',
      reason: 'text?',
      at: 'integer',
      recordedAt: 'integer',
    },
  ),
});
