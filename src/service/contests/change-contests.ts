import {
  CHOOSABLE_TIES,
  formatPrize,
  type Prize,
  requireDay,
  requirePrizes,
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
import { departmentNumbersOf, prizesOf, requireContest, toContest } from './contests.ts';

/** What decides a contest. Departments are references; none is everybody. */
export type ContestRules = {
  name: string;
  first_day: string;
  last_day: string;
  departments: readonly string[];
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
    prizes: readPrizes(write, rules.prizes, { repeated, before: [] }),
    ties: requireChoice('ties', rules.ties ?? programmeOf(db, companyId).ties, CHOOSABLE_TIES),
  });
  return recordChange(write, 'contest.create', null, id);
}

/**
 * Changes what is given. Days, departments and ties are fixed once the contest has started, name and prizes once it has ended.
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
  const { ties = before.ties } = changes;
  if (ties !== before.ties) requireChoice('ties', ties, CHOOSABLE_TIES);
  const isFixed =
    days.startsAt !== startsAt ||
    days.endsAt !== endsAt ||
    departments !== before.departments ||
    ties !== before.ties;
  if (now >= startsAt && isFixed) {
    throw failure('contest_started');
  }
  requireOrder(days, now);
  db.run(store.change, {
    ...{ companyId, entry, ...days, departments, ties },
    ...readName(name ?? before.name),
    prizes:
      prizes === undefined
        ? before.prizes
        : readPrizes(write, prizes, { repeated, before: prizesOf(before) }),
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
