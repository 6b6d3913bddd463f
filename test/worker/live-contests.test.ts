import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { readState } from '../../src/service/company/company-states.ts';
import { createContest } from '../../src/service/contests/change-contests.ts';
import { rankContest } from '../../src/service/contests/close-contest.ts';
import { requireContest } from '../../src/service/contests/contests.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { LiveContests, type LiveRanking } from '../../src/worker/live-contests.ts';
import { createTestCompany, NOW } from '../service/test-company.ts';

/** A running contest of one person, and rankings of it that are answered only once they are let go. */
function startContest(t: TestContext, { cacheSeconds }: { cacheSeconds: number }) {
  const { db, companyId, write } = createTestCompany(t);
  const { entry } = write((one) => {
    addEmployee(one, { email: 'ada@acme.example' });
    const days = { first_day: '2026-11-01', last_day: '2026-11-30' };
    createContest(one, { name: 'Cup', ...days, departments: [], prizes: [] });
    return requireContest(db, companyId, 'Cup');
  });
  const held: (() => void)[] = [];
  let builds = 0;
  const ranker = {
    rankContest: async () => {
      builds++;
      const ranking = rankContest(db, companyId, entry);
      await new Promise<void>((done) => held.push(done));
      return ranking;
    },
  };
  const live = new LiveContests({ db, ranker, cacheSeconds });
  const state = () => db.do(readState(db, companyId));
  return {
    award: () => write((one) => awardXp(one, 'ada@acme.example', { amount: 1 })),
    ask: (now = NOW) => live.ranking(companyId, entry, { ...state(), now }),
    askAfterReset: () => live.ranking(companyId, entry, { ...state(), epoch: 'another', now: NOW }),
    /** Answers every ranking that is held, and lets what waits for it go on. */
    letGo: async () => {
      for (const done of held.splice(0)) done();
      await new Promise(setImmediate);
    },
    builds: () => builds,
  };
}

const xpOf = ({ standings }: LiveRanking): number => standings.xp[0] ?? 0;

test('a request that comes while a contest is ranked sees what was committed before it', async (t) => {
  const { award, ask, letGo, builds } = startContest(t, { cacheSeconds: 0 });
  award();
  const first = ask();
  award();
  const [second, third] = [ask(), ask()];
  await letGo();
  award();
  const fourth = ask();
  await letGo();
  await letGo();
  const rankings = await Promise.all([first, second, third, fourth]);
  assert.deepEqual(rankings.map(xpOf), [1, 2, 2, 3]);
  assert.equal(builds(), 3, 'requests that may share a ranking do');
});

test('requests in the same state share one ranking', async (t) => {
  const { award, ask, letGo, builds } = startContest(t, { cacheSeconds: 0 });
  award();
  const asked = [ask(), ask(), ask()];
  await letGo();
  assert.deepEqual((await Promise.all(asked)).map(xpOf), [1, 1, 1]);
  assert.deepEqual([xpOf(await ask()), builds()], [1, 1]);
});

test('a ranking that lacks changes serves while it is young enough, and never after people were replaced', async (t) => {
  const { award, ask, askAfterReset, letGo, builds } = startContest(t, { cacheSeconds: 30 });
  award();
  const first = ask();
  award();
  const joined = ask(NOW + 29_999);
  const tooOld = ask(NOW + 30_000);
  await letGo();
  await letGo();
  assert.deepEqual([await first, await joined, await tooOld].map(xpOf), [1, 1, 2]);
  const replaced = askAfterReset();
  await letGo();
  await replaced;
  assert.equal(builds(), 3);
});
