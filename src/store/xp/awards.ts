import { exec, listOf, many, type Of, one } from '../query.ts';

const company = { companyId: 'integer' } as const;

/** Gives actors of awards their numbers. Each is named once. */
export const noteActors = exec('awards/note_actors', { ...company, actors: listOf('text') });

/** The numbers of the actors whose name contains `actor`, or is one of `actors`. */
export const listActors = many(
  'awards/list_actors',
  { ...company, actor: 'text?', actors: listOf('text') },
  { number: 'integer' },
);

const filter = {
  ...company,
  withXp: 'flag',
  withCoins: 'flag',
  before: 'integer',
  byAnybody: 'flag',
  actors: listOf('integer'),
  employeeNumber: 'integer?',
  since: 'integer?',
  until: 'integer?',
  count: 'integer',
} as const;

const exactly = { ...filter, exactly: 'integer' } as const;

const award = {
  action: 'text',
  entry: 'integer',
  at: 'integer',
  actor: 'text',
  employeeId: 'text',
  isErased: 'flag',
  amount: 'integer',
  reason: 'text?',
  idempotencyKey: 'text?',
  total: 'integer',
  countsAt: 'integer',
  badges: 'text?',
} as const;

/** An award that is a decision of its own. `total` is what the person has after it, `badges` a JSON array of codes. */
export type AwardRow = Of<typeof award>;

/** The newest awards of XP, and those of coins, before an entry: `count` of each, newest first. A null filter is ignored. */
export const list = many('awards/list', filter, award);

/** The same, by one actor alone. */
export const listByActor = many('awards/list_by_actor', exactly, award);

/** The same, to one person alone. */
export const listTo = many('awards/list_to', exactly, award);

/** The same, for a time in which few were given: reads all of them. */
export const listOfTime = many('awards/list_of_time', filter, award);

/** How many awards there are of a time, counted up to a limit. */
export const countOfTime = one(
  'awards/count_of_time',
  { ...company, since: 'integer?', until: 'integer?', atMost: 'integer' },
  { count: 'integer' },
);
