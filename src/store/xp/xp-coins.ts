import { exec, listOf, many, one, rowsOf } from '../query.ts';

const company = { companyId: 'integer' } as const;

/** How many coins a company or sandbox gives for each 100 XP, and from which entry on. */
export const findRule = one('xp-coins/find_rule', company, {
  perHundred: 'integer',
  since: 'integer',
});

/** Sets it for a company and its sandbox, from the next entry on. */
export const setRule = exec('xp-coins/set_rule', { ...company, perHundred: 'integer' });

/** Makes it count from the next entry on. */
export const beginAgain = exec('xp-coins/begin_again', company);

const gained = { employeeNumber: 'integer', xp: 'integer', owed: 'integer' } as const;

/** The XP that people have gained since an entry, and the coins that could not be taken back from them. */
export const list = many(
  'xp-coins/list',
  { ...company, since: 'integer', numbers: listOf('integer') },
  gained,
);

export const saveAll = exec('xp-coins/save_all', {
  ...company,
  people: rowsOf({ ...gained, since: 'integer' }),
});

export const deleteAll = exec('xp-coins/delete_all', company);
