import { exec, one } from '../query.ts';

/** Records how much of its hourly window a key has used. */
export const saveWindow = exec('sync-budgets/save_window', {
  companyId: 'integer',
  keyId: 'text',
  windowStartedAt: 'integer',
  used: 'integer',
});

/** The last hourly window in which a key was used. */
export const find = one(
  'sync-budgets/find',
  { companyId: 'integer', keyId: 'text' },
  { windowStartedAt: 'integer', used: 'integer' },
);
