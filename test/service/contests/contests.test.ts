import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { parsePrize } from '../../../src/domain/contest.ts';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { EngagedError } from '../../../src/domain/errors.ts';
import { isoTime } from '../../../src/domain/iso-time.ts';
import { listDecisions } from '../../../src/service/audit/audit.ts';
import { awardBadge, defineBadge, revokeBadge } from '../../../src/service/badges/badges.ts';
import { updateCompany } from '../../../src/service/company/companies.ts';
import { LazyCompanyWrite } from '../../../src/service/company/company-write.ts';
import { resetSandbox } from '../../../src/service/company/sandbox.ts';
import {
  type ContestRules,
  cancelContest,
  changeContest,
  createContest,
} from '../../../src/service/contests/change-contests.ts';
import {
  closeContest,
  closeDueContest,
  rankContest,
} from '../../../src/service/contests/close-contest.ts';
import {
  listContests,
  listDueContests,
  requireContest,
} from '../../../src/service/contests/contests.ts';
import { MAX_GRANTED } from '../../../src/service/contests/grant-prizes.ts';
import { showContest } from '../../../src/service/contests/show-contest.ts';
import { createDepartment, moveDepartment } from '../../../src/service/departments/departments.ts';
import { mergeDepartments } from '../../../src/service/departments/merge-departments.ts';
import {
  addEmployee,
  deactivateEmployee,
  reactivateEmployee,
  updateEmployee,
} from '../../../src/service/people/employees.ts';
import { eraseEmployee } from '../../../src/service/people/erasure.ts';
import { collectPerson } from '../../../src/service/people/person-export.ts';
import { awardXp } from '../../../src/service/xp/ledger.ts';
import { applyAwards } from '../../../src/service/xp/xp-awards.ts';
import { rosterRow } from '../../domain/roster/builders.ts';
import { sync } from '../roster/sync.ts';
import { createTestCompany, eventsOf, queryRows } from '../test-company.ts';

const at = (text: string): number => Date.parse(text);
const START = at('2026-12-01');
const LAST_MOMENT = at('2026-12-24T23:59:59.999Z');
const END = at('2026-12-25');
const CLOSED = at('2026-12-28');
const BEFORE = at('2026-11-20');

/** A company with people and the badge `gold`; a contest of December, created in November. */
function createCompany(t: TestContext) {
  const company = createTestCompany(t);
  const { db, companyId, write } = company;
  const add = (name: string, department?: string) =>
    write(
      (one) => addEmployee(one, { email: `${name}@acme.example`, given_name: name, department }),
      BEFORE,
    ).employee_id;
  const award = (id: string, amount: number, countsAt = START, now = Math.max(countsAt, END)) =>
    write((one) => awardXp(one, id, { amount, at: countsAt }), now);
  const create = (rules: Partial<Omit<ContestRules, 'prizes'>> & { prizes?: string[] } = {}) =>
    write((one) => {
      const days = { first_day: '2026-12-01', last_day: '2026-12-24' };
      const prizes = (rules.prizes ?? []).map(parsePrize);
      return createContest(one, { name: 'Advent', ...days, departments: [], ...rules, prizes });
    }, BEFORE);
  write((one) => {
    defineBadge(one, { code: 'gold', name: 'Gold', category: 'social', rarity: 'epic' });
  });
  const rank = (reference = 'Advent') =>
    rankContest(db, companyId, requireContest(db, companyId, reference).entry);
  const close = (now = CLOSED, ranking = rank()) => write((one) => closeContest(one, ranking), now);
  const view = (now = CLOSED, reference = 'Advent') =>
    showContest(db, { companyId, now }, { reference, top: 100 });
  const leaders = (now = CLOSED) =>
    view(now).leaders.map(({ rank, name, xp, level, department }) => [
      ...[rank, name, xp, level],
      department?.name ?? null,
    ]);
  const coins = () =>
    queryRows(
      db,
      companyId,
      `select e.given_name as name, l.amount, l.reason, l.source from coin_ledger l
       join employees e on e.company_id = l.company_id and e.number = l.employee_number
       where l.company_id = :companyId order by l.entry`,
      { name: 'text?', amount: 'integer', reason: 'text?', source: 'text' },
    ).map(({ name, amount, reason, source }) => [name, amount, reason, source]);
  const holders = () =>
    queryRows(
      db,
      companyId,
      `select e.given_name as name from badge_awards a
       join employees e on e.company_id = a.company_id and e.number = a.employee_number
       where a.company_id = :companyId and a.revoked_at is null order by a.entry`,
      { name: 'text?' },
    ).map(({ name }) => name);
  return { ...company, add, award, create, rank, close, view, leaders, coins, holders };
}

