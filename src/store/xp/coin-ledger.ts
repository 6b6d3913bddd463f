import { many, one } from '../query.ts';
import { ledgerStatements } from './ledger-statements.ts';

// The table refuses a balance below zero.
export const { addAll, listByIdempotencyKeys } = ledgerStatements('coin-ledger', {});

/** The newest coin entries of a person, newest first. */
export const listNewest = many(
  'coin-ledger/list_newest',
  { companyId: 'integer', employeeNumber: 'integer', count: 'integer' },
  { amount: 'integer', reason: 'text?', source: 'text', recordedAt: 'integer' },
);

/** How many entries there are in all companies, and when the first of them was recorded. */
export const findState = one(
  'coin-ledger/find_state',
  {},
  { count: 'integer', oldestAt: 'integer?' },
);
