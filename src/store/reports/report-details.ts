import { listOf, many, type Of, one } from '../query.ts';

/** From a moment on, up to another one, in milliseconds UTC. */
const time = { companyId: 'integer', from: 'integer', until: 'integer' } as const;

const sums = { xp: 'integer', coins: 'integer', people: 'integer' } as const;

const named = [
  { ...time, smallest: 'integer', most: 'integer' },
  { name: 'text', ...sums },
] as const;

const others = [{ ...time, named: listOf('text') }, sums] as const;

/** The reasons for XP that counts for these days and that so many people got, those of most XP first. */
export const listReasons = many('report-details/list_reasons', ...named);

/** What was given for all other reasons and for none. */
export const sumOtherReasons = one('report-details/sum_other_reasons', ...others);

/** Who gave XP or coins to so many people, as the actor of an award. */
export const listGivers = many('report-details/list_givers', ...named);

/** What all others gave. */
export const sumOtherGivers = one('report-details/sum_other_givers', ...others);

/** How many entries of XP count for these days, up to a limit. */
export const countXp = one(
  'report-details/count_xp',
  { ...time, atMost: 'integer' },
  { count: 'integer' },
);

const without = {
  companyId: 'integer',
  since: 'integer',
  everybody: 'flag',
  departments: listOf('integer'),
} as const;

const withoutRow = {
  number: 'integer',
  id: 'text',
  name: 'text?',
  email: 'text',
  departmentNumber: 'integer?',
} as const;

/** Somebody who got nothing. */
export type WithoutRow = Of<typeof withoutRow>;

/** Active people who have been there since then and got no XP, coins or badge, in the order of joining. */
export const listWithout = many(
  'report-details/list_without',
  { ...without, after: 'integer', count: 'integer' },
  withoutRow,
);

/** How many they are. */
export const countWithout = one('report-details/count_without', without, { count: 'integer' });
