import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Board } from '../../src/domain/board/board.ts';
import { BoardBuilder, type BoardData } from '../../src/domain/board/board-data.ts';
import { monthOf, PERIODS, type Period } from '../../src/domain/period.ts';
import { createDepartment } from '../../src/service/departments/departments.ts';
import { closeMonth, rankMonth } from '../../src/service/months/close-month.ts';
import { reopenMonth } from '../../src/service/months/closed-months.ts';
import { createLogger } from '../../src/service/operations/log.ts';
import {
  addEmployee,
  deactivateEmployee,
  updateEmployee,
} from '../../src/service/people/employees.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { placeOfData } from '../../src/store/data.ts';
import { rankCompany } from '../../src/worker/rank-company.ts';
import { startRanker } from '../../src/worker/ranker.ts';
import { people } from '../service/roster/sync.ts';
import { createTestCompany, queryRows, type TestCompany } from '../service/test-company.ts';

const MARCH = Date.UTC(2026, 2, 15);

/** Number and XP of everybody in rank order. */
const ranking = (
  { db, companyId }: TestCompany,
  period: Period,
  now = MARCH,
): [number, number][] => {
  const board = new Board(rankCompany(db, { companyId, period, now }).data);
  return board.page(0, board.size).map(({ number, xp }) => [number, xp]);
};

function createCompanyOf(t: TestContext, size: number): TestCompany {
  const company = createTestCompany(t);
  company.write(
    (write) => {
      for (let n = 1; n <= size; n++)
        addEmployee(write, { email: `p${n}@example.com`, external_id: `P${n}` });
    },
    Date.UTC(2020, 0, 1),
  );
  return company;
}

const award = (company: TestCompany, who: number, amount: number, at = MARCH) =>
  company.write((write) => awardXp(write, `P${who}`, { amount, at }), Math.max(at, MARCH));

function startRankerOf(t: TestContext, { file }: TestCompany) {
  const log = createLogger(
    'silent',
    () => {},
    () => MARCH,
  );
  const ranker = startRanker({ file, place: placeOfData(file), log });
  t.after(() => ranker.close());
  return ranker;
}

test('every active employee ranks, even without XP, and deactivated ones do not', (t) => {
  const company = createCompanyOf(t, 3);
  award(company, 2, 5);
  award(company, 3, 9);
  company.write((write) => deactivateEmployee(write, 'P3', 'left'));
  for (const period of PERIODS)
    assert.deepEqual(ranking(company, period), [
      [2, 5],
      [1, 0],
    ]);
});

test('among equal XP whoever joined first ranks first, and negative XP ranks last', (t) => {
  const company = createCompanyOf(t, 4);
  award(company, 1, -7);
  award(company, 4, 3);
  award(company, 3, 3);
  for (const period of PERIODS)
    assert.deepEqual(ranking(company, period), [
      [3, 3],
      [4, 3],
      [2, 0],
      [1, -7],
    ]);
});

test('a period begins with the first millisecond of a month in UTC, whatever the time zone of the machine', (t) => {
  const { TZ = 'UTC' } = process.env;
  const moveTo = (place: string) => Object.assign(process.env, { TZ: place });
  t.after(() => moveTo(TZ));
  const company = createCompanyOf(t, 1);
  // Each award is a distinct power of ten, so that the sum shows which ones were counted.
  const starts = [Date.UTC(2026, 2, 1), Date.UTC(2026, 0, 1), Date.UTC(2025, 3, 1)];
  starts.forEach((start, n) => {
    award(company, 1, 10 ** (2 * n), start);
    award(company, 1, 10 ** (2 * n + 1), start - 1);
  });
  const moments = [Date.UTC(2026, 2, 1), MARCH, Date.UTC(2026, 3, 1) - 1];
  for (const place of ['Pacific/Kiritimati', 'Pacific/Honolulu', 'UTC']) {
    moveTo(place);
    for (const now of moments)
      assert.deepEqual(
        PERIODS.map((period) => ranking(company, period, now)[0]?.[1]),
        [111_111, 1, 111, 11_111],
        `${place} ${now}`,
      );
  }
});

