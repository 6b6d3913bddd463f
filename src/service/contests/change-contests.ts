import { isDeepStrictEqual } from 'node:util';
import {
  CHOOSABLE_TIES,
  COUNTS,
  formatPrize,
  MAX_CHOSEN,
  type Prize,
  requireDay,
  requirePrizes,
  teamCounts,
} from '../../domain/contest.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { failure } from '../../domain/errors.ts';
import { newId } from '../../domain/id.ts';
import { requireLabel } from '../../domain/label.ts';
import { fold } from '../../domain/text.ts';
import type { ContestRow } from '../../store/contests/contests.ts';
import * as store from '../../store/contests/contests.ts';
import { requireBadge } from '../badges/badges.ts';
import { type CompanyWrite, changeRecorder, nextEntry } from '../company/company-write.ts';
import { programmeOf } from '../company/programme.ts';
import { requireDepartment } from '../departments/departments.ts';
import { requireChoice } from '../input.ts';
import { AmountCheck } from '../xp/ask-above.ts';
import type { Contest } from './contest-schema.ts';
import {
  chosenOf,
  decidersOf,
  departmentNumbersOf,
  prizesOf,
  requireContest,
  toContest,
} from './contests.ts';

/** What decides a contest. Departments are references; none is everybody. */
export type ContestRules = {
  name: string;
  first_day: string;
  last_day: string;
  departments: readonly string[];
  /** What it ranks by; XP where it is left out. */
  counts?: string | undefined;
  /** The reasons whose XP alone counts. */
  reasons?: readonly string[] | undefined;
  /** The codes of badges that alone count. */
  badges?: readonly string[] | undefined;
  prizes: readonly Prize[];
  /** `shared`, or `first`: who reached it first is ahead. What the company has chosen where it is left out. */
  ties?: string | undefined;
};

/** Open contests are ranked one by one. */
const MAX_OPEN = 100;

/**
 * Creates a contest.
 *
 * @param repeated the most coins of a prize, where somebody repeated them
 * @throws EngagedError `validation_failed`, `not_found`; `conflict` where too many are open; `amount_unconfirmed` for many coins
 * that were not repeated
 */
export function createContest(
  write: CompanyWrite,
  rules: ContestRules,
  repeated: number | null = null,
): Contest {
  const { db, companyId, now } = write;
  if (db.all(store.listOpen, { companyId }).length >= MAX_OPEN) {
    throw failure('contest_limit', { limit: MAX_OPEN });
  }
  const days = readDays(rules.first_day, rules.last_day, now);
  const id = newId(now);
  db.run(store.create, {
    ...{ companyId, entry: nextEntry(write), id, now },
    ...readName(rules.name),
    ...days,
    departments: readDepartments(write, rules.departments),
    ...readCounts(write, rules),
    prizes: readPrizes(write, rules.prizes, { repeated, before: [] }),
    deciders: toList([write.actor]),
  });
  return recordChange(write, 'contest.create', null, id);
}

/**
 * Changes what is given. All but name and prizes is fixed once the contest has started, these once it has ended.
 *
 * @param repeated the most coins of a prize that is new, where somebody repeated them
 * @throws EngagedError `validation_failed`, `not_found`; `conflict` for what is fixed; `amount_unconfirmed` as `createContest`
 */
export function changeContest(
  write: CompanyWrite,
  reference: string,
  changes: { [Field in keyof ContestRules]?: ContestRules[Field] | undefined },
  repeated: number | null = null,
): Contest {
  const { db, companyId, now } = write;
  const before = requireOpen(write, reference);
  const { entry, startsAt, endsAt } = before;
  if (now >= endsAt) throw failure('contest_over');
  const { name, first_day, last_day, prizes } = changes;
  const days = {
    startsAt: first_day === undefined ? startsAt : requireDay('first_day', first_day),
    endsAt: last_day === undefined ? endsAt : requireDay('last_day', last_day) + DAY_MS,
  };
  const departments =
    changes.departments === undefined
      ? before.departments
      : readDepartments(write, changes.departments);
  const counts = isAboutCounts(changes) ? recount(write, before, changes) : pickCounts(before);
  const isFixed =
    days.startsAt !== startsAt ||
    days.endsAt !== endsAt ||
    departments !== before.departments ||
    !isDeepStrictEqual(counts, pickCounts(before));
  if (now >= startsAt && isFixed) {
    throw failure('contest_started');
  }
  requireOrder(days, now);
  db.run(store.change, {
    ...{ companyId, entry, ...days, departments, ...counts },
    ...readName(name ?? before.name),
    prizes:
      prizes === undefined
        ? before.prizes
        : readPrizes(write, prizes, { repeated, before: prizesOf(before) }),
    deciders: toList([...decidersOf(before), write.actor]),
  });
  return recordChange(write, 'contest.change', before, before.id);
}

/** Cancels a contest that is not closed: it grants nothing. @throws EngagedError `not_found`, `conflict` */
export function cancelContest(write: CompanyWrite, reference: string): Contest {
  const { db, companyId, now } = write;
  const before = requireOpen(write, reference);
  db.run(store.cancel, { companyId, entry: before.entry, now });
  return recordChange(write, 'contest.cancel', before, before.id);
}

