import * as v from 'valibot';
import { syncResult } from '../../domain/roster/sync-result.ts';

/** A row that failed or is worth a look. A service newer than this program may send codes it does not know. */
const rowNote = v.object({
  index: v.pipe(v.number(), v.integer()),
  external_id: v.nullable(v.string()),
  code: v.string(),
  message: v.string(),
});
export type RowNote = v.InferOutput<typeof rowNote>;

/** The answer to a sync, whether this process ran it or a service. */
export const importResult = v.object({
  ...syncResult.entries,
  errors: v.array(rowNote),
  warnings: v.array(rowNote),
});
export type ImportResult = v.InferOutput<typeof importResult>;
