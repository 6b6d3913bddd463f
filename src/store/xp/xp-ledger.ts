import { many, one } from '../query.ts';
import { ledgerStatements } from './ledger-statements.ts';

export const { addAll, listByIdempotencyKeys } = ledgerStatements('xp-ledger', {
  countsAt: 'integer',
  badges: 'text?',
});

/** A page of an employee's entries as API objects, newest first, starting after a key. */
export const listJson = many(
  'xp-ledger/list_json',
  {
    ...{ companyId: 'integer', employeeNumber: 'integer' },
    ...{ countsAt: 'integer', entry: 'integer', count: 'integer' },
  },
  { countsAt: 'integer', entry: 'integer', json: 'text' },
);

/** How many entries there are in all companies, and when the first of them was recorded. */
export const findState = one(
  'xp-ledger/find_state',
  {},
  { count: 'integer', oldestAt: 'integer?' },
);
