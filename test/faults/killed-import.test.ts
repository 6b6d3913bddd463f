import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { findIntegrityFault } from '../../src/service/operations/integrity.ts';
import { revertRun } from '../../src/service/roster/follow-up/revert-run.ts';
import { endHoldsThatAreOver, HOLD_MS } from '../../src/service/roster/steps/roster-hold.ts';
import type { SqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { people, runs } from '../service/roster/sync.ts';
import { createTestCompany } from '../service/test-company.ts';
import { until } from '../until.ts';
import { run, start } from './program.ts';
import { testQuery } from './roster-fixture.ts';
import { iterations, randomFrom, reportResult } from './run-scale.ts';

const PEOPLE = iterations(12_000, 25_000);
const ROWS_PER_PART = 1_000;

const roster = `external_id,email,first_name,last_name,department_name\n${Array.from(
  { length: PEOPLE },
  (_, n) => `E${n},p${n}@acme.example,Ann,Lee,D${n % 7}\n`,
).join('')}`;

const count = testQuery('select count(*) as people from employees', { people: 'integer' });

test('an import that is killed while it is applied is on record with what it did, can be reverted, and is finished by the same file', async (t) => {
  const random = randomFrom(7);
  const tries = iterations(2, 30);
  for (let round = 0; round < tries; round++) {
    const company = createTestCompany(t, undefined);
    const { file, db, companyId } = company;
    const folder = dirname(file);
    writeFileSync(join(folder, 'staff.csv'), roster);
    const words = ['import', 'staff.csv', '--company', 'Acme', '--data', file];
    const killed = start(folder, words);
    const deadly = 1 + Math.floor(random() * (PEOPLE - 5 * ROWS_PER_PART));
    const created = () => db.all(count, {})[0]?.people ?? 0;
    await until(() => created() >= deadly || killed.child.exitCode !== null);
    killed.child.kill('SIGKILL');
    assert.equal(await killed.ended, 'SIGKILL');

    const applied = people(company);
    assert.ok(applied.length >= deadly && applied.length % ROWS_PER_PART === 0);
    const refused = await run(folder, words);
    assert.deepEqual(
      [refused.code, refused.stderr],
      [1, 'engaged: A roster is being applied to this company; try again in a few seconds\n'],
    );
    endHoldsThatAreOver(db, () => Date.now() + HOLD_MS);
    assert.equal(findIntegrityFault(db as SqliteDatabase), undefined);
    const [interrupted] = runs({ db, companyId });
    const changed = { created: applied.length, updated: 0, reactivated: 0, deactivated: 0 };
    const result = { rows: PEOPLE, failure: 'interrupted', changed };
    assert.equal(interrupted?.result, JSON.stringify(result));
    if (round % 2 === 0) {
      company.write((write) =>
        revertRun(write, 'latest', { departmentLimit: 1_000, clock: Date.now }),
      );
      assert.ok(people(company).every((one) => one.deactivated_at !== null));
    }
    assert.equal((await run(folder, words)).code, 0);
    const active = people(company).filter((one) => one.deactivated_at === null);
    assert.deepEqual([active.length, people(company).length], [PEOPLE, PEOPLE]);
  }
  reportResult({ what: 'import killed while it is applied', tried: tries, lost: 0, figures: '' });
});
