import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { Board } from '../../src/domain/board/board.ts';
import { PERIODS, type Period } from '../../src/domain/period.ts';
import { CompanyStates } from '../../src/service/company/company-states.ts';
import { resetSandbox } from '../../src/service/company/sandbox.ts';
import {
  type DepartmentRankings,
  departmentGroupsBody,
} from '../../src/service/departments/department-groups.ts';
import { createDepartment } from '../../src/service/departments/departments.ts';
import {
  addEmployee,
  deactivateEmployee,
  reactivateEmployee,
  updateEmployee,
} from '../../src/service/people/employees.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { openData } from '../../src/store/data.ts';
import * as employees from '../../src/store/people/employees.ts';
import { Boards } from '../../src/worker/boards.ts';
import { rankCompany } from '../../src/worker/rank-company.ts';
import { createTestCompany, type TestCompany } from '../service/test-company.ts';

const MARCH = Date.UTC(2026, 2, 15);
const MANY = 1_001;

type Options = {
  cacheSeconds?: number;
  oneStatePerTurn?: boolean;
  /** Called before the ranker reads the data for the n-th build, and after it has. */
  beforeRanking?: (build: number) => void;
  afterRanking?: (build: number) => void;
};

/** Boards over a data file as the service has them: on their own read-only connection. */
function boardsOf(
  t: TestContext,
  company: TestCompany,
  {
    cacheSeconds = 30,
    oneStatePerTurn: snapshotPerTurn = false,
    beforeRanking,
    afterRanking,
  }: Options = {},
) {
  const db = openData(company.file, { write: false, snapshotPerTurn });
  t.after(() => db.close());
  const builds: Period[] = [];
  const ranker = {
    rank: async (companyId: number, period: Period, now: number) => {
      builds.push(period);
      beforeRanking?.(builds.length);
      const ranking = rankCompany(company.db, { companyId, period, now });
      afterRanking?.(builds.length);
      return ranking;
    },
    departmentGroups: async (ranking: DepartmentRankings) => departmentGroupsBody(db, ranking),
  };
  const states = new CompanyStates(db);
  return { boards: new Boards({ db, states, ranker, cacheSeconds }), states, builds, db };
}

function createCompanyOf(t: TestContext, size: number): TestCompany {
  const company = createTestCompany(t);
  company.write(
    (write) => {
      for (const name of ['D1', 'D2']) createDepartment(write, { name, external_id: name });
      for (let n = 1; n <= size; n++)
        addEmployee(write, { email: `p${n}@example.com`, external_id: `P${n}` });
    },
    Date.UTC(2020, 0, 1),
  );
  return company;
}

const award = (company: TestCompany, who: number, amount: number, at = MARCH) =>
  company.write((write) => awardXp(write, `P${who}`, { amount, at }), Math.max(at, MARCH));

const awardMany = (company: TestCompany, amount: number) =>
  company.write((write) => {
    for (let n = 1; n <= MANY; n++) awardXp(write, `P${n}`, { amount, at: MARCH });
  }, MARCH);

/** Everything a board returns about everybody. */
const all = (board: Board, highest: number) => ({
  order: board.page(0, board.size),
  departmentRanks: Array.from({ length: highest }, (_, n) => board.departmentRankOf(n + 1)),
  totals: [null, 1, 2].map((department) => board.departmentTotalXp(department)),
});

test('an award by another process shows in the next ranking, without a rebuild', async (t) => {
  const company = createCompanyOf(t, 3);
  const { boards, builds } = boardsOf(t, company);
  await boards.ranking(company.companyId, 'this_month', MARCH);
  award(company, 3, 10);
  const board = await boards.ranking(company.companyId, 'this_month', MARCH);
  assert.deepEqual(
    board.page(0, 3).map(({ number, xp }) => [number, xp]),
    [
      [3, 10],
      [1, 0],
      [2, 0],
    ],
  );
  assert.deepEqual(builds, ['this_month']);
});

test('XP for an earlier month changes no rank of this month', async (t) => {
  const company = createCompanyOf(t, 2);
  const { boards } = boardsOf(t, company);
  const thisMonth = await boards.ranking(company.companyId, 'this_month', MARCH);
  const lastYear = await boards.ranking(company.companyId, 'last_year', MARCH);
  award(company, 2, 10, Date.UTC(2026, 1, 28));
  await boards.ranking(company.companyId, 'this_month', MARCH);
  await boards.ranking(company.companyId, 'last_year', MARCH);
  assert.deepEqual([thisMonth.rankOf(2), lastYear.rankOf(2)], [2, 1]);
});

