import type { SyncResult } from '../../domain/roster/sync-result.ts';

/** A row that failed or is worth a look. A service newer than this program may send codes it does not know. */
export type RowNote = {
  index: number;
  external_id: string | null;
  code: string;
  message: string;
};

/** The answer to a sync, whether this process ran it or a service. */
export type ImportResult = Omit<SyncResult, 'errors' | 'warnings'> & {
  errors: RowNote[];
  warnings: RowNote[];
};
