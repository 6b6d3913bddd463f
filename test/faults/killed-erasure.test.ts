import assert from 'node:assert/strict';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createCompany } from '../../src/service/company/companies.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { findIntegrityFault } from '../../src/service/operations/integrity.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { remnantsAt } from '../../src/service/people/erasure.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { createDataFile, openDataFile } from '../../src/store/files/data-file.ts';
import { tempFolder } from '../store/temp-files.ts';
import { createFailingDisk, skipReason } from './failing-writes.ts';
import { run } from './program.ts';
import { testQuery } from './roster-fixture.ts';
import { iterations, reportResult } from './run-scale.ts';

const NOW = Date.UTC(2026, 10, 21);

/** A data file with personal values of an employee in the employee, the ledger and the audit log. */
function createTemplate(t: TestContext): { file: string; id: string } {
  const file = join(tempFolder(t), 'engaged.db');
  let id = '';
  createDataFile(file, NOW, (db) => {
    const order = { now: NOW, actor: 'test' };
    const { company } = createCompany(db, { ...order, name: 'Acme', ssoDomains: [] });
    writeCompany(db, { companyId: company.companyId, ...order }, (write) => {
      id = addEmployee(write, {
        ...{ email: 'thistlewick@acme.example', given_name: 'Zoe Thistlewick' },
      }).employee_id;
      awardXp(write, id, { amount: 5, reason: 'Kazoo, Thistlewick' });
    });
  });
  return { file, id };
}

const values = testQuery(
  `select count(*) as count from (
     select given_name as text from employees union all select email from employees
     union all select email_key from employees union all select reason from xp_ledger
     union all select before from audit_log union all select after from audit_log
   ) where lower(text) like '%thistlewick%'`,
  { count: 'integer' },
);

test('an erasure can be killed at any step: the employee is erased or not, and remaining work is recorded', {
  skip: skipReason,
  timeout: 3_600_000,
}, async (t) => {
  const { file: template, id } = createTemplate(t);
  const folder = join(tempFolder(t), 'data');
  const file = join(folder, 'engaged.db');
  const disk = createFailingDisk(t, folder);
  const words = ['employee', 'erase', id, '--reason', 'Request 114', '--yes'];
  const found = { untouched: 0, unfinished: 0, done: 0 };
  for (let n = 1; ; n += iterations(Math.ceil(n / 2), 1)) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    copyFileSync(template, file);
    disk.fail({ kind: 'all', error: 'killed', lasting: false }, n);
    const { code, stderr } = await run(folder, words, { env: disk.env });
    disk.heal();
    if (code !== 'SIGKILL') {
      assert.equal(code, 0, stderr);
      break;
    }
    const what = `killed at step ${n}`;
    const db = openDataFile(file, { write: true });
    assert.equal(findIntegrityFault(db), undefined, what);
    const [left] = db.all(values, {});
    const isUnfinished = remnantsAt(db) !== null;
    db.close();
    assert.ok(left?.count === 0 || left?.count === 5, `${what}: ${left?.count}`);
    const state = left.count > 0 ? 'untouched' : isUnfinished ? 'unfinished' : 'done';
    found[state]++;
    if (state === 'untouched') assert.equal((await run(folder, words)).code, 0, what);
    if (state === 'unfinished') assert.equal((await run(folder, ['vacuum'])).code, 0, what);
    for (const suffix of ['', '-wal', '-shm']) {
      if (!existsSync(file + suffix)) continue;
      const bytes = readFileSync(file + suffix, 'latin1').toLowerCase();
      assert.ok(!bytes.includes('thistlewick'), `${what}: ${suffix}`);
    }
  }
  assert.ok(found.untouched > 0 && found.unfinished > 0);
  reportResult({
    what: 'killed at the n-th step: erasures',
    tried: found.untouched + found.unfinished + found.done,
    lost: 0,
    figures: `${found.unfinished} left the rewrite of the file to a later command`,
  });
});
