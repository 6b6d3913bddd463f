import { many, one } from '../query.ts';

const company = { companyId: 'integer' } as const;

/** The revision of a company that a ranking shows, and its highest employee number. */
export const findCompany = one('ranking/find_company', company, {
  revision: 'integer',
  highestNumber: 'integer',
});

const ranked = {
  number: 'integer',
  departmentNumber: 'integer?',
  xp: 'integer',
} as const;

/** Everybody active in rank order, by all XP ever earned. */
export const rankAllTime = many('ranking/rank_all_time', company, ranked);

/** Everybody active in rank order, by the XP of a range of months, both ends included. */
export const rankMonths = many(
  'ranking/rank_months',
  { ...company, first: 'integer', last: 'integer' },
  ranked,
);
