import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { parsePrize } from '../../src/domain/contest.ts';
import { DAY_MS } from '../../src/domain/duration.ts';
import { defineBadge } from '../../src/service/badges/badges.ts';
import { createCompany } from '../../src/service/company/companies.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { createContest } from '../../src/service/contests/change-contests.ts';
import { findIntegrityFault } from '../../src/service/operations/integrity.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { createDataFile } from '../../src/store/files/data-file.ts';
import { tempFolder } from '../store/temp-files.ts';
import { createFailingDisk, STEP_FAULTS, skipReason } from './failing-writes.ts';
import { run, serve } from './program.ts';
import { readFile, testQuery } from './roster-fixture.ts';
import { isFullRun, iterations, randomFrom, reportResult, seed } from './run-scale.ts';

/** The service has the clock of this machine. */
const NOW = Date.now();
const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

const PRIZES = ['1=badge:gold', '1-3=coins:100', '4-40=coins:5'];
const PRIZES_GRANTED = 1 + 3 + 37;

/** A company with contests that ended at the end of yesterday, each with 41 prizes. */
function createTemplate(
  t: TestContext,
  { people, contests }: { people: number; contests: number },
): string {
  const file = join(tempFolder(t), 'engaged.db');
  const began = NOW - 5 * DAY_MS;
  createDataFile(file, NOW, (db) => {
    const order = { now: began, actor: 'test' };
    const { company } = createCompany(db, { ...order, name: 'Acme', ssoDomains: [] });
    const { companyId } = company;
    writeCompany(db, { companyId, ...order }, (write) => {
      defineBadge(write, { code: 'gold', name: 'Gold', category: 'social', rarity: 'epic' });
      for (let n = 0; n < contests; n++) {
        createContest(write, {
          ...{ name: `Contest ${n}`, first_day: dayOf(began), last_day: dayOf(NOW - DAY_MS) },
          ...{ departments: [], prizes: PRIZES.slice(n === 0 ? 0 : 1).map(parsePrize) },
          // Every rank is that of one person, so that the number of prizes is known.
          ties: 'first',
        });
      }
      for (let n = 0; n < people; n++) {
        addEmployee(write, { email: `p${n}@acme.example`, external_id: `P${n}` });
        awardXp(write, `P${n}`, { amount: 1 + ((n * 7) % 90) });
      }
    });
  });
  return file;
}

const closed = testQuery(
  `select t.name, t.people, t.withheld,
     (select count(*) from events e where e.company_id = t.company_id and e.type = 'contest.closed'
        and e.data ->> 'contest_id' = t.id) as events,
     (select group_concat(l.employee_number || ' ' || l.amount, ';' order by l.entry) from coin_ledger l
      where l.company_id = t.company_id and l.reason like 'Contest: ' || t.name || ',%') as coins,
     (select count(*) from badge_awards b where b.company_id = t.company_id) as badges,
     (select group_concat(list || department_number || ' ' || first || hex(data), ';' order by 1)
      from standings_blocks b
      where b.company_id = t.company_id and b.standings = t.standings) as blocks
   from contests t where t.closed_at is not null order by t.entry`,
  {
    name: 'text',
    people: 'integer',
    withheld: 'text',
    events: 'integer',
    coins: 'text?',
    badges: 'integer',
    blocks: 'text',
  },
);

const contestsIn = (file: string) =>
  readFile(file, (db) => {
    assert.equal(findIntegrityFault(db), undefined);
    return db.all(closed, {});
  });

const grantsIn = (file: string) =>
  readFile(file, (db) =>
    db.all(
      testQuery(
        `select (select count(*) from coin_ledger where company_id = 1) as coins,
           (select sum(coins) from employees where company_id = 1) as total,
           (select count(*) from audit_log where action = 'badge.award')
             + (select count(total) from coin_ledger) as audited,
           (select count(*) from standings_blocks b where not exists (
              select 1 from contests t where t.standings = b.standings and t.company_id = b.company_id)
              and b.company_id = 1) as orphans`,
        { coins: 'integer', total: 'integer', audited: 'integer', orphans: 'integer' },
      ),
      {},
    ),
  );

