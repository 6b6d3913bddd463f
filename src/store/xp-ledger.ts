import { ledgerStatements } from './ledger-statements.ts';
import { many } from './query.ts';

export const { addAll, findByOnceKey, listByOnceKeys } = ledgerStatements('xp-ledger', {
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