const refused = (code: string, message: string) => (error: unknown) =>
  error instanceof EngagedError && error.code === code && error.message === message;

test('a contest counts the XP of its days, from the first to the last moment, whenever it is recorded', (t) => {
  const { add, award, create, close, leaders, view } = createCompany(t);
  const contest = create();
  assert.deepEqual(
    [contest.state, contest.first_day, contest.last_day, contest.people],
    ['upcoming', '2026-12-01', '2026-12-24', null],
  );
  const [ada, bo, cy, none] = ['Ada', 'Bo', 'Cy', 'None'].map((name) => add(name));
  award(ada ?? '', 100, START - 1, START - 1);
  award(ada ?? '', 5, START);
  award(bo ?? '', 7, LAST_MOMENT, CLOSED - 1);
  award(bo ?? '', 900, END);
  award(cy ?? '', 30, START);
  award(cy ?? '', -30, START + 1);
  award(none ?? '', 40, END);
  assert.equal(view(START - 1).state, 'upcoming');
  assert.deepEqual(leaders(START - 1), []);
  assert.deepEqual([view(LAST_MOMENT).state, view(END).state], ['running', 'ended']);
  const expected = [
    [1, 'Bo', 7, 4, null],
    [2, 'Ada', 5, 2, null],
  ];
  assert.deepEqual(leaders(LAST_MOMENT), expected);
  const closed = close();
  assert.deepEqual([closed.state, closed.people], ['closed', 2]);
  award(ada ?? '', 5_000, START, CLOSED + 1);
  assert.deepEqual(leaders(CLOSED + 1), expected);
});

test('prizes go to the ranks they name, once, with audit, ledger and events', (t) => {
  const { db, companyId, add, award, create, close, coins, holders, view, write } =
    createCompany(t);
  create({ prizes: ['1=badge:gold', '1-2=coins:100', '3-9=coins:10'] });
  const people = ['Ada', 'Bo', 'Cy', 'Di'].map((name) => add(name));
  people.forEach((id, i) => void award(id, 50 - i));
  const since = eventsOf(db, companyId).length;
  const { prizes_granted, prizes_withheld } = close();
  assert.deepEqual([prizes_granted, prizes_withheld], [5, 0]);
  assert.deepEqual(holders(), ['Ada']);
  assert.deepEqual(coins(), [
    ['Ada', 100, 'Contest: Advent, rank 1', 'contest'],
    ['Bo', 100, 'Contest: Advent, rank 2', 'contest'],
    ['Cy', 10, 'Contest: Advent, rank 3', 'contest'],
    ['Di', 10, 'Contest: Advent, rank 4', 'contest'],
  ]);
  assert.deepEqual(
    view().leaders.map(({ prizes }) => prizes.map(({ badge, coins }) => badge ?? coins)),
    [['gold', 100], [100], [10], [10]],
  );
  const events = eventsOf(db, companyId).slice(since);
  assert.deepEqual(
    events.map(({ type }) => type),
    ['badge.awarded', 'contest.closed'],
  );
  assert.deepEqual(events.at(-1)?.data, {
    ...{ contest_id: view().id, people: 4, prizes_granted: 5, prizes_withheld: 0 },
  });
  const actions = listDecisions(db, companyId, { count: 6 });
  assert.deepEqual(
    actions.map(({ action }) => action),
    ['contest.close', ...Array(4).fill('coins.grant'), 'badge.award'],
  );
  const ranking = rankContest(db, companyId, requireContest(db, companyId, 'Advent').entry);
  const closed = refused('conflict', 'This contest is closed');
  assert.throws(() => write((one) => closeContest(one, ranking), CLOSED), closed);
  assert.equal(coins().length, 4);
  for (const change of [cancelContest, changeContest]) {
    assert.throws(() => write((one) => change(one, 'Advent', {}), CLOSED), closed);
  }
});

