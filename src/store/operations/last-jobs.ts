import { exec, many, one } from '../query.ts';

/** How many companies are listed at most, the oldest first. */
const limit = { companies: 'integer' } as const;

const rows = { rowsRead: 'integer', rowsFailed: 'integer' } as const;

/** The last sync of each live company by source and outcome. */
export const listSyncs = many('last-jobs/list_syncs', limit, {
  companyId: 'text',
  source: 'text',
  outcome: 'text',
  entry: 'integer',
  finishedAt: 'integer',
  ...rows,
});

/** The last XP import of each live company. */
export const listXpImports = many('last-jobs/list_xp_imports', limit, {
  companyId: 'text',
  at: 'integer',
  ...rows,
});

/** The last completed backup, and when the data file was created. */
export const findBackup = one(
  'last-jobs/find_backup',
  {},
  { lastBackupAt: 'integer?', lastBackupBytes: 'integer?', createdAt: 'integer' },
);

export const recordBackup = exec('last-jobs/record_backup', { at: 'integer', bytes: 'integer' });