const CLOSE = ['contest', 'close', 'Contest 0'];

test('the closing of a contest can be killed, or the disk be full, at any step: everything is granted or nothing, and closing it again makes no difference', {
  skip: skipReason,
  timeout: 3_600_000,
}, async (t) => {
  const tried = { killed: 0, ENOSPC: 0 };
  let closedBefore = 0;
  for (const people of isFullRun ? [50, 1_500, 6_000] : [60]) {
    const template = createTemplate(t, { people, contests: 1 });
    const folder = join(tempFolder(t), 'data');
    const file = join(folder, 'engaged.db');
    const disk = createFailingDisk(t, folder);
    const reset = () => {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      copyFileSync(template, file);
    };
    reset();
    assert.equal((await run(folder, CLOSE)).code, 0);
    const expected = contestsIn(file);
    const grants = grantsIn(file);
    assert.deepEqual(
      expected.map(({ people, events, badges }) => [people, events, badges]),
      [[people, 1, 1]],
    );
    assert.equal(grants[0]?.audited, PRIZES_GRANTED);
    for (const fault of STEP_FAULTS) {
      for (let n = 1; ; n += iterations(Math.ceil(n / 2), 1)) {
        reset();
        disk.fail(fault, n);
        const { code, stderr } = await run(folder, CLOSE, { env: disk.env });
        if (disk.heal() === 0) {
          assert.equal(code, 0, stderr);
          break;
        }
        tried[fault.error]++;
        const what = `${people} people, ${fault.error} at step ${n}`;
        if (contestsIn(file).length > 0) closedBefore++;
        else {
          assert.equal(grantsIn(file)[0]?.coins, 0, what);
          assert.equal((await run(folder, CLOSE)).code, 0, what);
        }
        assert.deepEqual(contestsIn(file), expected, what);
        assert.deepEqual(grantsIn(file), grants, what);
      }
    }
  }
  const { killed, ENOSPC } = tried;
  assert.ok(ENOSPC > 0 && killed > closedBefore, `${killed} ${ENOSPC} ${closedBefore}`);
  reportResult({
    what: 'killed at the n-th step, or the disk full from there on: closing a contest with prizes',
    tried: killed + ENOSPC,
    lost: 0,
    figures: `${killed} were killed; ${closedBefore} were closed before`,
  });
});

test('contests that services and commands close at once, killed at any time, are closed once and grant their prizes once', {
  timeout: 3_600_000,
}, async (t) => {
  const random = randomFrom(seed);
  const contests = 4;
  const template = createTemplate(t, { people: 800, contests });
  const folder = tempFolder(t);
  const file = join(folder, 'engaged.db');
  const words = ['--month-grace-hours', '0'];
  let kills = 0;
  const rounds = iterations(1, 60);
  for (let round = 0; round < rounds; round++) {
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
    copyFileSync(template, file);
    const killed = await serve(folder, words);
    const ends = Promise.all([1, 2, 3].map(() => run(folder, CLOSE)));
    await pause(random() * 600);
    kills++;
    await killed.stop('SIGKILL');
    for (const { code, stderr } of await ends) {
      if (code !== 0) assert.match(stderr, /This contest is closed/);
    }
    const serving = await serve(folder, words);
    while (contestsIn(file).length < contests) await pause(20);
    await serving.stop();
    assert.deepEqual(
      contestsIn(file).map(({ people, events, withheld, badges }) => [
        ...[people, events, withheld, badges],
      ]),
      Array.from({ length: contests }, () => [800, 1, '[]', 1]),
    );
    const [grants] = grantsIn(file);
    assert.deepEqual(grants, {
      coins: contests * (PRIZES_GRANTED - 1),
      total: contests * (3 * 100 + 37 * 5),
      audited: contests * (PRIZES_GRANTED - 1) + 1,
      orphans: 0,
    });
  }
  reportResult({
    what: 'contests closed by three commands and two services, of which one is killed',
    tried: kills,
    lost: 0,
    figures: `${rounds * contests} contests closed`,
  });
});
