import { many } from '../query.ts';

/** The newest XP entries of a company with their reasons. */
export const listNewest = many(
  'reasons/list_newest',
  { companyId: 'integer', count: 'integer' },
  { reason: 'text?', employeeNumber: 'integer', amount: 'integer' },
);
