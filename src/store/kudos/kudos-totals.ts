import { exec, listOf, many, type Of, one } from '../query.ts';

const company = { companyId: 'integer' } as const;
const ofMonth = { ...company, month: 'integer' } as const;
const byGiver = { ...ofMonth, giverNumber: 'integer' } as const;

const giver = {
  number: 'integer',
  id: 'text',
  xp: 'integer',
  coins: 'integer',
  deactivatedAt: 'integer?',
  departmentNumber: 'integer?',
  firstDay: 'text?',
  part: 'text?',
  spent: 'integer',
  companySpent: 'integer',
  rewarded: 'integer',
} as const;

/** `rewarded` is how many thanks since a time brought XP, counted up to `atMost`. */
export type KudosGiverRow = Of<typeof giver>;

export const findGiver = one(
  'kudos-totals/find_giver',
  { ...ofMonth, employeeNumber: 'integer', since: 'integer', atMost: 'integer' },
  giver,
);

/** What somebody gave before so many later ones. */
export const findEarlier = one(
  'kudos-totals/find_earlier',
  { ...company, giverNumber: 'integer', skipped: 'integer' },
  { givenAt: 'integer' },
);

/** What somebody gave to each of these people in a month. */
export const listGivenTo = many(
  'kudos-totals/list_given_to',
  { ...byGiver, numbers: listOf('integer') },
  { receiverNumber: 'integer', points: 'integer', posts: 'integer' },
);

const spent = { ...byGiver, points: 'integer', posts: 'integer' } as const;
const pairs = { ...byGiver, numbers: listOf('integer'), points: 'integer' } as const;
const month = { ...byGiver, points: 'integer' } as const;
const value = { ...ofMonth, valueCode: 'text' } as const;

export const addSpent = exec('kudos-totals/add_spent', spent);
/** The table refuses less than nothing. */
export const takeSpent = exec('kudos-totals/take_spent', spent);
export const addPairs = exec('kudos-totals/add_pairs', pairs);
export const takePairs = exec('kudos-totals/take_pairs', pairs);
/** Comes after `addSpent`, by which it knows whether the giver is another one. */
export const addMonth = exec('kudos-totals/add_month', month);
/** Comes after `takeSpent`. */
export const takeMonth = exec('kudos-totals/take_month', month);
export const addValue = exec('kudos-totals/add_value', value);
export const takeValue = exec('kudos-totals/take_value', value);

const sums = { points: 'integer', posts: 'integer', givers: 'integer' } as const;

export const findMonth = one('kudos-totals/find_month', ofMonth, sums);

/** The newest months first. */
export const listMonths = many(
  'kudos-totals/list_months',
  { ...company, count: 'integer' },
  { month: 'integer', ...sums },
);

/** All values with how many posts of a month they have. */
export const listValues = many('kudos-totals/list_values', ofMonth, {
  ...{ code: 'text', name: 'text', isActive: 'flag', posts: 'integer' },
});

/** Who gave most in a month, of those who are active. */
export const listGivers = many(
  'kudos-totals/list_givers',
  { ...ofMonth, count: 'integer' },
  {
    employeeId: 'text',
    externalId: 'text?',
    name: 'text?',
    departmentName: 'text?',
    points: 'integer',
    posts: 'integer',
  },
);

/** Two people who gave most of their points to each other: what each gave the other, and what each gave in all. */
export const listPairs = many(
  'kudos-totals/list_pairs',
  { ...ofMonth, least: 'integer', count: 'integer' },
  {
    firstId: 'text',
    firstName: 'text?',
    secondId: 'text',
    secondName: 'text?',
    firstPoints: 'integer',
    firstPosts: 'integer',
    firstTotal: 'integer',
    secondPoints: 'integer',
    secondPosts: 'integer',
    secondTotal: 'integer',
  },
);

/** What went from one person to another, most points first. */
export const listToOne = many(
  'kudos-totals/list_to_one',
  { ...ofMonth, count: 'integer' },
  {
    giverId: 'text',
    giverName: 'text?',
    departmentNumber: 'integer?',
    firstDay: 'text?',
    receiverId: 'text',
    receiverName: 'text?',
    points: 'integer',
    posts: 'integer',
  },
);
