import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { EngagedError } from '../../../src/domain/errors.ts';
import { parseMonth } from '../../../src/domain/period.ts';
import { leaderboardRows } from '../../../src/service/boards/leaderboard-rows.ts';
import { resetSandbox } from '../../../src/service/company/sandbox.ts';
import {
  createDepartment,
  renameDepartment,
} from '../../../src/service/departments/departments.ts';
import { closeMonth, rankMonth } from '../../../src/service/months/close-month.ts';
import {
  listDueMonths,
  listMonths,
  reopenMonth,
  requireVersion,
} from '../../../src/service/months/closed-months.ts';
import { compareMonth } from '../../../src/service/months/compare-month.ts';
import { countOldVersions, deleteOldVersion } from '../../../src/service/months/old-versions.ts';
import { standingsOf } from '../../../src/service/months/show-month.ts';
import { type StandingsPage, standingsPage } from '../../../src/service/months/standings.ts';
import {
  addEmployee,
  deactivateEmployee,
  reactivateEmployee,
  updateEmployee,
} from '../../../src/service/people/employees.ts';
import { eraseEmployee } from '../../../src/service/people/erasure.ts';
import { awardXp } from '../../../src/service/xp/ledger.ts';
import * as departments from '../../../src/store/departments/departments.ts';
import { createTestCompany, queryRows, type TestCompany } from '../test-company.ts';

const OCTOBER = parseMonth('2026-10') ?? 0;
const IN_OCTOBER = Date.UTC(2026, 9, 15);
const CLOSED_AT = Date.UTC(2026, 10, 4);

/** A company whose people joined in October. */
function createCompany(t: TestContext) {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  const add = (name: string, department?: string, at = Date.UTC(2026, 9, 1)) =>
    write(
      (one) => addEmployee(one, { email: `${name}@acme.example`, given_name: name, department }),
      at,
    ).employee_id;
  const award = (id: string, amount: number, at = IN_OCTOBER, now = Math.max(at, CLOSED_AT - 1)) =>
    write((one) => awardXp(one, id, { amount, at }), now);
  const close = (now = CLOSED_AT) =>
    write((one) => closeMonth(one, rankMonth(db, companyId, OCTOBER)), now);
  const standings = (departmentNumber: number | null = null, version?: number) =>
    standingsOf(
      db,
      { companyId, ...db.do(requireVersion(companyId, OCTOBER, version)) },
      {
        departments: departmentNumber === null ? null : [departmentNumber],
        top: Number.POSITIVE_INFINITY,
      },
    ).map(({ rank, name, xp, level, department }) => [rank, name, xp, level, department?.name]);
  return { ...company, add, award, close, standings };
}

const refused = (code: string, message: RegExp) => (error: unknown) =>
  error instanceof EngagedError && error.code === code && message.test(error.message);

const numberOf = ({ db, companyId }: TestCompany, id: string) =>
  db.one(departments.findNumber, { companyId, id })?.number ?? 0;

