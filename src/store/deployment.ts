import { exec, one } from './query.ts';

export const create = exec('deployment/create', { cursorKey: 'blob', now: 'integer' });

export const find = one('deployment/find', {}, { cursorKey: 'blob', createdAt: 'integer' });
