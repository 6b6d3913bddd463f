import {
  type Counts,
  firstDay,
  lastDay,
  type Prize,
  stateOf,
  type Ties,
} from '../../domain/contest.ts';
import type { Team } from '../../domain/contest-teams.ts';
import { failure, toError } from '../../domain/errors.ts';
import type { Failure } from '../../domain/failures.ts';
import { isoTime } from '../../domain/iso-time.ts';
import { fold } from '../../domain/text.ts';
import type { ContestRow } from '../../store/contests/contests.ts';
import * as store from '../../store/contests/contests.ts';
import type { Database } from '../../store/database.ts';
import * as departments from '../../store/departments/departments.ts';
import { all, type Reading } from '../../store/reading.ts';
import { toDepartmentReference } from '../departments/departments.ts';
import type { Contest } from './contest-schema.ts';

/** A prize that could not be granted, and why. */
export type WithheldPrize = {
  rank: number;
  badge: string | null;
  coins: number | null;
  reason: string;
};

/**
 * As it is kept: `number` is that of the person, who may share the rank. Contests of earlier versions do not have it, and
 * have their reasons in English.
 */
export type KeptWithheldPrize = Omit<WithheldPrize, 'reason'> & {
  reason: Failure | string;
  number?: number;
};

/** Whether people with the same XP share a place. */
export const sharesPlaces = ({ ties }: Pick<ContestRow, 'ties'>): boolean => ties === 'shared';

export const prizesOf = ({ prizes }: Pick<ContestRow, 'prizes'>): Prize[] => JSON.parse(prizes);
/** The prizes that were withheld, with the reasons as they are kept. */
export const keptWithheldOf = ({ withheld }: ContestRow): KeptWithheldPrize[] =>
  JSON.parse(withheld ?? '[]');
export const withheldOf = (row: ContestRow): WithheldPrize[] =>
  keptWithheldOf(row).map(({ number: _, reason, ...shown }) => ({
    ...shown,
    reason: typeof reason === 'string' ? reason : toError(reason).message,
  }));
/** The prizes that somebody with a rank did not get. */
export const withheldFrom = (row: ContestRow, of: { rank: number; number: number }) =>
  keptWithheldOf(row).filter(
    ({ rank, number = of.number }) => rank === of.rank && number === of.number,
  );

/** The numbers of the departments that take part, with those below them; none for everybody. */
export const departmentNumbersOf = ({ departments }: Pick<ContestRow, 'departments'>): number[] =>
  JSON.parse(departments);

/** The ranking of departments that is kept of a closed contest; null where people rank, and while it is open. */
export const keptTeamsOf = ({ teams }: Pick<ContestRow, 'teams'>): Team[] | null =>
  JSON.parse(teams ?? 'null');

/** The reasons, or the codes of badges, that alone count. */
export const chosenOf = ({ reasons, badges }: Pick<ContestRow, 'reasons' | 'badges'>) => ({
  reasons: JSON.parse(reasons) as string[],
  badges: JSON.parse(badges) as string[],
});

/** Who made or changed a contest: actors of the audit log. */
export const decidersOf = ({ deciders }: Pick<ContestRow, 'deciders'>): string[] =>
  JSON.parse(deciders);

/** A contest as it is shown, with the names of its departments of today. */
export function* toContest(
  { companyId, now }: { companyId: number; now: number },
  row: ContestRow,
): Reading<Contest> {
  const numbers = departmentNumbersOf(row);
  const onRecord = numbers.length === 0 ? [] : yield* all(departments.listOnRecord, { companyId });
  const byNumber = new Map(onRecord.map((one) => [one.number, one]));
  return {
    id: row.id,
    name: row.name,
    state: stateOf(row, now),
    first_day: firstDay(row),
    last_day: lastDay(row),
    departments: numbers.flatMap((number) => {
      const department = byNumber.get(number);
      return department ? toDepartmentReference(department) : [];
    }),
    counts: row.counts as Counts,
    ...chosenOf(row),
    prizes: prizesOf(row),
    ties: row.ties as Ties,
    created_at: isoTime(row.createdAt),
    cancelled_at: isoTime(row.cancelledAt),
    closed_at: isoTime(row.closedAt),
    people: row.people,
  };
}

/** What decides a contest, in the form that it is changed in. Departments are ids. */
export type ContestRulesShown = {
  name: string;
  first_day: string;
  last_day: string;
  departments: string[];
  counts: Counts;
  reasons: string[];
  badges: string[];
  prizes: Prize[];
  ties: Ties;
};

export function rulesOf(db: Database, companyId: number, row: ContestRow): ContestRulesShown {
  const { name, first_day, last_day, departments, counts, reasons, badges, prizes, ties } = db.do(
    toContest({ companyId, now: row.createdAt }, row),
  );
  const ids = departments.map(({ id }) => id);
  return { name, first_day, last_day, departments: ids, counts, reasons, badges, prizes, ties };
}

/** All contests, the newest first. */
export const listContests = (db: Database, companyId: number, now: number): Contest[] =>
  db
    .all(store.list, { companyId, before: Number.MAX_SAFE_INTEGER, count: Number.MAX_SAFE_INTEGER })
    .map((row) => db.do(toContest({ companyId, now }, row)));

/**
 * The contest that a reference means: an id, or a name in any case. An id decides alone.
 *
 * @throws EngagedError `not_found`; `conflict` with the ids where several contests match
 */
export function requireContest(db: Database, companyId: number, reference: string): ContestRow {
  const text = reference.trim();
  const id = text.toLowerCase();
  const matches = db.all(store.listMatching, { companyId, id, nameKey: fold(text) });
  const [found, ...others] = matches.some((row) => row.id === id)
    ? matches.filter((row) => row.id === id)
    : matches;
  if (!found) throw failure('contest_not_found');
  if (others.length === 0) return found;
  const ids = matches.map((row) => row.id).join(', ');
  throw failure('several_match', { things: 'contests', ids });
}

/** A contest of a company that is due. `id` is the company's. */
export type DueContest = { companyId: number; id: string; entry: number; contestId: string };

/** The contests of all companies that are to be closed, in the order of their ends. */
export const listDueContests = (
  db: Database,
  { now, graceMs }: { now: number; graceMs: number },
): DueContest[] => db.all(store.listDue, { endedBy: now - graceMs });
