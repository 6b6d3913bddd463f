import { exec, many, type Of, one } from '../query.ts';

const company = { companyId: 'integer' } as const;
const value = { code: 'text', name: 'text', isActive: 'flag' } as const;

export type KudosValueRow = Of<typeof value>;

/** In their order, those of former times included. */
export const list = many('kudos-values/list', company, value);

export const find = one('kudos-values/find', { ...company, code: 'text' }, value);

/** Adds a value, or replaces the one with that code, which keeps its place. */
export const save = exec('kudos-values/save', { ...company, ...value, entry: 'integer' });

/** Puts two values each to the place of the other. */
export const swap = exec('kudos-values/swap', { ...company, code: 'text', other: 'text' });
