import { GroupTree } from '../../domain/group-tree.ts';
import { formatPeriod, periodStart, type Unit } from '../../domain/report-period.ts';
import * as departments from '../../store/departments/departments.ts';
import type { Of } from '../../store/query.ts';
import { all, one, type Reading } from '../../store/reading.ts';
import * as store from '../../store/reports/report-totals.ts';
import { privacyOf } from '../company/privacy.ts';
import type { Participation } from './participation-schema.ts';

/** Which periods of a company, both ends included. */
export type PeriodsRequest = { companyId: number; unit: Unit; first: number; last: number };

/** The same of a company, or of a department with those below it. */
export type ParticipationRequest = PeriodsRequest & {
  /** Null for everybody. */
  departmentNumber: number | null;
};

/** Everything about each of the periods, oldest first. People are where they were when a period ended. */
export function* participation(request: ParticipationRequest): Reading<Participation[]> {
  const { companyId, unit, departmentNumber } = request;
  const { at: signInsSince = 0 } = (yield* one(store.findSignInsSince, { companyId })) ?? {};
  const tree = new GroupTree(
    departmentNumber === null ? [] : yield* all(departments.listOnRecord, { companyId }),
  );
  const sums = yield* periodSums(
    request,
    departmentNumber === null ? null : tree.within(departmentNumber),
  );
  const members =
    departmentNumber === null
      ? new Map(sums.map((sum) => [sum.period, membersOfAll(sum)]))
      : yield* membersOf(request);
  const { smallestGroup } = yield* privacyOf(companyId);
  return sums.map((sum) => {
    const { during, atEnd } = members.get(sum.period) ?? NOBODY;
    const isShown = (of: ReadonlyMap<number, number>) =>
      tree.shown(of, smallestGroup).has(departmentNumber ?? 0);
    const numbers = numbersOf(sum, periodStart(unit, sum.period) >= signInsSince);
    const shown = isShown(during) ? numbers : hide(numbers);
    return {
      period: formatPeriod(unit, sum.period),
      active_people: sum.people,
      ...shown,
      // It is about those of them who were left then.
      coins_outstanding: isShown(atEnd) ? shown.coins_outstanding : null,
    };
  });
}

/** What of it may be hidden. */
const numbersOf = (sum: PeriodSums, knowsSignIns: boolean) => ({
  participants: sum.participants,
  participation:
    sum.people === 0 ? 0 : Math.round((sum.participants / sum.people) * 10_000) / 10_000,
  signed_in: knowsSignIns ? sum.signedIn : null,
  redeemed: sum.redeemers,
  xp: sum.xp,
  coins_earned: sum.coinsEarned,
  coins_spent: sum.coinsSpent,
  coins_outstanding: sum.coinsHeld,
  badges: sum.badges,
  joined: sum.joiners,
  left: sum.leavers,
});

const hide = <Numbers extends object>(numbers: Numbers) =>
  Object.fromEntries(Object.keys(numbers).map((name) => [name, null])) as {
    [Name in keyof Numbers]: null;
  };

export type PeriodSums = Of<typeof store.list.row>;

/**
 * What stands in the totals of each period, of however few people: `people` is how many were there at some time of it.
 *
 * @param within the departments, with 0 for nowhere; null for everybody
 */
export function* periodSums(
  { companyId, unit, first, last }: ParticipationRequest,
  within: readonly number[] | null,
): Reading<PeriodSums[]> {
  const everybody = within === null ? 1 : 0;
  const asked = { companyId, unit, everybody, departments: within ?? [], first } as const;
  const before = (yield* one(store.sumBefore, asked)) ?? { people: 0, coinsHeld: 0 };
  const found = new Map(
    (yield* all(store.list, { ...asked, last })).map((row) => [row.period, row]),
  );
  let { people, coinsHeld } = before;
  return Array.from({ length: last - first + 1 }, (_, i) => {
    const row = found.get(first + i) ?? { ...NOTHING, period: first + i };
    people += row.people;
    coinsHeld += row.coinsHeld;
    return { ...row, people: people + row.leavers, coinsHeld };
  });
}

const NOTHING: Omit<PeriodSums, 'period'> = {
  ...{ people: 0, coinsHeld: 0, joiners: 0, leavers: 0, participants: 0, signedIn: 0 },
  ...{ redeemers: 0, xp: 0, coinsEarned: 0, coinsSpent: 0, badges: 0 },
};

/** How many people were directly in each department: at some time of a period, and at its end. */
type Members = Readonly<Record<'during' | 'atEnd', ReadonlyMap<number, number>>>;

const NOBODY: Members = { during: new Map(), atEnd: new Map() };

const membersOfAll = ({ people, leavers }: PeriodSums): Members => ({
  during: new Map([[0, people]]),
  atEnd: new Map([[0, people - leavers]]),
});

/** How many people were in each department in each period. */
export function* membersOf({
  companyId,
  unit,
  first,
  last,
}: PeriodsRequest): Reading<Map<number, Members>> {
  const rows = yield* all(store.listPeople, { companyId, unit, first, last });
  const byPeriod = Map.groupBy(rows, ({ period }) => period);
  const people = new Map<number, number>();
  const members = new Map<number, Members>();
  for (let period = first - 1; period <= last; period++) {
    const changed = byPeriod.get(period) ?? [];
    for (const row of changed)
      people.set(row.departmentNumber, (people.get(row.departmentNumber) ?? 0) + row.people);
    const during = new Map(people);
    for (const { departmentNumber: at, leavers } of changed)
      during.set(at, (during.get(at) ?? 0) + leavers);
    members.set(period, { during, atEnd: new Map(people) });
  }
  return members;
}
