import { many, one } from '../query.ts';

const since = { companyId: 'integer', revision: 'integer', most: 'integer' } as const;

const change = {
  number: 'integer',
  departmentNumber: 'integer?',
  active: 'flag',
  xp: 'integer',
} as const;

export const state = one(
  'board-changes/state',
  { companyId: 'integer' },
  { revision: 'integer', generation: 'integer' },
);

/** The current state of people changed after a revision, by all-time XP. */
export const inAllTime = many('board-changes/in_all_time', since, change);

/** The same by the XP of a range of months. */
export const inMonths = many(
  'board-changes/in_months',
  { ...since, first: 'integer', last: 'integer' },
  change,
);