const SAME_XP: [ties: string, places: [rank: number, name: string][]][] = [
  [
    'shared',
    [
      [1, 'Ada'],
      [1, 'Bo'],
      [1, 'Cy'],
      [4, 'Di'],
    ],
  ],
  [
    'first',
    [
      [1, 'Cy'],
      [2, 'Bo'],
      [3, 'Ada'],
      [4, 'Di'],
    ],
  ],
];

for (const [ties, places] of SAME_XP) {
  test(`with ties ${ties}, people with the same XP have their places, running and closed, and win by them`, (t) => {
    const { add, award, create, close, coins, leaders, view } = createCompany(t);
    create({ ties, prizes: ['1=coins:50', '3-4=coins:1'] });
    const [ada, bo, cy, di] = ['Ada', 'Bo', 'Cy', 'Di'].map((name) => add(name)) as [
      string,
      string,
      string,
      string,
    ];
    award(ada, 4);
    award(cy, 10);
    award(cy, 5);
    award(bo, 10);
    award(ada, 6);
    // What goes beyond and comes back has been reached before.
    award(cy, -5);
    award(di, 9);
    const shown = () => leaders().map(([rank, name]) => [rank, name]);
    assert.deepEqual(shown(), places);
    close();
    assert.deepEqual(shown(), places);
    const won = places.flatMap(([rank, name]) =>
      rank === 1 ? `${name} 50` : rank >= 3 ? `${name} 1` : [],
    );
    assert.deepEqual(
      coins()
        .map(([name, amount]) => `${name} ${amount}`)
        .sort(),
      won.toSorted(),
    );
    assert.deepEqual(
      view().leaders.flatMap(({ name, prizes }) => prizes.map((one) => `${name} ${one.coins}`)),
      won,
    );
  });
}

test('a prize that one of those who share a place cannot get is withheld from that one alone', (t) => {
  const { add, award, create, close, view, write, holders } = createCompany(t);
  create({ prizes: ['1=badge:gold'] });
  const [ada, bo] = ['Ada', 'Bo'].map((name) => add(name)) as [string, string];
  write((one) => awardBadge(one, ada, 'gold'), BEFORE);
  award(ada, 5);
  award(bo, 5);
  close();
  assert.deepEqual(holders(), ['Ada', 'Bo']);
  const { leaders, withheld } = view();
  assert.deepEqual(
    leaders.map(({ rank, name, prizes }) => [rank, name, prizes.length]),
    [
      [1, 'Ada', 0],
      [1, 'Bo', 1],
    ],
  );
  assert.deepEqual(
    withheld.map((one) => Object.keys(one)),
    [['rank', 'badge', 'coins', 'reason']],
  );
});

test('the rule for the same XP is one of two, and fixed once the contest has started', (t) => {
  const { create, write } = createCompany(t);
  const contest = create();
  assert.equal(contest.ties, 'shared');
  write((one) => updateCompany(one, { ties: 'first' }));
  assert.deepEqual([contest.ties, create({ name: 'Lent' }).ties], ['shared', 'first']);
  const change = (ties: string, now: number) =>
    write((one) => changeContest(one, 'Advent', { ties }), now);
  assert.equal(change('first', BEFORE).ties, 'first');
  for (const wrong of ['joined', 'chance']) {
    assert.throws(() => change(wrong, BEFORE), { code: 'validation_failed' });
  }
  assert.throws(() => change('shared', START), { code: 'conflict' });
  assert.equal(change('first', START).ties, 'first');
});

