import { exec, listOf, many, one, rowsOf } from '../query.ts';

const company = { companyId: 'integer' } as const;

/** Active people with an external id and a role. */
export const listProtected = many('kept-people/list_protected', company, { number: 'integer' });

/** Whom the last import of everybody lacked and kept, decided about or not. */
export const listNumbers = many('kept-people/list_numbers', company, { number: 'integer' });

/** Those of them about whom nobody has decided, by number. */
export const listUndecided = many('kept-people/list_undecided', company, {
  number: 'integer',
  reason: 'text',
  since: 'integer',
});

/** One of them. */
export const find = one(
  'kept-people/find',
  { ...company, number: 'integer' },
  { reason: 'text', since: 'integer', decidedAt: 'integer?' },
);

/** How many of them wait for a decision, and since when the first of them. */
export const countUndecided = one('kept-people/count_undecided', company, {
  count: 'integer',
  since: 'integer?',
});

export const save = exec('kept-people/save', {
  ...company,
  people: rowsOf({ number: 'integer', reason: 'text' }),
  now: 'integer',
});

export const remove = exec('kept-people/remove', { ...company, numbers: listOf('integer') });

/** Somebody decided to keep a person. */
export const decide = exec('kept-people/decide', {
  ...company,
  number: 'integer',
  now: 'integer',
});

export const deleteAll = exec('kept-people/delete_all', company);
