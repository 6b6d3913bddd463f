import { periodOf, periodStart, UNITS } from '../../domain/report-period.ts';
import type { Params } from '../../store/query.ts';
import * as store from '../../store/reports/report-totals.ts';
import type { CompanyWrite } from '../company/company-write.ts';

// The totals of reports change with what they are about. Triggers see to the rest: people who move, leave or come back, and
// what comes one by one, such as badges and redemptions.

type Target = Pick<CompanyWrite, 'db' | 'companyId'>;

/** Counts people who were just added. */
export function countJoined(
  { db, companyId }: Target,
  people: readonly { departmentNumber: number | null; beginsAt: number }[],
): void {
  const joined = new Map<
    string,
    { unit: string; period: number; departmentNumber: number; people: number }
  >();
  for (const { departmentNumber: department, beginsAt } of people) {
    for (const unit of UNITS) {
      const period = periodOf(unit, beginsAt);
      const departmentNumber = department ?? 0;
      const key = `${unit} ${period} ${departmentNumber}`;
      const sum = joined.get(key) ?? { unit, period, departmentNumber, people: 0 };
      sum.people++;
      joined.set(key, sum);
    }
  }
  db.run(store.addPeople, { companyId, joined: [...joined.values()] });
}

type Entry = { employeeNumber: number; entry: number; amount: number };
/** Where somebody is now, which whoever writes an entry has just read. */
export type Placement = Pick<
  Params<typeof store.addXp.params>['entries'][number],
  'departmentNumber' | 'isActive'
>;

type XpEntry = Entry & Placement & { countsAt: number };
type CoinEntry = Entry & { source: string; recordedAt: number };

/** Counts entries that were just written into the ledgers. */
export function countEntries(
  { db, companyId }: Target,
  { xp, coins }: { xp: readonly XpEntry[]; coins: readonly CoinEntry[] },
): void {
  for (const [when, some] of byPeriods(xp, ({ countsAt }) => countsAt)) {
    const entries = some.map(({ employeeNumber: number, ...entry }) => ({ number, ...entry }));
    db.run(store.addXp, { companyId, ...when, entries });
  }
  for (const [when, some] of byPeriods(coins, ({ recordedAt }) => recordedAt)) {
    const entries = some.map(({ employeeNumber: number, amount, source }) =>
      source === SHOP
        ? { number, earned: 0, spent: -amount }
        : { number, earned: amount, spent: 0 },
    );
    db.run(store.addCoins, { companyId, ...when, entries });
  }
}

/** Entries by the month and the week that they are in: most are of the present ones. */
function byPeriods<T>(entries: readonly T[], timeOf: (entry: T) => number) {
  const groups = new Map<string, { at: number; entries: T[] }>();
  for (const entry of entries) {
    const at = timeOf(entry);
    const key = UNITS.map((unit) => periodOf(unit, at)).join();
    const group = groups.get(key);
    if (group) group.entries.push(entry);
    else groups.set(key, { at, entries: [entry] });
  }
  return [...groups.values()].map(({ at, entries: some }) => {
    const [month, week] = [periodOf('month', at), periodOf('week', at)];
    const when = {
      ...{
        month,
        monthStart: periodStart('month', month),
        monthEnd: periodStart('month', month + 1),
      },
      ...{ week, weekStart: periodStart('week', week), weekEnd: periodStart('week', week + 1) },
    };
    return [when, some] as const;
  });
}

/** What the ledger of coins names as the source of prices and refunds. */
const SHOP = 'shop';

/** Lets one department have been a part of another one ever since. */
export function foldReports({ db, companyId }: Target, from: number, into: number): void {
  const ends = { companyId, from, into };
  db.run(store.addTotalsOf, ends);
  db.run(store.deleteTotalsOf, { companyId, departmentNumber: from });
  db.run(store.movePlacements, ends);
}
