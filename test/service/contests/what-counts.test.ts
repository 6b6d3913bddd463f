import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { parsePrize } from '../../../src/domain/contest.ts';
import { EngagedError } from '../../../src/domain/errors.ts';
import { awardBadge, defineBadge, revokeBadge } from '../../../src/service/badges/badges.ts';
import {
  type ContestRules,
  changeContest,
  createContest,
} from '../../../src/service/contests/change-contests.ts';
import { closeContest, rankContest } from '../../../src/service/contests/close-contest.ts';
import { requireContest } from '../../../src/service/contests/contests.ts';
import { showContest } from '../../../src/service/contests/show-contest.ts';
import { createDepartment } from '../../../src/service/departments/departments.ts';
import {
  addEmployee,
  deactivateEmployee,
  updateEmployee,
} from '../../../src/service/people/employees.ts';
import { collectPerson } from '../../../src/service/people/person-export.ts';
import { awardXp } from '../../../src/service/xp/ledger.ts';
import { createTestCompany, queryRows } from '../test-company.ts';

const START = Date.parse('2026-12-01');
const BEFORE = Date.parse('2026-11-20');
const CLOSED = Date.parse('2026-12-28');

/** A company with two badges and a contest of December. */
function createCompany(t: TestContext) {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  write((one) => {
    for (const code of ['gold', 'silver'])
      defineBadge(one, { code, name: code, category: 'social', rarity: 'epic' });
  }, BEFORE);
  const add = (name: string, department?: string) =>
    write(
      (one) => addEmployee(one, { email: `${name}@acme.example`, given_name: name, department }),
      BEFORE,
    ).employee_id;
  const award = (id: string, amount: number, reason?: string) =>
    write((one) => awardXp(one, id, { amount, at: START, reason }), CLOSED);
  const badge = (id: string, code: string) =>
    write((one) => awardBadge(one, id, code, START), CLOSED);
  const create = (rules: Partial<ContestRules>) =>
    write((one) => {
      const days = { first_day: '2026-12-01', last_day: '2026-12-24' };
      return createContest(one, { name: 'Race', ...days, departments: [], prizes: [], ...rules });
    }, BEFORE);
  const rank = () => rankContest(db, companyId, requireContest(db, companyId, 'Race').entry);
  const close = (ranking = rank()) => write((one) => closeContest(one, ranking), CLOSED);
  const view = () => showContest(db, { companyId, now: CLOSED }, { reference: 'Race', top: 100 });
  const leaders = () => view().leaders.map(({ rank, name, xp }) => [rank, name, xp]);
  const teams = () =>
    view().teams.map(({ rank, departments, participants, people, xp }) => [
      ...[rank, departments.map(({ name }) => name).join(), participants, people, xp],
    ]);
  const coins = () =>
    queryRows(
      db,
      companyId,
      'select given_name as name, coins from employees where company_id = :companyId and coins > 0 order by number',
      { name: 'text?', coins: 'integer' },
    ).map(({ name, coins }) => [name, coins]);
  return { ...company, add, award, badge, create, rank, close, view, leaders, teams, coins };
}

const refused = (message: string) => (error: unknown) =>
  error instanceof EngagedError && error.message === message;

test('with reasons chosen only their XP counts, also in what changes until the contest is closed', (t) => {
  const { add, award, create, rank, close, leaders } = createCompany(t);
  create({ reasons: ['Walk', ' Idea '], prizes: [] });
  const [ada = '', bo = '', cy = ''] = ['Ada', 'Bo', 'Cy'].map((name) => add(name));
  award(ada, 50, 'Walk');
  award(ada, 900);
  award(bo, 60, 'Idea');
  award(cy, 70, 'walk');
  const ranking = rank();
  award(ada, 20, 'Idea');
  award(cy, 1, 'Walk');
  close(ranking);
  assert.deepEqual(leaders(), [
    [1, 'Ada', 70],
    [2, 'Bo', 60],
    [3, 'Cy', 1],
  ]);
});

test('badges that were earned and are still held count one each, those chosen alone where some are', (t) => {
  const { add, badge, create, rank, close, leaders, write, db, companyId } = createCompany(t);
  create({ counts: 'badges', ties: 'first' });
  create({ name: 'Gold', counts: 'badges', badges: ['gold'] });
  const [ada = '', bo = '', cy = ''] = ['Ada', 'Bo', 'Cy'].map((name) => add(name));
  badge(bo, 'gold');
  badge(ada, 'gold');
  for (const one of [cy]) for (const code of ['gold', 'silver']) badge(one, code);
  assert.deepEqual(leaders(), [
    [1, 'Cy', 2],
    [2, 'Bo', 1],
    [3, 'Ada', 1],
  ]);
  const ranking = rank();
  write((one) => revokeBadge(one, cy, 'gold'), CLOSED);
  badge(ada, 'silver');
  close(ranking);
  assert.deepEqual(leaders(), [
    [1, 'Ada', 2],
    [2, 'Bo', 1],
    [3, 'Cy', 1],
  ]);
  const gold = showContest(db, { companyId, now: CLOSED }, { reference: 'Gold', top: 9 });
  assert.deepEqual(
    gold.leaders.map(({ rank, name }) => [rank, name]),
    [
      [1, 'Ada'],
      [1, 'Bo'],
    ],
  );
});

