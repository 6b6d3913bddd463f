import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import Sqlite from 'better-sqlite3';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.ts';
import { SCHEMA_VERSION } from '../../src/store/sqlite/migrate.ts';
import { testQuery } from '../faults/roster-fixture.ts';
import { dumpOf } from '../store/dump.ts';
import { createBareDatabase, createTestDatabase, usePostgres } from '../store/postgres-server.ts';
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
  const sqlite = new Sqlite(companies.file);
  sqlite
    .prepare('insert into roster_holds (company_id, token, revision) values (1, ?, 0)')
    .run(randomUUID());
  sqlite.close();
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
    createBareDatabase(t, server),
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
  assert.doesNotMatch(stdout, /^(?:warning|problem) +(?! |Node|erasure|imports|directory|mail)/m);
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
      rows
        .map((row) => row.replace(/[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[\da-f-]{17}/g, 'id'))
        .sort(),
    ]),
  );

test('the same changes have the same results on the original, in the database and in the file that is made of it', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const { run, file, folder, id } = await createFullFile(t);
  const database = createBareDatabase(t, server);
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
    [
      'shop',
      'add',
      '--name',
      'Pen',
      '--category',
      'merch',
      '--price',
      '1',
      '--description',
      'p',
    ].concat(['--image-url', 'https://acme.example/pen.png', ...acme]),
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

type Page = { data: unknown[]; pagination: { next_cursor: string | null } };

async function serve(t: TestContext, folder: string, file: string) {
  const server = runEngaged(t, folder, ['serve', '--port', '0', '--json', '--data', file]);
  const { url } = JSON.parse(await server.waitForOutput('\n}\n')) as { url: string };
  const get = async (key: string, path: string) => {
    const answer = await fetch(`${url}${path}`, { headers: { authorization: `Bearer ${key}` } });
    return [answer.status, await answer.json()] as const;
  };
  const stop = async () => {
    server.child.kill('SIGTERM');
    await server.ended;
  };
  return { get, stop };
}

test('a key of the original and a cursor that it gave work on its copies, and give the same pages', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const { run, json, file, folder } = await createFullFile(t);
  const { key } = await json<Key>(...CREATE_KEY, 'live', '--company', 'Acme');
  const database = createBareDatabase(t, server);
  const back = join(folder, 'back.db');
  assert.equal((await run(['copy', file, database])).code, 0);
  assert.equal((await run(['copy', database, back])).code, 0);
  const walk = async (data: string, cursor: string) => {
    const service = await serve(t, folder, data);
    const first = await service.get(key, '/v1/employees?limit=7');
    const [, page] = first as [number, Page];
    const next = cursor || encodeURIComponent(page.pagination.next_cursor ?? '');
    const second = await service.get(key, `/v1/employees?limit=7&cursor=${next}`);
    await service.stop();
    return {
      next,
      answers: [first, second].map(([status, body]) => [status, (body as Page).data]),
    };
  };
  const original = await walk(file, '');
  for (const copy of [database, back]) {
    assert.deepEqual((await walk(copy, original.next)).answers, original.answers);
  }
  assert.deepEqual(
    original.answers.map(([status]) => status),
    [200, 200],
  );
});

test('a copy prints what it copied, and that later changes are not in it', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const { run, json, folder } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  await json('employee', 'add', '--email', 'bo@acme.example');
  await json('xp', 'award', 'bo@acme.example', '1234567', '--repeat-amount', '1234567');
  const address = new URL(createBareDatabase(t, server));
  address.password = 'secret';
  const { code, stdout, stderr } = await run(['copy', 'engaged.db', address.href]);
  assert.equal(code, 0);
  address.password = '';
  const [first, , headings, ...rest] = stdout.split('\n');
  assert.equal(
    first,
    `Copied ${join(folder, 'engaged.db')} to ${address.href}, and compared every row:`,
  );
  assert.match(headings ?? '', /^TABLE +ROWS +SUMS$/);
  assert.ok(rest.some((line) => /^companies +2$/.test(line)));
  assert.ok(rest.some((line) => /^xp_ledger +\d+ +amount 1,2\d\d,\d{3}$/.test(line)));
  assert.equal(
    stderr,
    'Changes after 2026-11-21 09:30 UTC are not in the copy. For a final move, stop the service before you copy.\n',
  );
});

