// Writes or reads the rows of a roster with better-sqlite3, without any rules: `node sqlite-rows.ts DATA_FILE
// COMPANY_ID`, then messages with orders. Replies with milliseconds, without the preparation of parameters.
import Sqlite from 'better-sqlite3';
import type { RosterRow } from '../rosters.ts';

/** What to do with the rows of a sync body. */
export type RowsOrder = { what: 'insert' | 'update' | 'read'; body: string };

/** Milliseconds for parsing the JSON, and for the statements with their transaction. */
export type RowsReply = { parsing: number; statements: number };

const [file = '', company] = process.argv.slice(2);
const companyId = Number(company);
const db = new Sqlite(file);
db.pragma('journal_mode = wal');
db.pragma('synchronous = full');
db.pragma('cache_size = -65536');

// Fifty rows per statement are faster than one and than json_each. Updates are fastest one by one by the index,
// look-ups in one statement over a list. A plus before a compared parameter keeps SQLite from planning the statement anew for each value.
const ROWS = 50;
const insert = db.prepare(
  `insert into employees (
     company_id, number, id, external_id, email, email_key, given_name, department_number, job_title,
     created_at, revision)
   values ${Array(ROWS).fill(`(${companyId}, ?, ?, ?, ?, ?, ?, ?, ?, 0, 1)`).join(', ')}`,
);
const update = db.prepare(
  `update employees set department_number = ?, job_title = ?, revision = 1
   where company_id = ${companyId} and external_id = +?`,
);
const read = db
  .prepare(
    `select e.number, e.external_id, e.email_key, e.department_number, e.job_title
   from json_each(?) named cross join employees e
   where e.company_id = ${companyId} and e.external_id = named.value`,
  )
  .raw();

const [last] = db
  .prepare<[number], number>('select max(number) from employees where company_id = ?')
  .pluck()
  .all(companyId);
let nextNumber = 1 + (last ?? 0);

function timed(work: () => void): number {
  const began = performance.now();
  work();
  return performance.now() - began;
}

// Increasing ids in the form of a UUIDv7.
const idOf = (number: number): string => {
  const time = Date.now().toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${number.toString(16).padStart(12, '0')}`;
};

/** Runs a statement for all parameters in one transaction; returns milliseconds. */
function runEach(statement: Sqlite.Statement, all: readonly unknown[][]): number {
  const change = db.transaction(() => {
    for (const params of all) statement.run(params);
  });
  return timed(() => change.immediate());
}

const departmentOf = ({ department_external_id }: RosterRow) =>
  Number(department_external_id.slice(1));

function statements({ what }: RowsOrder, rows: readonly RosterRow[]): number {
  if (what === 'read') {
    const names = rows.map(({ external_id }) => external_id);
    return timed(() => read.all(JSON.stringify(names)));
  }
  if (what === 'update') {
    const params = rows.map((row) => [departmentOf(row), row.job_title, row.external_id]);
    return runEach(update, params);
  }
  const chunks: unknown[][] = [];
  for (let at = 0; at < rows.length; at += ROWS) {
    chunks.push(
      rows
        .slice(at, at + ROWS)
        .flatMap((row, i) => [
          nextNumber + at + i,
          idOf(nextNumber + at + i),
          ...[row.external_id, row.email, row.email.toLowerCase()],
          ...[`${row.first_name} ${row.last_name}`, departmentOf(row), row.job_title],
        ]),
    );
  }
  nextNumber += rows.length;
  return runEach(insert, chunks);
}

process.on('message', (order: RowsOrder) => {
  let rows: RosterRow[] = [];
  const parsing = timed(() => {
    rows = (JSON.parse(order.body) as { employees: RosterRow[] }).employees;
  });
  process.send?.({ parsing, statements: statements(order, rows) } satisfies RowsReply);
});