test('departments rank by the share of their people, small ones as one, and everybody in those ahead wins', (t) => {
  const { add, award, create, rank, close, teams, view, coins, write, db, companyId } =
    createCompany(t);
  write((one) => {
    for (const name of ['North', 'South', 'Lab', 'Shop', 'Empty']) createDepartment(one, { name });
    createDepartment(one, { name: 'Night', parent: 'Lab' });
  }, BEFORE);
  create({ counts: 'participation', prizes: ['1=coins:9', '3=coins:1'].map(parsePrize) });
  const people = (department: string, count: number) =>
    Array.from({ length: count }, (_, at) => add(`${department}${at}`, department));
  const [north, south, lab] = [people('North', 5), people('South', 5), people('Lab', 3)];
  const [night, shop] = [people('Night', 2), people('Shop', 2)];
  award(add('Nowhere'), 900);
  for (const id of [...north.slice(0, 4), ...south.slice(0, 3), ...lab, ...night]) award(id, 10);
  assert.deepEqual(teams(), [
    [1, 'North', 4, 5, 40],
    [2, 'Lab,Shop,Night', 5, 7, 50],
    [3, 'South', 3, 5, 30],
  ]);
  const ranking = rank();
  award(south[3] ?? '', 1);
  award(south[4] ?? '', 1);
  write((one) => deactivateEmployee(one, south[0] ?? '', 'Left'), CLOSED);
  write((one) => updateEmployee(one, lab[0] ?? '', { department: 'South' }), CLOSED);
  const { people: ranked, prizes_granted, prizes_withheld } = close(ranking);
  assert.deepEqual([ranked, prizes_granted, prizes_withheld], [14, 5 + 6, 0]);
  assert.deepEqual(teams(), [
    [1, 'South', 5, 5, 32],
    [2, 'North', 4, 5, 40],
    [3, 'Lab,Shop,Night', 4, 6, 40],
  ]);
  assert.deepEqual(coins(), [
    ...[...[1, 2, 3, 4].map((at) => [`South${at}`, 9]), ['Lab0', 9]],
    ...[
      ['Lab1', 1],
      ['Lab2', 1],
      ['Night0', 1],
      ['Night1', 1],
    ],
    ...[
      ['Shop0', 1],
      ['Shop1', 1],
    ],
  ]);
  assert.equal(shop.length, 2);
  const of = (id: string) => {
    const [contest] = collectPerson(db, { companyId, employee: id, now: CLOSED }).contests;
    return contest?.prizes;
  };
  assert.deepEqual(of(lab[0] ?? ''), [{ first_rank: 1, last_rank: 1, badge: null, coins: 9 }]);
  assert.deepEqual(of(north[0] ?? ''), []);
  assert.deepEqual(view().leaders, []);
});

test('departments rank by XP per head; those that were named count the people of departments below them', (t) => {
  const { add, award, create, close, teams, write } = createCompany(t);
  write((one) => {
    for (const name of ['North', 'South', 'Other']) createDepartment(one, { name });
    createDepartment(one, { name: 'Below', parent: 'South' });
  }, BEFORE);
  create({ counts: 'average', departments: ['North', 'South'] });
  for (const [name, count, xp] of [
    ['North', 5, 10],
    ['South', 4, 10],
    ['Below', 2, 40],
    ['Other', 6, 99],
  ] as const) {
    for (let at = 0; at < count; at++) award(add(`${name}${at}`, name), xp);
  }
  const expected = [
    [1, 'South', 6, 6, 120],
    [2, 'North', 5, 5, 50],
  ];
  assert.deepEqual(teams(), expected);
  close();
  assert.deepEqual(teams(), expected);
});

test('what does not go together is refused, and what counts is fixed once the contest has started', (t) => {
  const { create, write } = createCompany(t);
  const change = (changes: Partial<ContestRules>, now = BEFORE) =>
    write((one) => changeContest(one, 'Race', changes), now);
  const many = Array.from({ length: 21 }, (_, at) => `Reason ${at}`);
  for (const [rules, message] of [
    [{ counts: 'badges', reasons: ['A'] }, 'reasons must be left out where badges count'],
    [{ badges: ['gold'] }, 'badges must be left out where XP counts'],
    [{ counts: 'average', ties: 'first' }, 'ties must be shared where departments rank'],
    [{ reasons: many }, 'At most 20 reasons or badges can be chosen'],
    [{ counts: 'coins' }, 'counts must be one of xp, badges, participation, average'],
  ] as const) {
    assert.throws(() => create(rules), refused(message));
  }
  create({ reasons: ['A'], ties: 'first' });
  const changed = change({ counts: 'participation' });
  assert.deepEqual([changed.reasons, changed.ties], [['A'], 'shared']);
  const badges = change({ counts: 'badges', badges: ['silver', 'silver'] });
  assert.deepEqual([badges.reasons, badges.badges], [[], ['silver']]);
  assert.deepEqual(change({ counts: 'xp' }).badges, []);
  const started = 'This contest has started. Only its name and its prizes can be changed';
  assert.throws(() => change({ reasons: ['B'] }, START), refused(started));
  assert.deepEqual(change({ counts: 'xp', reasons: [] }, START).reasons, []);
});