test('a closed month keeps rank, XP, level and department of everybody active, whatever happens later', (t) => {
  const company = createCompany(t);
  const { db, companyId, write, add, award, close, standings } = company;
  const sales = write((one) => createDepartment(one, { name: 'Sales' }));
  const support = write((one) => createDepartment(one, { name: 'Support' }));
  const [ada, bo, cy, gone] = [
    add('Ada', 'Sales'),
    add('Bo', 'Sales'),
    add('Cy'),
    add('Gone', 'Support'),
  ];
  award(ada, 40);
  award(bo, 300);
  award(bo, -50);
  award(cy, 40);
  award(gone, 900);
  award(cy, 500, Date.UTC(2026, 8, 30, 23, 59, 59, 999));
  award(cy, 70, Date.UTC(2026, 10, 1));
  write((one) => deactivateEmployee(one, gone, 'Left'));
  assert.deepEqual(close(), {
    month: '2026-10',
    closed_at: '2026-11-04T00:00:00.000Z',
    version: 1,
    people: 3,
    reconstructed: false,
  });
  const closed = [
    [1, 'Bo', 250, 2, 'Sales'],
    [2, 'Ada', 40, 1, 'Sales'],
    [3, 'Cy', 40, 4, undefined],
  ];
  assert.deepEqual(standings(), closed);

  award(ada, 10_000);
  write((one) => updateEmployee(one, bo, { department: 'Support' }));
  write((one) => reactivateEmployee(one, gone));
  assert.deepEqual(standings(), closed);
  assert.deepEqual(standings(numberOf(company, sales.id)), closed.slice(0, 2));
  assert.deepEqual(standings(numberOf(company, support.id)), []);
  // Names are those of today.
  write((one) => renameDepartment(one, sales.id, 'Field'));
  assert.deepEqual(standings(numberOf(company, sales.id))[0], [1, 'Bo', 250, 2, 'Field']);
  assert.deepEqual(
    compareMonth(db, companyId, OCTOBER).map(({ name, late_xp, ...row }) => [
      ...[name, row.rank, row.xp, row.rank_now, row.xp_now, late_xp],
    ]),
    [
      ['Ada', 2, 40, 1, 10_040, 10_000],
      ['Gone', null, null, 2, 900, 900],
    ],
  );
});

test('people who are not active leave a gap, and have their place again when they come back', (t) => {
  const { write, add, award, close, standings } = createCompany(t);
  const ids = ['Ada', 'Bo', 'Cy'].map((name) => add(name));
  for (const [at, id] of ids.entries()) award(id, 30 - at);
  close();
  write((one) => deactivateEmployee(one, ids[1] ?? '', 'Left'));
  assert.deepEqual(
    standings().map(([rank]) => rank),
    [1, 3],
  );
  write((one) => reactivateEmployee(one, ids[1] ?? ''));
  assert.deepEqual(
    standings().map(([rank]) => rank),
    [1, 2, 3],
  );
});

test('an erased person leaves a gap in every version, and nothing in them leads to the person', (t) => {
  const company = createCompany(t);
  const { db, companyId, write, add, award, close, standings } = company;
  const sales = write((one) => createDepartment(one, { name: 'Sales' }));
  const ids = ['Ada', 'Bo', 'Cy'].map((name) => add(name, 'Sales'));
  for (const [at, id] of ids.entries()) award(id, 30 - at);
  close();
  write((one) => reopenMonth(one, OCTOBER), CLOSED_AT + 1);
  close(CLOSED_AT + 2);
  const blocks = () =>
    queryRows(
      db,
      companyId,
      `select data from standings_blocks where company_id = :companyId
       order by standings, list, department_number, first`,
      { data: 'blob' },
    ).map(({ data }) => Buffer.from(data).toString('hex'));
  const before = blocks();
  write((one) => eraseEmployee(one, ids[0] ?? '', 'Request 1'));
  for (const version of [1, 2]) {
    assert.deepEqual(standings(null, version), [
      [2, 'Bo', 29, 1, 'Sales'],
      [3, 'Cy', 28, 1, 'Sales'],
    ]);
    assert.equal(standings(numberOf(company, sales.id), version).length, 2);
  }
  const changed = blocks().filter((block, at) => block !== before[at]);
  // The standings and the ranks of two versions; the list of a department's ranks names nobody.
  assert.equal(changed.length, 4);
  assert.deepEqual(compareMonth(db, companyId, OCTOBER), []);
});

test('who joins after a month ranks in it only with XP that counts for it', (t) => {
  const { add, award, close, standings } = createCompany(t);
  add('Ada', undefined, Date.UTC(2026, 9, 31, 23, 59, 59, 999));
  add('Bo', undefined, Date.UTC(2026, 10, 1));
  award(add('Cy', undefined, Date.UTC(2026, 10, 2)), 5);
  close();
  assert.deepEqual(
    standings().map(([, name]) => name),
    ['Cy', 'Ada'],
  );
});