test('the thread ranks like a plain computation, with ties and departments', async (t) => {
  const company = createCompanyOf(t, 40);
  company.write((write) => {
    createDepartment(write, { name: 'Mill' });
    createDepartment(write, { name: 'Forge' });
    for (let n = 1; n <= 40; n++) {
      if (n % 3 > 0) updateEmployee(write, `P${n}`, { department: n % 3 === 1 ? 'Mill' : 'Forge' });
      for (let month = 0; month < 14; month += 1 + (n % 4))
        awardXp(write, `P${n}`, {
          amount: ((n * month) % 7) - 2 || 1,
          at: Date.UTC(2026, 2 - month, 2),
        });
      if (n % 11 === 0) deactivateEmployee(write, `P${n}`, 'left');
    }
  }, MARCH);
  const ranker = startRankerOf(t, company);
  for (const period of PERIODS) {
    const { data } = await ranker.rank(company.companyId, period, MARCH);
    assert.deepEqual(data, plainRanking(company, period));
  }
  const [state] = queryRows(
    company.db,
    company.companyId,
    'select revision from companies where company_id = :companyId',
    { revision: 'integer' },
  );
  const { revision } = await ranker.rank(company.companyId, 'all_time', MARCH);
  assert.deepEqual({ revision }, { ...state });
});

test('a comparison of a closed month shows every commit, and its parts agree', async (t) => {
  const company = createCompanyOf(t, 3);
  const { companyId, write, db } = company;
  const month = monthOf(MARCH);
  const after = Date.UTC(2026, 3, 4);
  const awardLate = (who: number, amount: number) =>
    write((one) => awardXp(one, `P${who}`, { amount, at: MARCH }), after);
  write((one) => closeMonth(one, rankMonth(db, companyId, month)), after);
  const ranker = startRankerOf(t, company);
  const compare = async (offset: number, count: number, version = 1) => {
    const part = { companyId, month, version, offset, count };
    const { total, rows } = await ranker.compareMonth(part);
    return [total, rows.map((row) => [row.external_id, row.late_xp])];
  };
  assert.deepEqual(await compare(0, 10), [0, []]);
  awardLate(3, 7);
  assert.deepEqual(await compare(0, 10), [1, [['P3', 7]]]);
  awardLate(1, 9);
  assert.deepEqual(await compare(0, 1), [2, [['P1', 9]]]);
  assert.deepEqual(await compare(1, 1), [2, [['P3', 7]]]);
  write((one) => reopenMonth(one, month), after);
  write((one) => closeMonth(one, rankMonth(db, companyId, month)), after);
  assert.deepEqual(await compare(0, 10, 2), [0, []]);
  assert.deepEqual(await compare(0, 10, 1), [
    2,
    [
      ['P1', 9],
      ['P3', 7],
    ],
  ]);
});

/** The same ranking computed from every entry of the ledger. */
function plainRanking({ db, companyId }: TestCompany, period: Period): BoardData {
  const first = { all_time: -Infinity, this_month: 0, last_3_months: -2, last_year: -11 }[period];
  const since = Number.isFinite(first) ? Date.UTC(2026, 2 + first, 1) : 0;
  const xp = new Map<number, number>();
  const ledger = queryRows(db, companyId, 'select * from xp_ledger where company_id = :companyId', {
    employee_number: 'integer',
    amount: 'integer',
    counts_at: 'integer',
  });
  for (const { employee_number, amount, counts_at } of ledger)
    if (counts_at >= since) xp.set(employee_number, (xp.get(employee_number) ?? 0) + amount);
  const everybody = people({ db, companyId });
  const ranked = everybody
    .filter((one) => one.deactivated_at === null)
    .map((one) => ({ ...one, xp: xp.get(one.number) ?? 0 }))
    .sort((a, b) => b.xp - a.xp || a.number - b.number);
  const builder = new BoardBuilder(everybody.length);
  for (const one of ranked) builder.add(one.number, one.xp, one.department_number);
  return builder.finish();
}

test('a company without employees has an empty ranking', (t) => {
  for (const period of PERIODS) assert.deepEqual(ranking(createTestCompany(t), period), []);
});