test('who is not active when the contest is closed wins nothing, and the next one moves up', (t) => {
  const { add, award, create, close, coins, leaders, rank, write } = createCompany(t);
  create({ prizes: ['1-2=coins:100'] });
  const names = ['Gone', 'Erased', 'Back', 'Ada', 'Bo'];
  const [gone, erased, back, ada, bo] = names.map((name) => add(name)) as [
    ...[string, string, string, string, string],
  ];
  [gone, erased, back, ada, bo].forEach((id, i) => void award(id, 100 - i));
  write((one) => deactivateEmployee(one, back, 'Left'), END);
  const ranking = rank();
  // After the ranking and before it is written.
  write((one) => deactivateEmployee(one, gone, 'Left'), END);
  write((one) => eraseEmployee(one, erased, 'Request 7'), END);
  write((one) => reactivateEmployee(one, back), END);
  award(bo, 3);
  close(CLOSED, ranking);
  assert.deepEqual(
    leaders().map(([rank, name, xp]) => [rank, name, xp]),
    [
      [1, 'Bo', 99],
      [2, 'Back', 98],
      [3, 'Ada', 97],
    ],
  );
  assert.deepEqual(
    coins().map(([name]) => name),
    ['Bo', 'Back'],
  );
});

test('a contest of departments ranks who is in them or below when it is closed', (t) => {
  const { add, award, create, close, leaders, rank, write } = createCompany(t);
  write((one) => {
    for (const name of ['Sales', 'Support', 'Other']) createDepartment(one, { name });
    createDepartment(one, { name: 'Sales EU', parent: 'Sales' });
  });
  const contest = create({ departments: ['Sales', 'support', 'Sales'] });
  assert.deepEqual(
    contest.departments.map(({ name }) => name),
    ['Sales', 'Support'],
  );
  const people = [
    ...[add('Ada', 'Sales'), add('Bo', 'Sales EU'), add('Cy', 'Support')],
    ...[add('Di', 'Other'), add('Ed'), add('Flo', 'Other')],
  ];
  people.forEach((id, i) => void award(id, 10 + i));
  const names = () => leaders(END).map(([, name]) => name);
  assert.deepEqual(names(), ['Cy', 'Bo', 'Ada']);
  const ranking = rank();
  write((one) => updateEmployee(one, people[3] ?? '', { department: 'Support' }), END);
  write((one) => updateEmployee(one, people[0] ?? '', { department: 'Other' }), END);
  write((one) => mergeDepartments(one, 'Support', 'Sales'), END);
  assert.deepEqual(names(), ['Di', 'Cy', 'Bo']);
  const changed = 'The days or departments of this contest were just changed; try again';
  assert.throws(() => close(CLOSED, ranking), refused('conflict', changed));
  const again = rank();
  write((one) => moveDepartment(one, 'Other', 'Sales EU'), END);
  assert.throws(() => close(CLOSED, again), refused('conflict', changed));
  close();
  assert.deepEqual(names(), ['Flo', 'Di', 'Cy', 'Bo', 'Ada']);
});

test('a ranking by other days does not close a contest, as after a clock that went back', (t) => {
  const { add, award, create, close, leaders, rank, write } = createCompany(t);
  create();
  const [ada, bo] = [add('Ada'), add('Bo')];
  award(ada, 10, END - 1);
  award(bo, 5);
  const ranking = rank();
  const last_day = new Date(END - 2 * DAY_MS).toISOString().slice(0, 10);
  write((one) => changeContest(one, 'Advent', { last_day }), BEFORE);
  const changed = 'The days or departments of this contest were just changed; try again';
  assert.throws(() => close(CLOSED, ranking), refused('conflict', changed));
  close();
  assert.deepEqual(
    leaders().map(([, name, xp]) => [name, xp]),
    [['Bo', 5]],
  );
});

