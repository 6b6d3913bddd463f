import { exec, one } from './query.ts';

export const create = exec('deployment/create', { cursorKey: 'blob', now: 'integer' });

export const find = one('deployment/find', {}, { cursorKey: 'blob', createdAt: 'integer' });

/** A write that changes nothing, to see whether one is possible. */
export const touch = exec('deployment/touch', {});