test('a month that has not ended cannot be closed, nor one that is closed', (t) => {
  const { db, companyId, add, close, standings } = createCompany(t);
  add('Ada');
  assert.throws(() => close(Date.UTC(2026, 9, 31, 23, 59, 59, 999)), refused('conflict', /ended/));
  assert.deepEqual(listMonths(db, companyId), []);
  close(Date.UTC(2026, 10, 1));
  assert.deepEqual(standings(), [[1, 'Ada', 0, 1, undefined]]);
  assert.throws(() => close(), refused('conflict', /is closed.*engaged month reopen 2026-10/));
});

test('a reopened month is closed again as another version, and the first one stays', (t) => {
  const { db, companyId, write, add, award, close, standings } = createCompany(t);
  const ada = add('Ada');
  award(ada, 40);
  close();
  award(ada, 2);
  assert.deepEqual(write((one) => reopenMonth(one, OCTOBER), CLOSED_AT + 5).version, 1);
  assert.throws(() => standings(), refused('not_found', /not closed/));
  assert.throws(
    () => write((one) => reopenMonth(one, OCTOBER)),
    refused('not_found', /not closed/),
  );
  close(Date.UTC(2026, 10, 20));
  assert.deepEqual(standings(), [[1, 'Ada', 42, 1, undefined]]);
  assert.deepEqual(standings(null, 1), [[1, 'Ada', 40, 1, undefined]]);
  assert.throws(() => standings(null, 3), refused('not_found', /no such version/));
  const month = { month: '2026-10', people: 1, reconstructed: false };
  assert.deepEqual(
    queryRows(
      db,
      companyId,
      "select type, data from events where company_id = :companyId and type like 'month.%' order by sequence",
      { type: 'text', data: 'text' },
    ).map(({ type, data }) => [type, JSON.parse(data)]),
    [
      ['month.closed', { ...month, version: 1 }],
      ['month.reopened', { ...month, version: 1 }],
      ['month.closed', { ...month, version: 2, reconstructed: true }],
    ],
  );
  assert.deepEqual(
    listMonths(db, companyId).map(({ version, reopened_at, reconstructed }) => [
      ...[version, reopened_at, reconstructed],
    ]),
    [
      [2, null, true],
      [1, '2026-11-04T00:00:00.005Z', false],
    ],
  );
});

test('a month is closed as it is when it is written, however old the ranking is', (t) => {
  const { db, companyId, write, add, award, standings } = createCompany(t);
  const [ada, bo, cy, di] = ['Ada', 'Bo', 'Cy', 'Di'].map((name) => add(name));
  assert.ok(ada && bo && cy && di);
  award(ada, 10);
  award(bo, 20);
  const ranking = rankMonth(db, companyId, OCTOBER);
  award(ada, 15);
  award(di, 1);
  write((one) => deactivateEmployee(one, cy, 'Left'));
  award(add('Ed'), 22);
  write((one) => closeMonth(one, ranking), CLOSED_AT);
  assert.deepEqual(
    standings().map(([rank, name, xp]) => [rank, name, xp]),
    [
      [1, 'Ada', 25],
      [2, 'Ed', 22],
      [3, 'Bo', 20],
      [4, 'Di', 1],
    ],
  );
});

test('pages continue after a rank, skip people who left, and end', (t) => {
  const company = createCompany(t);
  const { db, companyId, write, add, award, close } = company;
  for (const name of ['Sales', 'Support']) write((one) => createDepartment(one, { name }));
  const ids = Array.from({ length: 12 }, (_, at) => add(`p${at}`, at % 2 ? 'Sales' : 'Support'));
  for (const [at, id] of ids.entries()) award(id, 100 - at);
  close();
  for (const at of [1, 2, 3, 11]) write((one) => deactivateEmployee(one, ids[at] ?? '', 'Left'));
  const version = { companyId, ...db.do(requireVersion(companyId, OCTOBER)) };
  const walk = (departments: number[] | null, limit: number) => {
    const pages: number[][] = [];
    for (let after: number | null = 0; after !== null; ) {
      const part = { departments, after, limit };
      const page: StandingsPage<string> = db.do(standingsPage(version, part, leaderboardRows));
      pages.push(page.rows.map((row) => JSON.parse(row).rank));
      after = page.nextAfter;
    }
    return pages;
  };
  assert.deepEqual(walk(null, 3), [
    [1, 5, 6],
    [7, 8, 9],
    [10, 11],
  ]);
  assert.deepEqual(walk(null, 4), [[1, 5, 6, 7], [8, 9, 10, 11], []]);
  assert.deepEqual(walk([1], 2), [[6, 8], [10]]);
  assert.deepEqual(walk([1], 3), [[6, 8, 10], []]);
  assert.deepEqual(walk([2, 1], 4), walk(null, 4));
  assert.deepEqual(walk([], 4), [[]]);
});