/** In a merge of departments, contests that are not over follow the people. */
export function moveContests(write: CompanyWrite, from: number, into: number): void {
  const { db, companyId } = write;
  for (const row of db.all(store.listOpen, { companyId })) {
    const numbers = departmentNumbersOf(row);
    if (!numbers.includes(from)) continue;
    const departments = toJson(numbers.map((number) => (number === from ? into : number)));
    db.run(store.change, { companyId, ...row, nameKey: fold(row.name), departments });
  }
}

/** A contest that is not closed or cancelled. */
function requireOpen({ db, companyId }: CompanyWrite, reference: string): ContestRow {
  const row = requireContest(db, companyId, reference);
  if (row.closedAt !== null) throw failure('contest_closed');
  if (row.cancelledAt !== null) throw failure('contest_cancelled');
  return row;
}

function readName(text: string) {
  const name = requireLabel('name', text, 150);
  return { name, nameKey: fold(name) };
}

function readDays(firstText: string, lastText: string, now: number) {
  const days = {
    startsAt: requireDay('first_day', firstText),
    endsAt: requireDay('last_day', lastText) + DAY_MS,
  };
  requireOrder(days, now);
  return days;
}

function requireOrder({ startsAt, endsAt }: { startsAt: number; endsAt: number }, now: number) {
  if (endsAt <= startsAt) throw failure('contest_ends_before_start', { field: 'last_day' });
  if (endsAt <= now) throw failure('contest_ends_in_past', { field: 'last_day' });
}

const readDepartments = ({ db, companyId }: CompanyWrite, references: readonly string[]): string =>
  toJson(references.map((reference) => requireDepartment(db, companyId, reference).number));

const toJson = (numbers: readonly number[]): string =>
  JSON.stringify([...new Set(numbers)].sort((a, b) => a - b));

type CountRules = Pick<ContestRules, 'counts' | 'reasons' | 'badges' | 'ties'>;

/** What a contest ranks by and how it places equals, as on record. */
function readCounts(
  { db, companyId }: CompanyWrite,
  { counts: chosen = 'xp', reasons = [], badges = [], ties }: CountRules,
) {
  const counts = requireChoice('counts', chosen, COUNTS);
  const isTeams = teamCounts(counts) !== undefined;
  if (counts === 'badges' && reasons.length > 0) throw failure('contest_reasons_of_badges');
  if (counts !== 'badges' && badges.length > 0) throw failure('contest_badges_of_xp');
  if (isTeams && ties === 'first') throw failure('contest_teams_share');
  for (const { length } of [reasons, badges])
    if (length > MAX_CHOSEN) throw failure('contest_chosen_limit', { limit: MAX_CHOSEN });
  const codes = badges.map((code) => requireBadge(db, companyId, code).code);
  const named = reasons.map((reason) => requireLabel('reason', reason, 500));
  const asCompany = isTeams ? 'shared' : programmeOf(db, companyId).ties;
  return {
    ...{ counts, reasons: toList(named), badges: toList(codes) },
    ties: requireChoice('ties', ties ?? asCompany, CHOOSABLE_TIES),
  };
}

const toList = (texts: readonly string[]): string => JSON.stringify([...new Set(texts)]);

const pickCounts = ({ counts, reasons, badges, ties }: ContestRow) => ({
  counts,
  reasons,
  badges,
  ties,
});

const isAboutCounts = ({ counts, reasons, badges, ties }: CountRules): boolean =>
  [counts, reasons, badges, ties].some((one) => one !== undefined);

/** What is left out stays, except what does not go with what now counts. */
function recount(write: CompanyWrite, before: ContestRow, changes: CountRules) {
  const { counts = before.counts } = changes;
  const chosen = chosenOf(before);
  const isSame = counts === before.counts;
  const ties = changes.ties ?? (teamCounts(counts) === undefined ? before.ties : 'shared');
  const { reasons = counts === 'badges' ? [] : chosen.reasons } = changes;
  const { badges = isSame ? chosen.badges : [] } = changes;
  // One of a contest of an earlier version cannot be chosen, but stays.
  const isKept = ties === before.ties && ties === 'joined';
  const read = readCounts(write, { counts, reasons, badges, ties: isKept ? undefined : ties });
  return isKept ? { ...read, ties } : read;
}

/** What was a prize before is not asked about again. */
function readPrizes(
  { db, companyId }: CompanyWrite,
  prizes: readonly Prize[],
  { repeated, before }: { repeated: number | null; before: readonly Prize[] },
): string {
  requirePrizes(prizes);
  const known = new Set(before.map(formatPrize));
  const amounts = new AmountCheck(db, companyId);
  for (const prize of prizes) {
    if (prize.badge !== null) requireBadge(db, companyId, prize.badge);
    if (!known.has(formatPrize(prize))) amounts.add({ coins: prize.coins ?? 0 });
  }
  amounts.require(repeated);
  return JSON.stringify(prizes);
}

const recordChange = changeRecorder({
  targetKind: 'contest',
  find: ({ db, companyId }, id) => requireContest(db, companyId, id),
  show: (row: ContestRow, { db, companyId, now }) => db.do(toContest({ companyId, now }, row)),
});
