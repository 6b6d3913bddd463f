import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createCompany } from '../../src/service/company/companies.ts';
import { people, runs } from '../service/roster/sync.ts';
import { createTestCompany } from '../service/test-company.ts';
import { usePostgres } from '../store/postgres-server.ts';
import { tempFolder } from '../store/temp-files.ts';
import { run } from './program.ts';

const PEOPLE = 12_000;

/** A roster of several steps. */
const rosterOf = (domain: string): string =>
  `external_id,email,first_name,last_name,department_name\n${Array.from(
    { length: PEOPLE },
    (_, n) => `E${n},p${n}@${domain},Ann,Lee,D${n % 7}\n`,
  ).join('')}`;

for (const where of ['PostgreSQL', 'a data file']) {
  test(`two processes import rosters of two companies at the same time, in ${where}`, async (t) => {
    const server = where === 'PostgreSQL' ? await usePostgres(t) : undefined;
    if (where === 'PostgreSQL' && server === undefined) return;
    const { file, db, companyId } = createTestCompany(t, server);
    const order = { name: 'Other', ssoDomains: [], now: Date.now(), actor: 'test' };
    const other = createCompany(db, order).company.companyId;
    const folder = tempFolder(t);
    const importOf = (company: string, domain: string) => {
      writeFileSync(join(folder, `${company}.csv`), rosterOf(domain));
      return run(folder, ['import', `${company}.csv`, '--company', company, '--data', file]);
    };
    const outcomes = await Promise.all([
      importOf('Acme', 'acme.example'),
      importOf('Other', 'other.example'),
    ]);
    assert.deepEqual(
      outcomes.map(({ code, stderr }) => [code, stderr]),
      [
        [0, ''],
        [0, ''],
      ],
    );
    for (const [of, domain] of [
      [companyId, 'acme.example'],
      [other, 'other.example'],
    ] as const) {
      const target = { db, companyId: of };
      const emails = people(target).map(({ email }) => email);
      assert.deepEqual(
        emails,
        Array.from({ length: PEOPLE }, (_, n) => `p${n}@${domain}`),
      );
      assert.deepEqual(
        runs(target).map(({ outcome }) => outcome),
        ['applied'],
      );
    }
  });
}