test('a copy goes only where there is nothing, and leaves alone what is there', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const { run, json, folder } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  const file = join(folder, 'engaged.db');
  const refused = async (to: string, message: string) => {
    const outcome = await run(['copy', 'engaged.db', to]);
    assert.deepEqual(outcome, { code: 1, stdout: '', stderr: `engaged: ${message}\n` });
  };
  const database = createBareDatabase(t, server);
  assert.equal((await run(['copy', 'engaged.db', database])).code, 0);
  const before = dumpOf(database);
  await refused(
    database,
    `${database} holds data already. Name a database without data of engaged`,
  );
  assert.deepEqual(dumpOf(database), before);
  writeFileSync(join(folder, 'notes.txt'), 'Dear diary');
  await refused('notes.txt', `${join(folder, 'notes.txt')} exists already. Name a new file`);
  await refused('engaged.db', `${file} exists already. Name a new file`);
  await refused('.', `${folder} exists already. Name a new file`);
  await refused('none/new.db', `The folder of ${join(folder, 'none/new.db')} does not exist.`);
  assert.deepEqual(readdirSync(folder).sort(), ['engaged.db', 'notes.txt']);
});

test('what cannot be copied is named, without a password', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const { run, json, folder } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  createOlderFile(join(folder, 'older.db'));
  const older = createBareDatabase(t, server);
  const place = (name: string) => join(folder, name);
  const lost = 'postgres://me:secret@127.0.0.1:1/hr';
  const outcomes: [from: string, to: string, message: RegExp][] = [
    ['none.db', 'new.db', /^There is no data file at .*none\.db\./],
    [older, 'new.db', /^There is no data in postgres:/],
    [
      'older.db',
      'new.db',
      /^.*older\.db has schema \d+, and this program copies schema \d+\. See: engaged upgrade --check/,
    ],
    [lost, 'new.db', /^The database postgres:\/\/me@127\.0\.0\.1:1\/hr cannot be used: connect E/],
    ['engaged.db', lost, /^The database postgres:\/\/me@127\.0\.0\.1:1\/hr cannot be used: conn/],
  ];
  for (const [from, to, message] of outcomes) {
    const { code, stdout, stderr } = await run(['copy', from, to]);
    assert.deepEqual([code, stdout], [1, '']);
    assert.match(stderr.replace('engaged: ', ''), message);
    assert.doesNotMatch(stderr, /secret/);
  }
  assert.equal(existsSync(place('new.db')), false);
  const sqlite = new Sqlite(place('older.db'));
  assert.equal(sqlite.pragma('user_version', { simple: true }), SCHEMA_VERSION - 1);
  sqlite.pragma('user_version = 9999');
  sqlite.close();
  const { stderr } = await run(['copy', 'older.db', 'new.db']);
  assert.match(stderr, /has schema 9999 and was written by a newer version of engaged/);
  const { code } = await run(['copy', 'engaged.db']);
  assert.equal(code, 2);
});

const isFilled = (data: string) => Object.values(dumpOf(data)).some((rows) => rows.length > 0);

test('a copy that is killed leaves no data, and can be made again', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const { run, json, folder } = createCommandLine(t);
  await json('company', 'create', '--name', 'Acme');
  writeRoster(folder, 'all.csv', people(1, 20_000));
  assert.equal((await run(['import', 'all.csv'])).code, 0);
  const database = createBareDatabase(t, server);
  const watcher = new PostgresDatabase(server, { write: false });
  t.after(() => watcher.close());
  const isWriting = () =>
    watcher.all(
      testQuery(
        `select 1 as found from pg_stat_activity
         where datname = '${new URL(database).pathname.slice(1)}' and query like 'insert into employees%'`,
        { found: 'integer' },
      ),
      {},
    ).length > 0;
  const isMade = () => readdirSync(folder).some((name) => name.startsWith('new.db.making-'));
  for (const [to, hasBegun, hasData] of [
    [database, isWriting, () => isFilled(database)],
    ['new.db', isMade, () => existsSync(join(folder, 'new.db'))],
  ] as const) {
    const copying = runEngaged(t, folder, ['copy', 'engaged.db', to]);
    while (!hasBegun()) await new Promise(setImmediate);
    copying.child.kill('SIGKILL');
    assert.equal(await copying.ended, 'SIGKILL');
    assert.equal(hasData(), false);
    const { code, stderr } = await run(['copy', 'engaged.db', to]);
    assert.equal(code, 0, stderr);
    assert.equal(hasData(), true);
  }
  assert.deepEqual(dumpOf(join(folder, 'new.db')), dumpOf(join(folder, 'engaged.db')));
  assert.deepEqual(dumpOf(database), dumpOf(join(folder, 'engaged.db')));
  assert.equal(isMade(), false);
});
