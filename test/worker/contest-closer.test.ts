import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { parsePrize } from '../../src/domain/contest.ts';
import { cancelContest, createContest } from '../../src/service/contests/change-contests.ts';
import { listContests } from '../../src/service/contests/contests.ts';
import { showContest } from '../../src/service/contests/show-contest.ts';
import { breakTable, mendTable } from '../service/broken-table.ts';
import { queryRows } from '../service/test-company.ts';
import { startClosers } from './closers.ts';

/** Services that close contests of a company. */
function startContestClosers(t: TestContext, options: { joined: string; count?: number }) {
  const service = startClosers(t, options);
  const { db, companyId, clock, close, logged, write } = service;
  return {
    ...service,
    create: (name: string, first_day: string, last_day: string) =>
      write(
        (one) =>
          createContest(one, {
            ...{ name, first_day, last_day, departments: [] },
            prizes: [parsePrize('1=coins:5')],
          }),
        clock.now,
      ),
    run: async (now: string) => {
      await close(now);
      return listContests(db, companyId, clock.now).map(({ name, state }) => `${name} ${state}`);
    },
    xpOf: (reference: string) =>
      showContest(db, { companyId, now: clock.now }, { reference, top: 1 }).leaders.map(
        ({ xp }) => xp,
      ),
    coins: () =>
      queryRows(db, companyId, 'select coins from employees where company_id = :companyId', {
        coins: 'integer',
      })[0]?.coins,
    events: () =>
      logged()
        .filter(({ event }) => /contest/.test(event))
        .map(({ event, people, prizes_granted }) => [event, people, prizes_granted]),
  };
}

/** Days around the ends of months, of a year and of leap days: the first and last day, its end, and when it is closed. */
const ENDS = [
  ['2026-11-25', '2026-11-30', '2026-12-01T00:00:00.000Z', '2026-12-04T00:00:00.000Z'],
  ['2026-12-01', '2026-12-31', '2027-01-01T00:00:00.000Z', '2027-01-04T00:00:00.000Z'],
  ['2026-12-24', '2027-01-06', '2027-01-07T00:00:00.000Z', '2027-01-10T00:00:00.000Z'],
  ['2028-02-29', '2028-02-29', '2028-03-01T00:00:00.000Z', '2028-03-04T00:00:00.000Z'],
  ['2100-02-28', '2100-02-28', '2100-03-01T00:00:00.000Z', '2100-03-04T00:00:00.000Z'],
] as const;

const before = (time: string) => new Date(Date.parse(time) - 1).toISOString();

for (const [first, last, end, due] of ENDS) {
  test(`a contest from ${first} to ${last} is closed 72 hours after its end, with XP of its days only`, async (t) => {
    const { create, award, run, xpOf, coins } = startContestClosers(t, { joined: first });
    create('Cup', first, last);
    award(1, before(end));
    award(20, end);
    // Within the grace period, for the contest and for the day after it.
    award(300, before(due), before(end));
    award(4_000, before(due), end);
    award(50_000, before(due), before(`${first}T00:00:00.000Z`));
    assert.deepEqual([await run(before(due)), coins()], [['Cup ended'], 0]);
    assert.deepEqual([await run(due), coins()], [['Cup closed'], 5]);
    award(600_000, due, before(end));
    assert.deepEqual([await run(due), xpOf('Cup'), coins()], [['Cup closed'], [301], 5]);
  });
}

test('contests that ended while the service was down are closed together, and once by several services', async (t) => {
  const service = startContestClosers(t, { joined: '2026-11-25', count: 3 });
  const { create, award, run, coins, events, write } = service;
  for (const name of ['A', 'B', 'C', 'D']) create(name, '2026-11-26', '2026-11-30');
  create('Later', '2026-11-26', '2027-03-01');
  award(7, '2026-11-27');
  write((one) => cancelContest(one, 'D'), Date.parse('2026-11-28'));
  const expected = ['Later running', 'D cancelled', 'C closed', 'B closed', 'A closed'];
  assert.deepEqual(await run('2027-01-20'), expected);
  assert.equal(coins(), 15);
  assert.deepEqual(
    events(),
    Array.from({ length: 3 }, () => ['contest_closed', 1, 1]),
  );
  // A clock that goes back closes nothing again.
  await run('2026-11-27');
  await run('2027-01-20');
  assert.equal(coins(), 15);
});

test('a contest that cannot be closed is logged, keeps no other waiting, and is closed by the next run', async (t) => {
  const { create, award, run, coins, events, db } = startContestClosers(t, {
    joined: '2026-11-25',
  });
  create('A', '2026-11-26', '2026-11-30');
  create('B', '2026-11-26', '2026-11-30');
  award(7, '2026-11-27');
  breakTable(db, 'update on contests', "new.name = 'A'");
  assert.deepEqual(await run('2026-12-10'), ['B closed', 'A ended']);
  assert.equal(coins(), 5);
  mendTable(db, 'contests');
  assert.deepEqual([await run('2026-12-10'), coins()], [['B closed', 'A closed'], 10]);
  assert.deepEqual(
    events().map(([event]) => event),
    ['contest_not_closed', 'contest_closed', 'contest_closed'],
  );
});
