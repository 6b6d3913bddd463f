import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { findIntegrityFault } from '../../src/service/operations/integrity.ts';
import { requireRun } from '../../src/service/roster/runs/runs.ts';
import { endHoldsThatAreOver, HOLD_MS } from '../../src/service/roster/steps/roster-hold.ts';
import type { SqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { people } from '../service/roster/sync.ts';
import { createTestCompany } from '../service/test-company.ts';
import { until } from '../until.ts';
import { run, start } from './program.ts';
import { testQuery } from './roster-fixture.ts';
import { iterations, randomFrom, reportResult } from './run-scale.ts';

const PEOPLE = iterations(12_000, 25_000);

const roster = `external_id,email,first_name,last_name,department_name\n${Array.from(
  { length: PEOPLE },
  (_, n) => `E${n},p${n}@acme.example,Ann,Lee,D${n % 7}\n`,
).join('')}`;

const countDeactivated = testQuery(
  "select count(*) as people from employees join companies using (company_id) where mode = 'live' and deactivated_at is not null",
  { people: 'integer' },
);

test('a revert that is killed while it is made is on record with what it did, and asking again does the rest', async (t) => {
  const random = randomFrom(8);
  const tries = iterations(2, 30);
  for (let round = 0; round < tries; round++) {
    const company = createTestCompany(t, undefined);
    const { file, db, companyId } = company;
    const folder = dirname(file);
    writeFileSync(join(folder, 'staff.csv'), roster);
    const of = ['--company', 'Acme', '--data', file];
    assert.equal((await run(folder, ['import', 'staff.csv', ...of])).code, 0);
    const { id } = requireRun(db, companyId, 'latest');
    const deactivated = () => db.all(countDeactivated, {})[0]?.people ?? 0;

    const killed = start(folder, ['sync', 'revert', id, ...of]);
    const deadly = 1 + Math.floor(random() * (PEOPLE - 5_000));
    await until(() => deactivated() >= deadly || killed.child.exitCode !== null);
    killed.child.kill('SIGKILL');
    assert.equal(await killed.ended, 'SIGKILL');

    const done = deactivated();
    assert.ok(done >= deadly && done < PEOPLE);
    const other = await run(folder, ['sync', 'revert', id, ...of]);
    assert.deepEqual(
      [other.code, other.stderr],
      [1, 'engaged: A roster is being applied to this company; try again in a few seconds\n'],
    );
    endHoldsThatAreOver(db, () => Date.now() + HOLD_MS);
    assert.equal(findIntegrityFault(db as SqliteDatabase), undefined);
    const interrupted = requireRun(db, companyId, 'latest');
    const changed = { created: 0, updated: 0, reactivated: 0, deactivated: done };
    assert.deepEqual(
      [interrupted.kind, interrupted.subject_id, interrupted.outcome, interrupted.result],
      ['revert', id, 'failed', { failure: 'interrupted', changed }],
    );
    // Taken back, or finished.
    if (round % 2 === 0) {
      const back = await run(folder, ['sync', 'revert', interrupted.id, ...of]);
      assert.deepEqual([back.code, back.stderr], [0, '']);
      assert.equal(deactivated(), 0);
    }
    assert.equal((await run(folder, ['sync', 'revert', id, ...of])).code, 0);
    assert.deepEqual([deactivated(), people(company).length], [PEOPLE, PEOPLE]);
  }
  reportResult({ what: 'revert killed while it is made', tried: tries, lost: 0, figures: '' });
});
