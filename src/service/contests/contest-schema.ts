import type * as v from 'valibot';
import { type ContestState, prize, type Ties } from '../../domain/contest.ts';
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

export const contest = define(
  'Contest',
  object('A contest: who earns most XP in some days.', {
    id: uuid('The contest.'),
    name: text('Its name.'),
    state: enumWithMeanings(STATES, 'Where it stands now.'),
    first_day: text('The first day that counts, in UTC, such as `2026-12-01`.'),
    last_day: text('The last day that counts, in UTC; it counts to its end.'),
    departments: listOf(
      departmentReference,
      'Members of these departments and those below take part. Empty if everybody does.',
    ),
    prizes: listOf(prize, 'A rank may win several.'),
    ties: enumWithMeanings(TIES, 'How people with the same XP are placed.'),
    created_at: timestamp('When it was created.'),
    cancelled_at: orNull(timestamp('When it was cancelled.')),
    closed_at: orNull(timestamp('When its ranking was kept.')),
    people: orNull(
      whole('How many people ranked, those who have left since included. Null until closed.', 0),
    ),
  }),
);

export type Contest = v.InferOutput<typeof contest>;
