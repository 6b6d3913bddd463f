import * as v from 'valibot';
import { type ContestState, type Counts, prize, type Ties } from '../../domain/contest.ts';
import {
  define,
  enumWithMeanings,
  listOf,
  object,
  orNull,
  text,
  timestamp,
  uuid,
  whole,
} from '../../domain/schema.ts';
import { departmentReference } from '../departments/department-schemas.ts';

const STATES: Readonly<Record<ContestState, string>> = {
  upcoming: 'It has not started.',
  running: 'It has started and not ended.',
  ended: 'It has ended and is not closed yet: XP of its days can still arrive.',
  closed: 'Its ranking does not change any more, and its prizes are granted.',
  cancelled: 'It grants nothing.',
};

const TIES: Readonly<Record<Ties, string>> = {
  shared: 'They share a rank, and all who share it win; the next rank counts them all: 1, 1, 3.',
  first: 'Who reached it first is ahead.',
  joined: 'Who joined first is ahead; in contests from before there was a choice.',
};

const COUNTS: Readonly<Record<Counts, string>> = {
  xp: 'People rank by the XP of the days.',
  badges: 'People rank by the badges that they earned in the days.',
  participation: 'Departments rank by the share of their people who gained XP in the days.',
  average: 'Departments rank by the XP of the days per head.',
};

export const contest = define(
  'Contest',
  object('A contest: who is ahead in some days.', {
    id: uuid('The contest.'),
    name: text('Its name.'),
    state: enumWithMeanings(STATES, 'Where it stands now.'),
    first_day: text('The first day that counts, in UTC, such as `2026-12-01`.'),
    last_day: text('The last day that counts, in UTC; it counts to its end.'),
    departments: listOf(
      departmentReference,
      'Members of these departments and those below take part. Empty if everybody does.',
    ),
    counts: enumWithMeanings(COUNTS, 'What it ranks by.'),
    reasons: listOf(text('A reason.'), 'Only XP with these reasons counts. Empty if all counts.'),
    badges: listOf(text('The code of a badge.'), 'Only these badges count. Empty if all count.'),
    prizes: listOf(prize, 'A rank may win several.'),
    ties: enumWithMeanings(TIES, 'How people with the same XP are placed.'),
    created_at: timestamp('When it was created.'),
    cancelled_at: orNull(timestamp('When it was cancelled.')),
    closed_at: orNull(timestamp('When its ranking was kept.')),
    people: orNull(
      whole(
        'How many people had something that counts, those who have left since included. Null until closed.',
        0,
      ),
    ),
  }),
);

/** A department in the ranking of a contest, or several together. */
export const contestTeam = define(
  'ContestTeam',
  object('A place in a contest of departments.', {
    rank: whole('Its place. Departments with the same value share one.', 1),
    departments: listOf(
      departmentReference,
      'The department. Those of fewer than five people rank together.',
    ),
    people: whole('Its active people, with those below who count for it.', 1),
    participants: whole('Those of them who gained XP in the days.', 0),
    participation: v.pipe(v.number(), v.description('Their share, from 0 to 1.')),
    xp: v.pipe(v.number(), v.description('The XP that they gained.')),
    average: v.pipe(v.number(), v.description('XP per head of its people.')),
  }),
);

export type ContestTeam = v.InferOutput<typeof contestTeam>;

export type Contest = v.InferOutput<typeof contest>;