test('a version that is closed cannot be changed in the data file', (t) => {
  const { db, add, close } = createCompany(t);
  add('Ada');
  close();
  for (const set of ['people = 7', 'closed_at = 1', 'version = 9']) {
    assert.throws(() => db.execute(`update closed_months set ${set} where version = 1`), {
      message: 'closed months are never changed',
    });
  }
});

test('a sandbox has closed months of its sample, also after a reset, and none of what was there before', (t) => {
  const { db, sandboxId, writeSandbox } = createTestCompany(t);
  const months = () =>
    listMonths(db, sandboxId).map(({ month, version, reconstructed }) => [
      ...[month, version, reconstructed],
    ]);
  const sample = months();
  assert.deepEqual(sample[0], ['2026-10', 1, false]);
  assert.deepEqual(sample.at(-1), ['2025-10', 1, false]);
  assert.equal(sample.length, 13);
  writeSandbox((one) => reopenMonth(one, OCTOBER));
  const early = rankMonth(db, sandboxId, OCTOBER);
  writeSandbox((one) => resetSandbox(one));
  assert.deepEqual(months(), sample);
  writeSandbox((one) => reopenMonth(one, OCTOBER));
  assert.throws(
    () => writeSandbox((one) => closeMonth(one, early)),
    refused('conflict', /just replaced/),
  );
});

test('a replaced version goes with its blocks once it is old, and the newest of a month never', (t) => {
  const company = createCompany(t);
  const { db, companyId, write, add, award, close, standings } = company;
  award(add('Ada'), 40);
  const reopen = (now: number) => write((one) => reopenMonth(one, OCTOBER), now);
  const kept = () =>
    queryRows(
      db,
      companyId,
      `select m.version, count(*) as blocks from closed_months m
       left join standings_blocks b on b.company_id = m.company_id and b.standings = m.standings
       where m.company_id = :companyId group by m.version order by m.version`,
      { version: 'integer', blocks: 'integer' },
    ).map(({ version, blocks }) => [version, blocks > 0]);
  const blocks = () =>
    queryRows(
      db,
      companyId,
      'select count(distinct standings) as kept from standings_blocks where company_id = :companyId',
      { kept: 'integer' },
    )[0]?.kept;
  for (const count of [1, 2, 3]) {
    close(CLOSED_AT + 10 * count);
    reopen(CLOSED_AT + 10 * count + 5);
  }
  const newest = standings(null, 3);
  const due = () =>
    listDueMonths(db, companyId, { now: CLOSED_AT + 10 ** 9, graceMs: 0 }).includes(OCTOBER);

  assert.deepEqual([countOldVersions(db, 0), deleteOldVersion(db, 0)], [0, false]);
  assert.equal(countOldVersions(db, CLOSED_AT + 25), 1);
  while (deleteOldVersion(db, CLOSED_AT + 25));
  assert.deepEqual(kept(), [
    [2, true],
    [3, true],
  ]);
  assert.equal(deleteOldVersion(db, CLOSED_AT + 10 ** 9), true);
  assert.equal(deleteOldVersion(db, CLOSED_AT + 10 ** 9), false);
  assert.deepEqual([kept(), blocks()], [[[3, true]], 1]);
  assert.deepEqual(standings(null, 3), newest);
  assert.equal(due(), true);
  assert.equal(close(CLOSED_AT + 50).version, 4);
  assert.equal(due(), false);
});
