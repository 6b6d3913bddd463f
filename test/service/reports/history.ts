import { periodStart, type Unit } from '../../../src/domain/report-period.ts';
import type { PeriodSums } from '../../../src/service/reports/participation.ts';

/** Where somebody was, and whether they were active, from a moment on. */
type State = { from: number; department: number; isActive: boolean };

/** What is known of a person, as it was told. */
export class PersonHistory {
  firstDay: string | null = null;
  readonly states: State[];
  readonly xp: { at: number; amount: number }[] = [];
  readonly coins: { at: number; amount: number; isOfShop: boolean }[] = [];
  readonly badges: { at: number; isRevoked: boolean }[] = [];
  readonly redemptions: number[] = [];
  readonly signIns: number[] = [];

  readonly addedAt: number;

  constructor(addedAt: number, department: number) {
    this.addedAt = addedAt;
    this.states = [{ from: addedAt, department, isActive: true }];
  }

  get now(): State {
    return this.states.at(-1) as State;
  }

  change(from: number, change: Partial<Omit<State, 'from'>>): void {
    const next = { ...this.now, ...change, from };
    const { department, isActive } = this.now;
    if (next.department !== department || next.isActive !== isActive) this.states.push(next);
  }

  get balance(): number {
    return this.coins.reduce((sum, { amount }) => sum + amount, 0);
  }
}

/** Counts by hand what a report of some departments says of a period, without regard to how few people they have. */
export function countByHand(
  people: readonly PersonHistory[],
  unit: Unit,
  period: number,
  departments: ReadonlySet<number> | null,
): PeriodSums {
  const start = periodStart(unit, period);
  const end = periodStart(unit, period + 1);
  const isWithin = ({ at }: { at: number }): boolean => at >= start && at < end;
  const counted = people.flatMap((person) => {
    const begins = Math.max(
      0,
      Math.min(
        person.addedAt,
        person.firstDay === null ? Number.POSITIVE_INFINITY : Date.parse(person.firstDay),
        ...person.xp.map(({ at }) => at),
      ),
    );
    const at = (time: number): State =>
      person.states.findLast(({ from }) => from < time) ?? (person.states[0] as State);
    const atEnd = at(end);
    if (departments !== null && !departments.has(atEnd.department)) return [];
    const isThere =
      begins < end &&
      person.states.some(({ from, isActive }, i) => {
        const until = person.states[i + 1]?.from ?? Number.POSITIVE_INFINITY;
        return isActive && until >= start && (i === 0 || from < end);
      });
    const wasThere = begins < start && at(start).isActive;
    const isLeft = isThere && !atEnd.isActive;
    const coins = person.coins.filter(isWithin);
    const sumOf = (entries: readonly { amount: number }[]): number =>
      entries.reduce((sum, { amount }) => sum + amount, 0);
    return {
      isThere,
      takesPart: isThere && person.xp.some((entry) => entry.amount > 0 && isWithin(entry)),
      signsIn: person.signIns.some((time) => isWithin({ at: time })),
      redeems: person.redemptions.some((time) => isWithin({ at: time })),
      xp: sumOf(person.xp.filter(isWithin)),
      earned: sumOf(coins.filter(({ isOfShop }) => !isOfShop)),
      spent: -sumOf(coins.filter(({ isOfShop }) => isOfShop)),
      held: atEnd.isActive ? sumOf(person.coins.filter(({ at: time }) => time < end)) : 0,
      badges: person.badges.filter((one) => !one.isRevoked && isWithin(one)).length,
      joins: isThere && !wasThere,
      isLeft,
    };
  });
  const count = (is: (one: (typeof counted)[number]) => boolean): number =>
    counted.filter(is).length;
  const sum = (of: (one: (typeof counted)[number]) => number): number =>
    counted.reduce((total, one) => total + of(one), 0) + 0;
  return {
    ...{ period, people: count((one) => one.isThere), coinsHeld: sum((one) => one.held) },
    ...{ joiners: count((one) => one.joins), leavers: count((one) => one.isLeft) },
    ...{ participants: count((one) => one.takesPart), signedIn: count((one) => one.signsIn) },
    ...{ redeemers: count((one) => one.redeems), xp: sum((one) => one.xp) },
    ...{ coinsEarned: sum((one) => one.earned), coinsSpent: sum((one) => one.spent) },
    badges: sum((one) => one.badges),
  };
}
