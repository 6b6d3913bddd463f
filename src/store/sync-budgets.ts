import { exec, one } from './query.ts';

/** Writes down how much of its hourly window a key has used. */
export const saveWindow = exec('sync-budgets/save_window', {
  companyId: 'integer',
  keyId: 'text',
  windowStartedAt: 'integer',
  used: 'integer',
});

/** The last hourly window a key has used anything of. */
export const find = one(
  'sync-budgets/find',
  { companyId: 'integer', keyId: 'text' },
  { windowStartedAt: 'integer', used: 'integer' },
);
