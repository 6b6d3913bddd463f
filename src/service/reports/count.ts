import { periodOf, periodStart, UNITS } from '../../domain/report-period.ts';
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
type CoinEntry = Entry & { source: string; recordedAt: number };

/** Counts entries that were just written into the ledgers. */
export function countEntries(
  { db, companyId }: Target,
  { xp, coins }: { xp: readonly (Entry & { countsAt: number })[]; coins: readonly CoinEntry[] },
): void {
  if (xp.length > 0) {
    const entries = xp.flatMap(({ employeeNumber: number, entry, amount, countsAt }) =>
      UNITS.map((unit) => {
        const period = periodOf(unit, countsAt);
        const [startsAt, endsAt] = [periodStart(unit, period), periodStart(unit, period + 1)];
        return { number, entry, amount, unit, period, startsAt, endsAt };
      }),
    );
    db.run(store.addXp, { companyId, entries });
  }
  if (coins.length > 0) {
    const entries = coins.flatMap(({ employeeNumber: number, amount, source, recordedAt }) => {
      const isOfShop = source === SHOP;
      const [earned, spent] = isOfShop ? [0, -amount] : [amount, 0];
      return UNITS.map((unit) => ({
        ...{ number, unit, period: periodOf(unit, recordedAt), earned, spent },
      }));
    });
    db.run(store.addCoins, { companyId, entries });
  }
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
