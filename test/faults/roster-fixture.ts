import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createCompany } from '../../src/service/company/companies.ts';
import type { Database } from '../../src/store/database.ts';
import { createDataFile, openDataFile } from '../../src/store/files/data-file.ts';
import type { Query, Shape } from '../../src/store/query.ts';
import type { SqliteDatabase } from '../../src/store/sqlite/sqlite-database.ts';
import { createTestKey } from '../service/test-company.ts';

/** Each roster names five of six people, and each time another sixth is missing. */
export type RosterFixture = { people: number };

/** The hourly sync budget of a key. */
const SYNCS_PER_KEY = 30;

/** A data file with one company without employees, and enough keys for this many syncs within an hour. */
export function makeDataFile(
  folder: string,
  { syncs }: { syncs: number },
): { file: string; keys: string[] } {
  const file = join(folder, 'engaged.db');
  for (const suffix of ['', '-wal', '-shm', '-server']) rmSync(file + suffix, { force: true });
  const keys: string[] = [];
  createDataFile(file, Date.now(), (db) => {
    // The file is complete before it gets its name, so it needs no durability.
    db.execute('pragma synchronous = off');
    const order = { now: Date.now(), actor: 'test' };
    const { company } = createCompany(db, { ...order, name: 'Acme', ssoDomains: [] });
    for (let n = 0; n < syncs; n += SYNCS_PER_KEY) {
      keys.push(createTestKey(db, company.companyId, { name: `key ${n}`, now: order.now }).key);
    }
  });
  return { file, keys };
}

/** Whether the n-th roster names a person. */
const isNamed = (person: number, n: number): boolean => (person + n) % 6 !== 0;

/** The body of the n-th roster: five of six people with a job title of that roster; the others are deactivated. */
export function rosterBody({ people }: RosterFixture, n: number): string {
  const employees = [];
  for (let person = 0; person < people; person++) {
    if (!isNamed(person, n)) continue;
    employees.push({
      external_id: `P${person}`,
      email: `p${person}@acme.example`,
      first_name: 'Person',
      last_name: String(person),
      department_name: `Department ${person % 20}`,
      job_title: `Round ${n}`,
    });
  }
  return JSON.stringify({ employees, deactivate_missing: true, max_deactivations: 100_000 });
}

/** A query of a test on a whole data file. */
export const testQuery = <R extends Shape>(
  sql: string,
  row: R,
): Query<'many', Record<string, never>, R> => ({
  name: `test/${sql}`,
  sql,
  cardinality: 'many',
  params: {},
  row,
});

const allEmployees = testQuery(
  `select e.external_id as externalId, e.job_title as jobTitle, e.deactivated_at is null as isActive
   from employees e join companies c on c.company_id = e.company_id
   where c.mode = 'live' and e.external_id is not null`,
  { externalId: 'text?', jobTitle: 'text?', isActive: 'flag' },
);

/**
 * The number of the roster that the people with a number match; 0 if there are none.
 *
 * @throws Error if it matches none
 */
export function rosterNumber(db: Database, { people }: RosterFixture): number {
  const rows = db.all(allEmployees, {});
  if (rows.length === 0) return 0;
  const rounds = new Set(rows.filter(({ isActive }) => isActive).map(({ jobTitle }) => jobTitle));
  const [only = ''] = rounds;
  const n = Number(/^Round (\d+)$/.exec(only ?? '')?.[1]);
  if (rounds.size !== 1 || !(n > 0)) throw new Error(`half applied: ${[...rounds].slice(0, 5)}`);
  const active = new Set(
    rows.filter(({ isActive }) => isActive).map(({ externalId }) => externalId),
  );
  for (let person = 0; person < people; person++) {
    if (active.has(`P${person}`) !== isNamed(person, n)) {
      throw new Error(`half applied: P${person} in round ${n}`);
    }
  }
  return n;
}

/** Reads a data file that other processes may have open. This process may open it only here. */
export function readFile<T>(file: string, read: (db: SqliteDatabase) => T): T {
  const db = openDataFile(file, { write: false });
  try {
    return db.read(() => read(db));
  } finally {
    db.close();
  }
}
