import Sqlite from 'better-sqlite3';
import type { SeededCompany } from './seed.ts';

/** A row of a roster as the API accepts it. */
export type RosterRow = {
  external_id: string;
  email: string;
  first_name: string;
  last_name: string;
  department_external_id: string;
  job_title: string;
};

/** The most rows of a sync. */
export const FULL_ROSTER = 5_000;

/** The body of a sync. */
export const toBody = (employees: readonly RosterRow[]): Buffer =>
  Buffer.from(JSON.stringify({ employees }));

/** Existing people from the whole company, each with another job title and department. */
export function rosterOfOthers(file: string, company: SeededCompany, version: number): RosterRow[] {
  const db = new Sqlite(file, { readonly: true });
  try {
    const people = db
      .prepare<
        [number],
        { number: number; external_id: string; email: string; given_name: string }
      >(
        `select number, external_id, email, given_name from employees
         where company_id = ? and external_id is not null and deactivated_at is null and is_admin = 0
         order by number`,
      )
      .all(company.companyId);
    const step = Math.max(1, Math.floor(people.length / FULL_ROSTER));
    return people
      .filter((_, i) => i % step === 0)
      .slice(0, FULL_ROSTER)
      .map(({ number, external_id, email, given_name }) => {
        const [first_name = '', last_name = ''] = given_name.split(' ');
        return {
          ...{ external_id, email, first_name, last_name },
          department_external_id: departmentOf(number + version),
          job_title: `Job ${version} of ${number % 50}`,
        };
      });
  } finally {
    db.close();
  }
}

/** New people. */
export const rosterOfNew = (version: number): RosterRow[] =>
  Array.from({ length: FULL_ROSTER }, (_, i) => ({
    external_id: `N${version}-${String(i * 7_919).padStart(9, '0')}`,
    email: `new.${(i * 7_919) % 10_007}.${i}.${version}@bench.example`,
    first_name: `First ${i % 100}`,
    last_name: `Last ${i % 77}`,
    department_external_id: departmentOf(i),
    job_title: `Role ${i % 40}`,
  }));

/** The same rows in another order, so that the body differs. */
export const reordered = (rows: readonly RosterRow[]): RosterRow[] => {
  const half = rows.length >> 1;
  return [...rows.slice(half), ...rows.slice(0, half)];
};

// Departments above 190 are archived in a seeded file.
const departmentOf = (number: number): string => `D${String(1 + (number % 190)).padStart(4, '0')}`;