test('after very many changes a ranking may be as old as the cache setting allows, but no older', async (t) => {
  const company = createCompanyOf(t, MANY + 1);
  const { boards, builds } = boardsOf(t, company);
  const ranking = (seconds: number) =>
    boards.ranking(company.companyId, 'this_month', MARCH + seconds * 1000);
  const before = await ranking(0);
  awardMany(company, 5);
  assert.equal(await ranking(14), before);
  assert.deepEqual(builds.length, 1);
  assert.equal(await ranking(29), before, 'a new one is built in the background');
  assert.deepEqual(builds.length, 2);
  const after = await ranking(30);
  assert.notEqual(after, before);
  assert.equal(after.rankOf(MANY + 1), MANY + 1);
});

test('with a cache of 0 seconds every ranking is exact', async (t) => {
  const company = createCompanyOf(t, MANY + 1);
  const { boards } = boardsOf(t, company, { cacheSeconds: 0 });
  await boards.ranking(company.companyId, 'this_month', MARCH);
  awardMany(company, 5);
  const board = await boards.ranking(company.companyId, 'this_month', MARCH);
  assert.equal(board.rankOf(MANY + 1), MANY + 1);
});

test('stats always use an up-to-date ranking, however much has changed', async (t) => {
  const company = createCompanyOf(t, MANY + 1);
  const { boards } = boardsOf(t, company);
  await boards.standing(company.companyId, MARCH);
  awardMany(company, 5);
  const board = await boards.standing(company.companyId, MARCH);
  assert.equal(board.rankOf(MANY + 1), MANY + 1);
});

test('an invalidated ranking is never returned again, however recent it is', async (t) => {
  const company = createCompanyOf(t, MANY + 1);
  const { boards } = boardsOf(t, company);
  await boards.ranking(company.companyId, 'this_month', MARCH);
  awardMany(company, 5);
  boards.invalidate(company.companyId);
  const board = await boards.ranking(company.companyId, 'this_month', MARCH);
  assert.equal(board.rankOf(MANY + 1), MANY + 1);
});

test('a new month starts an empty board at its first millisecond, and both boards remain if the clock steps back', async (t) => {
  const company = createCompanyOf(t, 2);
  award(company, 2, 10);
  const { boards } = boardsOf(t, company);
  const april = Date.UTC(2026, 3, 1);
  const ranks: (number | null)[] = [];
  for (const now of [april - 1, april, april - 1])
    ranks.push((await boards.ranking(company.companyId, 'this_month', now)).rankOf(2));
  assert.deepEqual(ranks, [1, 2, 1]);
});

test('a sandbox that was emptied and refilled shows none of its former employees', async (t) => {
  const company = createCompanyOf(t, 0);
  const { sandboxId } = company;
  const { boards } = boardsOf(t, company);
  const before = (await boards.standing(sandboxId, MARCH)).size;
  company.writeSandbox((write) => addEmployee(write, { email: 'new@example.com' }));
  assert.equal((await boards.standing(sandboxId, MARCH)).size, before + 1);
  company.writeSandbox((write) => resetSandbox(write));
  assert.equal((await boards.standing(sandboxId, MARCH)).size, before);
});

test('a ranking is not returned after its employees were replaced, however recent it is', async (t) => {
  const company = createCompanyOf(t, 0);
  const { sandboxId } = company;
  const { boards } = boardsOf(t, company);
  for (const period of PERIODS) {
    const before = await boards.ranking(sandboxId, period, MARCH);
    company.writeSandbox(resetSandbox, MARCH);
    const after = await boards.ranking(sandboxId, period, MARCH);
    assert.notEqual(after, before);
    const fresh = new Board(
      rankCompany(company.db, { companyId: sandboxId, period, now: MARCH }).data,
    );
    assert.deepEqual(all(after, 25), all(fresh, 25));
  }
});

test('a build during which employees were replaced is not returned', async (t) => {
  const company = createCompanyOf(t, 0);
  const { sandboxId } = company;
  const afterRanking = (build: number) => {
    if (build > 2) return;
    company.writeSandbox((write) => {
      resetSandbox(write);
      addEmployee(write, { email: 'new@example.com' });
    });
  };
  const { boards, builds } = boardsOf(t, company, { afterRanking, oneStatePerTurn: true });
  const shown = await Promise.all([
    boards.standing(sandboxId, MARCH),
    boards.ranking(sandboxId, 'all_time', MARCH),
  ]);
  assert.deepEqual(
    shown.map(({ size }) => size),
    [25, 25],
  );
  assert.equal(builds.length, 3);
});

