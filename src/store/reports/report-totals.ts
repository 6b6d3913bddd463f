import { exec, listOf, many, one, rowsOf } from '../query.ts';

const company = { companyId: 'integer' } as const;

const period = { unit: 'text', period: 'integer' } as const;

/** Adds people who joined. */
export const addPeople = exec('report-totals/add_people', {
  ...company,
  joined: rowsOf({ ...period, departmentNumber: 'integer', people: 'integer' }),
});

/** The month and the week of some entries, with their bounds in milliseconds UTC. */
const when = {
  month: 'integer',
  monthStart: 'integer',
  monthEnd: 'integer',
  week: 'integer',
  weekStart: 'integer',
  weekEnd: 'integer',
} as const;

/** Adds entries of XP that were just written, with where their people are now. */
export const addXp = exec('report-totals/add_xp', {
  ...company,
  ...when,
  entries: rowsOf({
    ...{ number: 'integer', entry: 'integer', amount: 'integer' },
    ...{ departmentNumber: 'integer?', isActive: 'flag' },
  }),
});

/** Adds entries of coins. */
export const addCoins = exec('report-totals/add_coins', {
  ...company,
  ...when,
  entries: rowsOf({ number: 'integer', earned: 'integer', spent: 'integer' }),
});

const ends = { ...company, from: 'integer', into: 'integer' } as const;

/** Adds what a department has in all periods to another one. */
export const addTotalsOf = exec('report-totals/add_totals_of', ends);

export const deleteTotalsOf = exec('report-totals/delete_totals_of', {
  ...company,
  departmentNumber: 'integer',
});

/** Whoever was in one department was in the other one. */
export const movePlacements = exec('report-totals/move_placements', ends);

/** Of everybody, or of the people in these departments; 0 is for nowhere. */
const asked = {
  ...company,
  unit: 'text',
  everybody: 'flag',
  departments: listOf('integer'),
} as const;

/** What changed in each period from `first` to `last` in which something did, oldest first. */
export const list = many(
  'report-totals/list',
  { ...asked, first: 'integer', last: 'integer' },
  {
    ...{ period: 'integer', people: 'integer', coinsHeld: 'integer', joiners: 'integer' },
    ...{ leavers: 'integer', participants: 'integer', signedIn: 'integer', redeemers: 'integer' },
    ...{ xp: 'integer', coinsEarned: 'integer', coinsSpent: 'integer', badges: 'integer' },
  },
);

/** The people and coins that there were before a period. */
export const sumBefore = one(
  'report-totals/sum_before',
  { ...asked, first: 'integer' },
  { people: 'integer', coinsHeld: 'integer' },
);

/** By how much the people of each department became more in each period; what was before the first is in that before it. */
export const listPeople = many(
  'report-totals/list_people',
  { ...company, unit: 'text', first: 'integer', last: 'integer' },
  { period: 'integer', departmentNumber: 'integer', people: 'integer', leavers: 'integer' },
);

/** How many people of each department took part in each period. */
export const listParticipants = many(
  'report-totals/list_participants',
  { ...company, unit: 'text', first: 'integer', last: 'integer' },
  { period: 'integer', departmentNumber: 'integer', participants: 'integer' },
);

/** Since when it is known who signs in to a company, in milliseconds UTC; 0 for always. */
export const findSignInsSince = one('report-totals/find_sign_ins_since', company, {
  at: 'integer',
});

/** Totals of a company that its ledgers and people contradict. */
export const listWrong = many(
  'report-totals/list_wrong',
  { ...company, most: 'integer' },
  { ...period, departmentNumber: 'integer' },
);

export const deleteAll = exec('report-totals/delete_all', company);

/** Counts the totals of a company, which were deleted. */
export const rebuild = exec('report-totals/rebuild', company);

export const deletePlacements = exec('report-totals/delete_placements', company);
export const deleteSignIns = exec('report-totals/delete_sign_ins', company);
