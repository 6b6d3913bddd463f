import { many, one } from '../query.ts';
import { ledgerStatements } from './ledger-statements.ts';

// The table refuses a balance below zero.
export const { addAll, listByIdempotencyKeys } = ledgerStatements('coin-ledger', {});

const beforeEntry = {
  companyId: 'integer',
  employeeNumber: 'integer',
  before: 'integer',
} as const;

/** The coin entries of a person before one, newest first. */
export const listNewest = many(
  'coin-ledger/list_newest',
  { ...beforeEntry, count: 'integer' },
  { entry: 'integer', amount: 'integer', reason: 'text?', source: 'text', recordedAt: 'integer' },
);

/** What a person had before an entry. */
export const sumBefore = one('coin-ledger/sum_before', beforeEntry, { coins: 'integer' });

/** How many entries there are in all companies, and when the first of them was recorded. */
export const findState = one(
  'coin-ledger/find_state',
  {},
  { count: 'integer', oldestAt: 'integer?' },
);