test('a ranking newer than the snapshot of its turn moves the turn to a newer snapshot', async (t) => {
  const company = createCompanyOf(t, 0);
  const { sandboxId: companyId } = company;
  const beforeRanking = (build: number) =>
    build === 1 &&
    company.writeSandbox((write) => {
      resetSandbox(write);
      addEmployee(write, { email: 'new@example.com' });
    });
  const { boards, db } = boardsOf(t, company, { beforeRanking, oneStatePerTurn: true });
  assert.equal(db.one(employees.countOnRecord, { companyId })?.count, 25);
  const { size } = await boards.standing(companyId, MARCH);
  // One of the 26 is deactivated.
  assert.deepEqual([size, db.one(employees.countOnRecord, { companyId })?.count], [25, 26]);
});

test('a ranking whose employees were replaced is not grouped with the names of the new ones', async (t) => {
  const company = createCompanyOf(t, 0);
  const { sandboxId: companyId } = company;
  const { boards, states } = boardsOf(t, company);
  const board = await boards.standing(companyId, MARCH);
  const { epoch } = await states.of(companyId);
  const groups = (epoch: string) => boards.departmentGroups({ companyId, epoch }, board, 1);
  assert.notEqual(await groups(epoch), null);
  company.writeSandbox(resetSandbox);
  assert.equal(await groups(epoch), null);
  assert.notEqual(await groups((await states.of(companyId)).epoch), null);
});

test('concurrent requests on both sides of a month edge each get the board of their month', async (t) => {
  const company = createCompanyOf(t, MANY);
  award(company, 2, 10);
  const april = Date.UTC(2026, 3, 1);
  const afterRanking = (build: number) => {
    if (build === 1) awardMany(company, 5);
  };
  const { boards } = boardsOf(t, company, { afterRanking });
  const asked = [april - 1, april, april - 1];
  const shown = await Promise.all(
    asked.map((now) => boards.ranking(company.companyId, 'this_month', now)),
  );
  assert.deepEqual(
    shown.map((board) => board.rankOf(2)),
    [1, 2, 1],
  );
});

test('a hundred concurrent reads of a missing board share one build', async (t) => {
  const company = createCompanyOf(t, 2);
  const { boards, builds } = boardsOf(t, company);
  await Promise.all(Array.from({ length: 100 }, () => boards.standing(company.companyId, MARCH)));
  assert.deepEqual(builds, ['all_time']);
});

test('a failed build is not cached', async (t) => {
  const company = createCompanyOf(t, 1);
  const db = openData(company.file, { write: false });
  t.after(() => db.close());
  let broken = true;
  const ranker = {
    rank: async (companyId: number, period: Period, now: number) => {
      if (broken) throw new Error('thread ended');
      return rankCompany(db, { companyId, period, now });
    },
    departmentGroups: async (ranking: DepartmentRankings) => departmentGroupsBody(db, ranking),
  };
  const boards = new Boards({ db, states: new CompanyStates(db), ranker, cacheSeconds: 30 });
  const failed = async () => boards.standing(company.companyId, MARCH);
  await assert.rejects(failed, { message: 'thread ended' });
  broken = false;
  assert.equal((await boards.standing(company.companyId, MARCH)).size, 1);
});

test('after any changes to employees, every board equals a plain ranking', async (t) => {
  const size = 12;
  const company = createCompanyOf(t, size);
  const { boards } = boardsOf(t, company);
  const person = fc.integer({ min: 1, max: size });
  const change = fc.oneof(
    fc.record({
      kind: fc.constant('award' as const),
      person,
      amount: fc.constantFrom(-3, -1, 1, 2, 3),
      month: fc.integer({ min: -13, max: 0 }),
    }),
    fc.record({ kind: fc.constantFrom('deactivate' as const, 'reactivate' as const), person }),
    fc.record({
      kind: fc.constant('move' as const),
      person,
      department: fc.constantFrom('D1', 'D2', null),
    }),
  );
  const apply = (step: typeof change extends fc.Arbitrary<infer T> ? T : never) =>
    company.write((write) => {
      const who = `P${step.person}`;
      if (step.kind === 'award') {
        awardXp(write, who, { amount: step.amount, at: Date.UTC(2026, 2 + step.month, 1) });
      } else if (step.kind === 'move') {
        updateEmployee(write, who, { department: step.department });
      } else {
        try {
          if (step.kind === 'deactivate') deactivateEmployee(write, who, 'left');
          else reactivateEmployee(write, who);
        } catch {
          // The employee already is in that state.
        }
      }
    }, MARCH);

  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (steps) => {
      for (const step of steps) apply(step);
      for (const period of PERIODS) {
        const board = await boards.ranking(company.companyId, period, MARCH);
        const plain = new Board(
          rankCompany(company.db, { companyId: company.companyId, period, now: MARCH }).data,
        );
        assert.deepEqual(all(board, size), all(plain, size));
      }
    }),
    { numRuns: 60 },
  );
});
