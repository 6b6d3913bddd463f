import { exec, one } from './query.ts';

export const create = exec('deployment/create', { cursorKey: 'blob', now: 'integer' });

export const find = one('deployment/find', {}, { cursorKey: 'blob' });

export const sqliteVersion = one('deployment/sqlite_version', {}, { version: 'text' });

/** When the newest thing was written down, by the clock of then; reads all there is. */
export const latestRecord = one('deployment/latest_record', {}, { at: 'integer' });