test('a prize that cannot be granted is withheld with the reason, and the others are granted', (t) => {
  const { db, add, award, create, close, coins, holders, view, write } = createCompany(t);
  create({ prizes: ['1-3=badge:gold', '2-3=coins:5'] });
  const [ada, bo, cy] = ['Ada', 'Bo', 'Cy'].map((name) => add(name)) as [string, string, string];
  award(ada, 30);
  award(bo, 20);
  award(cy, 10);
  write((one) => awardBadge(one, ada, 'gold'));
  write((one) => awardBadge(one, cy, 'gold'));
  write((one) => revokeBadge(one, cy, 'gold'));
  // The most that can be kept.
  db.execute("update employees set coins = 9007199254740991 where email_key = 'bo@acme.example'");
  const { prizes_granted, prizes_withheld } = close();
  assert.deepEqual([prizes_granted, prizes_withheld], [3, 2]);
  assert.deepEqual(holders(), ['Ada', 'Bo', 'Cy']);
  assert.deepEqual(
    coins().map(([name, amount]) => [name, amount]),
    [['Cy', 5]],
  );
  assert.deepEqual(
    view().withheld.map(({ rank, badge, coins }) => [rank, badge, coins]),
    [
      [1, 'gold', null],
      [2, null, 5],
    ],
  );
  assert.deepEqual(
    view().leaders.map(({ prizes }) => prizes.length),
    [0, 1, 2],
  );
});

test('prizes of the same ranks add up one after another, and each is a decision about a person', (t) => {
  const { db, companyId, add, award, create, close, view } = createCompany(t);
  create({ prizes: ['1=badge:gold', '1-2=badge:gold', '1-9=coins:5', '2=coins:7', '5=coins:9'] });
  const [ada, bo] = ['Ada', 'Bo'].map((name) => add(name)) as [string, string];
  award(ada, 30);
  award(bo, 20);
  const { prizes_granted } = close();
  assert.equal(prizes_granted, 5);
  assert.deepEqual(view().withheld, [
    { rank: 1, badge: 'gold', coins: null, reason: 'The employee holds this badge already' },
  ]);
  const decisions = listDecisions(db, companyId, { count: 6 }).filter(
    ({ at }) => at >= isoTime(CLOSED),
  );
  const at = isoTime(CLOSED);
  const badge = { code: 'gold', awarded_at: at, revoked_at: null };
  const coins = (rank: number, amount: number, coins: number) => ({
    ...{ amount, reason: `Contest: Advent, rank ${rank}`, at, once: null, coins },
  });
  assert.deepEqual(
    decisions
      .map(({ action, target, before, after }) => [action, target.id, before, after])
      .reverse(),
    [
      ['badge.award', ada, null, badge],
      ['badge.award', bo, null, badge],
      ['coins.grant', ada, { coins: 0 }, coins(1, 5, 5)],
      ['coins.grant', bo, { coins: 0 }, coins(2, 5, 5)],
      ['coins.grant', bo, { coins: 5 }, coins(2, 7, 12)],
      [
        'contest.close',
        view().id,
        null,
        { name: 'Advent', people: 2, prizes_granted: 5, prizes_withheld: 1 },
      ],
    ],
  );
});

test('the badge of a prize may be gone when the contest is closed', (t) => {
  const { db, add, award, create, close, view } = createCompany(t);
  create({ prizes: ['1=badge:gold'] });
  award(add('Ada'), 30);
  db.execute("delete from badges where code = 'gold'");
  close();
  assert.deepEqual(view().withheld, [
    { rank: 1, badge: 'gold', coins: null, reason: 'Badge not found' },
  ]);
});

test('a contest that has started keeps its days and departments, and one that has ended everything', (t) => {
  const { create, write, view } = createCompany(t);
  write((one) => createDepartment(one, { name: 'Sales' }));
  create();
  const change = (changes: Parameters<typeof changeContest>[2], now: number) =>
    write((one) => changeContest(one, 'Advent', changes), now);
  const moved = change({ first_day: '2026-12-02', departments: ['Sales'] }, START - 1);
  assert.deepEqual([moved.first_day, moved.departments.length], ['2026-12-02', 1]);
  change({ first_day: '2026-12-01', departments: [] }, START - 1);
  const started = refused(
    'conflict',
    'This contest has started. Only its name and its prizes can be changed',
  );
  for (const changes of [
    { first_day: '2026-12-02' },
    { last_day: '2026-12-25' },
    { departments: ['Sales'] },
  ]) {
    assert.throws(() => change(changes, START), started);
  }
  const prizes = [parsePrize('1=coins:5')];
  const same = { first_day: '2026-12-01', last_day: '2026-12-24', departments: [] };
  assert.deepEqual(change({ ...same, prizes }, LAST_MOMENT).prizes, prizes);
  const ended = refused('conflict', 'This contest has ended. It can only be closed or cancelled');
  assert.throws(() => change({ name: 'Other' }, END), ended);
  assert.equal(view().name, 'Advent');
});

