import * as v from 'valibot';
import { CONTEST_STATES, type ContestState, TIES, type Ties } from '../../../domain/contest.ts';
import { failure } from '../../../domain/errors.ts';
import type { ContestRow } from '../../../store/contests/contests.ts';
import * as contests from '../../../store/contests/contests.ts';
import type { Call } from '../../endpoint.ts';
import {
  define,
  enumWithMeanings,
  listOf,
  orNull,
  responseObject,
  text,
  timestamp,
  uuid as uuidOf,
  whole,
} from '../../openapi/schema.ts';
import { uuid } from '../../parameters.ts';
import { ADVENT } from '../examples.ts';
import { departmentReference } from '../schemas.ts';

/** The `{id}` of a path below `/v1/contests`. */
export const contestId = v.pipe(uuid, v.description('The contest.'), v.examples([ADVENT.id]));

const MEANINGS: Readonly<Record<ContestState, string>> = {
  upcoming: 'It has not started.',
  running: 'It has started and not ended.',
  ended: 'It has ended and is not closed yet: XP of its days can still arrive.',
  closed: 'Its ranking does not change any more, and its prizes are granted.',
  cancelled: 'It grants nothing.',
};

const TIES_MEANINGS: Readonly<Record<Ties, string>> = {
  shared: 'They share a rank, and all who share it win; the next rank counts them all: 1, 1, 3.',
  first: 'Who reached it first is ahead.',
  joined: 'Who joined first is ahead; in contests from before there was a choice.',
};

/** The contest that a path names. @throws EngagedError `not_found` */
export async function contestOf({ services, credential }: Call, id: string): Promise<ContestRow> {
  const { companyId } = credential;
  const row = await services.db.one(contests.findById, { companyId, id });
  if (!row) throw failure('contest_not_found');
  return row;
}

export const contest = define(
  'Contest',
  responseObject('A contest: who earns most XP in some days.', {
    id: uuidOf('The contest.'),
    name: text('Its name.'),
    state: enumWithMeanings(CONTEST_STATES, MEANINGS, 'Where it stands now.'),
    first_day: text('The first day that counts, in UTC, such as `2026-12-01`.'),
    last_day: text('The last day that counts, in UTC; it counts to its end.'),
    departments: listOf(
      departmentReference,
      'Members of these departments and those below take part. Empty if everybody does.',
    ),
    prizes: listOf(
      define(
        'Prize',
        responseObject('What a range of ranks wins: a badge or coins.', {
          first_rank: whole('The first rank that wins it.', 1),
          last_rank: whole('The last rank that wins it.', 1),
          badge: orNull(text('The code of the badge.')),
          coins: orNull(whole('The coins for each winner.', 1)),
        }),
      ),
      'A rank may win several.',
    ),
    ties: enumWithMeanings(TIES, TIES_MEANINGS, 'How people with the same XP are placed.'),
    created_at: timestamp('When it was created.'),
    cancelled_at: orNull(timestamp('When it was cancelled.')),
    closed_at: orNull(timestamp('When its ranking was kept.')),
    people: orNull(
      whole('How many people ranked, those who have left since included. Null until closed.', 0),
    ),
  }),
);
