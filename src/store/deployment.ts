import { exec, one } from './query.ts';

export const create = exec('deployment/create', { cursorKey: 'blob', now: 'integer' });

export const find = one('deployment/find', {}, { cursorKey: 'blob' });

/** Records where browsers reach the service. */
export const setAddress = exec('deployment/set_address', { address: 'text' });

export const findAddress = one('deployment/find_address', {}, { address: 'text?' });

/** The time of the newest record. */
export const latestRecord = one('deployment/latest_record', {}, { at: 'integer' });