test('a cancelled contest grants nothing and is not closed', (t) => {
  const { db, companyId, add, award, create, close, coins, write, view } = createCompany(t);
  create({ prizes: ['1=coins:5'] });
  award(add('Ada'), 30);
  write((one) => cancelContest(one, 'Advent'), END);
  const cancelled = refused('conflict', 'This contest was cancelled');
  assert.throws(() => close(), cancelled);
  assert.throws(() => write((one) => cancelContest(one, 'Advent'), END), cancelled);
  assert.throws(() => write((one) => changeContest(one, 'Advent', {}), END), cancelled);
  assert.deepEqual(listDueContests(db, { now: CLOSED, graceMs: 0 }), []);
  assert.deepEqual([view().state, view().leaders, coins()], ['cancelled', [], []]);
  assert.deepEqual(
    listContests(db, companyId, CLOSED).map(({ state }) => state),
    ['cancelled'],
  );
});

test('what cannot be a contest is refused', (t) => {
  const { create, close } = createCompany(t);
  for (const [rules, code, message] of [
    [{ name: ' ' }, 'validation_failed', 'name must not be empty'],
    [
      { first_day: '2026-12-32' },
      'validation_failed',
      'first_day must be a day such as 2026-11-16',
    ],
    [{ last_day: '2027-02-29' }, 'validation_failed', 'last_day must be a day such as 2026-11-16'],
    [{ last_day: '2026-11-30' }, 'validation_failed', 'last_day must not be before first_day'],
    [
      { first_day: '2026-11-01', last_day: '2026-11-19' },
      'validation_failed',
      'last_day must not have passed',
    ],
    [{ departments: ['X'] }, 'not_found', 'Department not found'],
    [{ prizes: ['1=badge:x'] }, 'not_found', 'Badge not found'],
    ...['', '1', '1=coins:', 'x=coins:1', '1=coins:-1', '1=badge:', '1=cash:5'].map(
      (prize) =>
        [
          { prizes: [prize] },
          'validation_failed',
          'prize must be RANKS=badge:CODE or RANKS=coins:AMOUNT, such as 1-3=coins:100',
        ] as const,
    ),
    [
      { prizes: ['0=coins:1'] },
      'validation_failed',
      'The ranks of a prize must start at 1 or later, and end where they start or later',
    ],
    [
      { prizes: ['3-2=coins:1'] },
      'validation_failed',
      'The ranks of a prize must start at 1 or later, and end where they start or later',
    ],
    [
      { prizes: ['1-501=coins:1', '1-500=coins:1'] },
      'validation_failed',
      'prizes must go to at most 1000 ranks, each counted once for every prize',
    ],
    [
      { prizes: ['1=coins:0'] },
      'validation_failed',
      'The coins of a prize must be a whole number from 1 to 1000000000',
    ],
  ] as [Parameters<typeof create>[0], string, string][]) {
    assert.throws(() => create(rules), refused(code, message), JSON.stringify(rules));
  }
  create();
  assert.throws(() => close(END - 1), refused('conflict', 'This contest has not ended yet'));
});

test('a service closes a contest only when it is due', (t) => {
  const { db, companyId, create, rank } = createCompany(t);
  create();
  const graceMs = CLOSED - END;
  const timing = (now: number) => ({ companyId, now, graceMs });
  const due = (now: number) => listDueContests(db, timing(now)).length;
  assert.deepEqual([due(CLOSED - 1), due(CLOSED)], [0, 1]);
  assert.equal(closeDueContest(db, timing(CLOSED - 1), rank()), null);
  assert.equal(closeDueContest(db, timing(CLOSED), rank())?.state, 'closed');
  assert.equal(closeDueContest(db, timing(CLOSED), rank()), null);
  assert.equal(due(CLOSED), 0);
});

