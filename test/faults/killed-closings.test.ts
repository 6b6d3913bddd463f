import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { monthOf, monthStart } from '../../src/domain/period.ts';
import { createCompany } from '../../src/service/company/companies.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { createDepartment } from '../../src/service/departments/departments.ts';
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
const MONTHS = 6;

/** A company whose people joined half a year ago and earned XP in every month since. */
function createTemplate(t: TestContext, people: number): string {
  const file = join(tempFolder(t), 'engaged.db');
  const joined = monthStart(monthOf(NOW) - MONTHS);
  createDataFile(file, NOW, (db) => {
    const order = { now: joined, actor: 'test' };
    const { company } = createCompany(db, { ...order, name: 'Acme', ssoDomains: [] });
    writeCompany(db, { companyId: company.companyId, ...order }, (write) => {
      for (const name of ['A', 'B', 'C']) createDepartment(write, { name });
      for (let n = 0; n < people; n++) {
        const department = n % 4 === 3 ? null : (['A', 'B', 'C'][n % 4] ?? null);
        addEmployee(write, { email: `p${n}@acme.example`, external_id: `P${n}`, department });
      }
    });
    writeCompany(db, { companyId: company.companyId, now: NOW, actor: 'test' }, (write) => {
      for (let n = 0; n < people; n += 3) {
        const at = monthStart(monthOf(NOW) - 1 - (n % MONTHS)) + n * 1_000;
        awardXp(write, `P${n}`, { amount: 1 + ((n * 7) % 90), at });
      }
    });
  });
  return file;
}

const months = testQuery(
  `select m.month * 100 + m.version as key, m.people,
     (select count(*) from events e where e.company_id = m.company_id and e.type = 'month.closed'
        and e.data ->> 'version' = m.version
        and substr(e.data ->> 'month', 1, 4) * 12 + substr(e.data ->> 'month', 6) - 1 = m.month) as events,
     (select group_concat(list || department_number || ' ' || first || hex(data), ';' order by 1)
      from standings_blocks b
      where b.company_id = m.company_id and b.standings = m.standings) as blocks
   from closed_months m join companies c on c.company_id = m.company_id
   where c.mode = 'live' order by m.month, m.version`,
  { key: 'integer', people: 'integer', events: 'integer', blocks: 'text' },
);

const monthsIn = (file: string) =>
  readFile(file, (db) => {
    assert.equal(findIntegrityFault(db), undefined);
    return db.all(months, {});
  });

const LAST = new Date(monthStart(monthOf(NOW) - 1)).toISOString().slice(0, 7);

test('a closing can be killed, or the disk be full, at any step: the month is closed or not, and closing it again makes no difference', {
  skip: skipReason,
  timeout: 3_600_000,
}, async (t) => {
  // The second time is after a reopening.
  const cases = [
    ...(isFullRun ? [30, 2_200, 9_000] : [1_200]).map((people) => ({ people, isSecond: false })),
    ...(isFullRun ? [30, 2_200, 9_000] : []).map((people) => ({ people, isSecond: true })),
  ];
  const tried = { killed: 0, ENOSPC: 0 };
  let closedBefore = 0;
  for (const { people, isSecond } of cases) {
    const template = createTemplate(t, people);
    const folder = join(tempFolder(t), 'data');
    const file = join(folder, 'engaged.db');
    const disk = createFailingDisk(t, folder);
    const words = ['month', 'close', LAST];
    if (isSecond) {
      for (const verb of ['close', 'reopen']) {
        const { code } = await run(dirname(template), ['month', verb, LAST]);
        assert.equal(code, 0);
      }
    }
    const before = monthsIn(template).length;
    const reset = () => {
      rmSync(folder, { recursive: true, force: true });
      mkdirSync(folder);
      copyFileSync(template, file);
    };
    reset();
    assert.equal((await run(folder, words)).code, 0);
    const expected = monthsIn(file);
    assert.deepEqual(
      expected.map(({ people, events }) => [people, events]),
      Array.from({ length: before + 1 }, () => [people, 1]),
    );
    for (const fault of STEP_FAULTS) {
      for (let n = 1; ; n += iterations(Math.ceil(n / 2), 1)) {
        reset();
        disk.fail(fault, n);
        const { code, stderr } = await run(folder, words, { env: disk.env });
        if (disk.heal() === 0) {
          assert.equal(code, 0, stderr);
          break;
        }
        tried[fault.error]++;
        const what = `${people} people, ${fault.error} at step ${n}`;
        const found = monthsIn(file);
        if (found.length > before) closedBefore++;
        else assert.equal((await run(folder, words)).code, 0, what);
        assert.deepEqual(monthsIn(file), expected, what);
      }
    }
  }
  const { killed, ENOSPC } = tried;
  assert.ok(
    ENOSPC > 0 && killed > closedBefore && closedBefore > 0,
    `${killed} ${ENOSPC} ${closedBefore}`,
  );
  reportResult({
    what: 'killed at the n-th step, or the disk full from there on: closing a month',
    tried: killed + ENOSPC,
    lost: 0,
    figures: `${killed} were killed; ${closedBefore} were closed before`,
  });
});

test('a service can be killed while it closes months, any number of times: each is closed once', {
  timeout: 3_600_000,
}, async (t) => {
  const random = randomFrom(seed);
  const template = createTemplate(t, 3_000);
  const folder = tempFolder(t);
  const file = join(folder, 'engaged.db');
  copyFileSync(template, file);
  const words = ['--month-grace-hours', '0'];
  const waitFor = async () => {
    while (monthsIn(file).length < MONTHS) await pause(20);
  };
  const undisturbed = await serve(folder, words);
  await waitFor();
  await undisturbed.stop();
  const expected = monthsIn(file);
  let kills = 0;
  const rounds = iterations(1, 250);
  for (let round = 0; round < rounds; round++) {
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
    copyFileSync(template, file);
    while (monthsIn(file).length < MONTHS) {
      const serving = await serve(folder, words);
      await pause(random() * 1_000);
      kills++;
      await serving.stop('SIGKILL');
    }
    assert.deepEqual(monthsIn(file), expected, `round ${round}`);
  }
  reportResult({
    what: 'services killed while they close months',
    tried: kills,
    lost: 0,
    figures: `${rounds * MONTHS} months closed`,
  });
});

test('a month that several processes close at once is closed once', {
  timeout: 3_600_000,
}, async (t) => {
  const template = createTemplate(t, 1_500);
  const folder = tempFolder(t);
  const file = join(folder, 'engaged.db');
  const rounds = iterations(1, 40);
  for (let round = 0; round < rounds; round++) {
    for (const suffix of ['-wal', '-shm']) rmSync(file + suffix, { force: true });
    copyFileSync(template, file);
    const serving = serve(folder, ['--month-grace-hours', '0']);
    const ends = await Promise.all(
      Array.from({ length: 4 }, () => run(folder, ['month', 'close', LAST])),
    );
    while (monthsIn(file).length < MONTHS) await pause(20);
    await (await serving).stop();
    const found = monthsIn(file);
    assert.deepEqual(
      found.map(({ key, people, events }) => [key % 100, people, events]),
      Array.from({ length: MONTHS }, () => [1, 1_500, 1]),
    );
    assert.ok(ends.filter(({ code }) => code === 0).length <= 1);
    for (const { code, stderr } of ends) {
      if (code !== 0) assert.match(stderr, /This month is closed/);
    }
  }
  reportResult({
    what: 'months closed by four commands and a service at once',
    tried: rounds * MONTHS,
    lost: 0,
    figures: `${rounds} rounds`,
  });
});
