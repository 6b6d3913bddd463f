import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { SCHEMA_VERSION } from '../../src/store/sqlite/migrate.ts';
import { dumpOf } from '../store/dump.ts';
import { createDatabase, createTestDatabase, usePostgres } from '../store/postgres-server.ts';
import { createOlderFile } from '../store/temp-files.ts';
import { runEngaged } from './cli-process.ts';
import { createCommandLine, NOW } from './command-line.ts';
import { people, writeRoster } from './import/roster-file.ts';
import { CREATE_KEY, createTwoCompanies, type Key } from './two-companies.ts';

type Printed = {
  from: string;
  to: string;
  at: string;
  changed_meanwhile: boolean;
  tables: { table: string; rows: number; sums: Record<string, number>; checksum: string }[];
};

/** Two companies, and a deleted one: rows in every table. */
async function createFullFile(t: TestContext) {
  const companies = await createTwoCompanies(t);
  await companies.json('company', 'create', '--name', 'Gone');
  await companies.run(['company', 'delete', 'Gone', '--yes', '--no-backup']);
  return companies;
}

test('every row of every table is copied from a file to a database, to another database, and back to a file', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const { run, file, folder } = await createFullFile(t);
  const original = dumpOf(file);
  for (const [table, rows] of Object.entries(original)) {
    assert.notEqual(rows.length, 0, `${table} needs a row here`);
  }
  const places = [
    file,
    createDatabase(t, server),
    createTestDatabase(t, server),
    join(folder, 'back.db'),
    join(folder, 'again.db'),
  ];
  for (const [at, to] of places.entries()) {
    if (at === 0) continue;
    const { code, stdout, stderr } = await run(['copy', places[at - 1] ?? '', to, '--json']);
    assert.equal(code, 0, stderr);
    assert.deepEqual(dumpOf(to), original);
    const { tables, changed_meanwhile } = JSON.parse(stdout) as Printed;
    assert.equal(changed_meanwhile, false);
    assert.deepEqual(
      Object.fromEntries(tables.map(({ table, rows }) => [table, rows])),
      Object.fromEntries(Object.entries(original).map(([table, rows]) => [table, rows.length])),
    );
  }
  assert.equal(schemaOf(join(folder, 'back.db')), schemaOf(file));
  const later = { now: NOW + 3_600_000 };
  const { stdout } = await run(['doctor', '--data', join(folder, 'back.db')], later);
  assert.doesNotMatch(stdout, /^(?:warning|problem) +(?!Node|erasure)/m);
});

/** Tables, indexes and triggers as they were written. */
function schemaOf(file: string): string {
  const sqlite = new Sqlite(file, { readonly: true });
  const statements = sqlite
    .prepare<[], string>('select sql from sqlite_schema where sql is not null order by type, name')
    .pluck()
    .all();
  sqlite.close();
  return statements.join('\n');
}

/** Ids are made anew by every change. */
const withoutNewIds = (dump: ReturnType<typeof dumpOf>) =>
  Object.fromEntries(
    Object.entries(dump).map(([table, rows]) => [
      table,
      rows.map((row) => row.replace(/[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f-]{17}/g, 'id')).sort(),
    ]),
  );

test('the same changes have the same results on the original, in the database and in the file that is made of it', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const { run, file, folder, id } = await createFullFile(t);
  const database = createDatabase(t, server);
  const back = join(folder, 'back.db');
  assert.equal((await run(['copy', file, database])).code, 0);
  assert.equal((await run(['copy', database, back])).code, 0);
  writeRoster(folder, 'more.csv', people(5, 60));
  const [removed = ''] = people(5, 5);
  const email = removed.split(',')[1] ?? '';
  const acme = ['--company', 'Acme'];
  const changes = [
    ['import', 'more.csv', ...acme],
    ['employee', 'reactivate', id, ...acme],
    ['xp', 'award', id, '250', '--at', '2026-10-15', '--once', 'new', ...acme],
    ['coins', 'grant', email, '40', ...acme],
    ['badge', 'award', email, 'mentor', ...acme],
    ['badge', 'revoke', id, 'mentor', ...acme],
    ['employee', 'deactivate', email, '--reason', 'left', ...acme],
    ['month', 'close', '2026-10', ...acme],
    ['department', 'create', '--name', 'Night shift', ...acme],
    ['shop', 'add', '--name', 'Pen', '--category', 'merch', '--price', '1', '--description', 'p']
      .concat(['--image-url', 'https://acme.example/pen.png', ...acme]),
    ['contest', 'cancel', 'Advent', ...acme],
    ['sync', 'revert', 'latest', ...acme],
    ['sandbox', 'reset', ...acme],
  ];
  for (const change of changes) {
    for (const data of [file, database, back]) {
      const { code, stderr } = await run([...change, '--data', data]);
      assert.equal(code, 0, `${change.join(' ')}: ${stderr}`);
    }
  }
  const expected = withoutNewIds(dumpOf(file));
  assert.deepEqual(withoutNewIds(dumpOf(database)), expected);
  assert.deepEqual(withoutNewIds(dumpOf(back)), expected);
  // What was awarded once cannot be awarded again, and what is over stays over.
  for (const data of [file, database, back]) {
    const again = await run(['xp', 'award', id, '9', '--once', 'new', ...acme, '--data', data]);
    assert.equal(again.code, 1);
    assert.match(again.stderr, /once/);
  }
});