test('an erased person is absent from closed contests, and an export lists the places of a person', (t) => {
  const { add, award, create, close, leaders, write, db, companyId } = createCompany(t);
  create({ prizes: ['1=coins:5'] });
  const [ada, bo] = ['Ada', 'Bo'].map((name) => add(name)) as [string, string];
  award(ada, 30);
  award(bo, 20);
  close();
  const { contests } = collectPerson(db, { companyId, employee: ada, now: CLOSED });
  assert.deepEqual(
    contests.map(({ name, rank, xp, level, prizes }) => [name, rank, xp, level, prizes.length]),
    [['Advent', 1, 30, 1, 1]],
  );
  write((one) => eraseEmployee(one, ada, 'Request 8'), CLOSED);
  assert.deepEqual(
    leaders().map(([rank, name]) => [rank, name]),
    [[2, 'Bo']],
  );
});

test('a closed contest cannot be rewritten, and a reset of the sandbox deletes its contests', (t) => {
  const { db, create, close, writeSandbox, sandboxId, companyId } = createCompany(t);
  create();
  close();
  assert.throws(() => db.execute("update contests set name = 'x'"), /never changed/);
  writeSandbox((one) => {
    createContest(one, {
      ...{ name: 'Sandbox', first_day: '2026-12-01', last_day: '2026-12-24' },
      ...{ departments: [], prizes: [] },
    });
  });
  writeSandbox((one) => resetSandbox(one));
  assert.deepEqual(listContests(db, sandboxId, END), []);
  assert.equal(listContests(db, companyId, END).length, 1);
});

test('a shared place wins while a contest grants at most 2,000 prizes; one with more people is withheld as a whole, and said', (t) => {
  const company = createCompany(t);
  const { db, companyId, create, close, view } = company;
  const crowd = MAX_GRANTED - 1;
  const rows = Array.from({ length: crowd + 2 }, (_, n) => rosterRow(`P${n}`));
  sync(company, rows, { now: BEFORE });
  const awards = rows.map(({ external_id, email }, n) => ({
    ...{ employee: { external_id }, once: email, reason: 'Quiz', at: isoTime(START) },
    amount: n < 2 ? 3 : n === rows.length - 1 ? 1 : 2,
  }));
  const request = { rows: awards, actor: 'test', now: END };
  const pending = new LazyCompanyWrite(db, { companyId, now: END, actor: 'test' });
  const [awarded] = db.write(() => applyAwards(pending, [request]));
  assert.deepEqual(awarded?.errors.slice(0, 1), []);
  const what = (name: string) => {
    const { people, prizes_granted, prizes_withheld } = close(CLOSED, company.rank(name));
    return { people, prizes_granted, prizes_withheld, withheld: view(CLOSED, name).withheld };
  };
  create({ name: 'All', prizes: ['3=coins:1'] });
  const people = rows.length;
  assert.deepEqual(what('All'), {
    ...{ people, prizes_granted: crowd - 1, prizes_withheld: 0, withheld: [] },
  });
  create({ name: 'Too many', prizes: ['1-3=coins:1', '1=badge:gold', '3=coins:5'] });
  const reason = '1,998 people share this rank, and a contest grants at most 2,000 prizes';
  assert.deepEqual(what('Too many'), {
    ...{ people, prizes_granted: 4, prizes_withheld: 2 * (crowd - 1) },
    withheld: [
      { rank: 3, badge: null, coins: 1, reason },
      { rank: 3, badge: null, coins: 5, reason },
    ],
  });
  const [first] = view(CLOSED, 'Too many').leaders.slice(2);
  assert.deepEqual([first?.rank, first?.prizes], [3, []]);
  assert.deepEqual(
    queryRows(
      db,
      companyId,
      'select count(*) as n, sum(amount) as coins from coin_ledger where company_id = :companyId',
      {
        n: 'integer',
        coins: 'integer',
      },
    ),
    [{ n: crowd - 1 + 2, coins: crowd - 1 + 2 }],
  );
});
