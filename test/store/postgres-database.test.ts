import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import * as companies from '../../src/store/company/companies.ts';
import { openAnother } from '../../src/store/data.ts';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.ts';
import { PostgresError } from '../../src/store/postgres/postgres-error.ts';
import { createTestCompany } from '../service/test-company.ts';
import { createTestDatabase, usePostgres } from './postgres-server.ts';

/** Connections to an empty database; undefined where there is no PostgreSQL. */
async function start(t: TestContext) {
  const server = await usePostgres(t);
  if (server === undefined) return undefined;
  const address = createTestDatabase(t, server);
  return (busyTimeout = 5_000) => {
    const db = new PostgresDatabase(address, { write: true, busyTimeout });
    t.after(() => db.close());
    return db;
  };
}

const add = (db: PostgresDatabase, companyId: number) =>
  db.run(companies.create, {
    companyId,
    id: String(companyId).padStart(36, '0'),
    ...{ name: `Company ${companyId}`, nameKey: `company ${companyId}`, mode: 'live' },
    ...{ liveCompanyId: null, now: 0 },
  });

const ids = (db: PostgresDatabase) =>
  db.all(companies.listIds, {}).map(({ companyId }) => companyId);

test('a connection that is lost within a write fails it and changes nothing, and the next write connects again', async (t) => {
  const connect = await start(t);
  if (!connect) return;
  const [db, other] = [connect(), connect()];
  const end = () =>
    other.execute(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  assert.throws(
    () =>
      db.write(() => {
        add(db, 1);
        end();
        add(db, 2);
        add(db, 3);
      }),
    PostgresError,
  );
  assert.deepEqual(ids(other), []);
  db.write(() => add(db, 4));
  assert.deepEqual(ids(other), [4]);
});

test('a write waits for that of another connection, and is a conflict if that takes too long', async (t) => {
  const connect = await start(t);
  if (!connect) return;
  const [db, hasty] = [connect(), connect(1)];
  db.write(() =>
    assert.throws(() => hasty.write(() => add(hasty, 1)), { code: 'conflict', retryAfter: 5 }),
  );
  hasty.write(() => add(hasty, 2));
  assert.deepEqual(ids(db), [2]);
});

test('a write within a write is rolled back alone, and a dry run is rolled back with its result', async (t) => {
  const connect = await start(t);
  if (!connect) return;
  const db = connect();
  db.write(() => {
    add(db, 1);
    assert.throws(() =>
      db.write(() => {
        add(db, 2);
        add(db, 2);
      }),
    );
    add(db, 3);
  });
  assert.deepEqual(
    db.dryRun(() => {
      add(db, 4);
      return ids(db);
    }),
    [1, 3, 4],
  );
  assert.deepEqual(ids(db), [1, 3]);
});

test('rows are read one after another, as many as are asked for, also beside the writes of the same transaction', async (t) => {
  const connect = await start(t);
  if (!connect) return;
  const db = connect();
  const query = {
    name: 'test/numbers',
    sql: 'select n as number from generate_series(1, 2500) n',
    cardinality: 'many',
    params: {},
    row: { number: 'integer' },
  } as const;
  const numbers = db.each(query, {});
  assert.equal([...numbers].length, 2_500);
  db.write(() => {
    for (const { number } of db.each(query, {})) {
      if (number === 3) break;
    }
    add(db, 1);
  });
  assert.deepEqual(ids(db), [1]);
});

test('long rows are read one after another like short ones', async (t) => {
  const connect = await start(t);
  if (!connect) return;
  const rows = connect().each(
    {
      name: 'test/long_rows',
      sql: "select repeat('x', case when n % 60 = 0 then 3000000 else n end) as text from generate_series(1, 300) n",
      cardinality: 'many',
      params: {},
      row: { text: 'text' },
    },
    {},
  );
  let number = 0;
  for (const { text } of rows) {
    number++;
    assert.equal(text.length, number % 60 === 0 ? 3_000_000 : number);
  }
  assert.equal(number, 300);
});

test('the snapshot version changes with every commit that changes anything, also one by hand, and with no other', async (t) => {
  const connect = await start(t);
  if (!connect) return;
  const [db, other] = [connect(), connect()];
  const versions = [
    () => {},
    () => other.write(() => [add(other, 1), add(other, 2)]),
    () => other.execute(`update companies set name = 'Acme' where company_id = 1`),
    () => other.dryRun(() => add(other, 3)),
    () => other.read(() => ids(other)),
    () => other.execute('delete from companies'),
  ].map((change) => {
    change();
    return db.snapshotVersion();
  });
  const [first = 0] = versions;
  assert.deepEqual(
    versions.map((version) => version - first),
    [0, 1, 2, 2, 2, 3],
  );
});

test('a vacuum leaves no deleted row, lets others read, and is a conflict while somebody writes or sees an older state', async (t) => {
  const connect = await start(t);
  if (!connect) return;
  const [db, other] = [connect(1), connect()];
  const pages = () =>
    db.one(
      {
        name: 'test/pages',
        sql: "select pg_relation_size('companies') as bytes",
        cardinality: 'one',
        params: {},
        row: { bytes: 'integer' },
      },
      {},
    )?.bytes;
  db.write(() => add(db, 1));
  other.read(() => {
    ids(other);
    db.write(() => db.execute('delete from companies'));
    assert.throws(() => db.vacuum(), { code: 'conflict', message: /is reading the data/ });
  });
  assert.notEqual(pages(), 0);
  other.write(() => assert.throws(() => db.vacuum(), { code: 'conflict', message: /is writing/ }));
  // It reads the table, and sees every commit.
  other.execute('begin; select * from companies');
  db.vacuum();
  other.execute('select * from companies; commit');
  db.vacuum();
  other.write(() => {});
  assert.equal(pages(), 0);
});

test('a transaction that fills tables takes new statistics, by which its next statements are planned, and one that empties them none', async (t) => {
  const connect = await start(t);
  if (!connect) return;
  const db = connect();
  const fill = {
    name: 'test/fill',
    sql: `insert into companies (company_id, id, name, name_key, mode, live_company_id, created_at)
      select n, lpad(n::text, 36, '0'), 'Company ' || n, 'company ' || n, 'live', null, 0 from generate_series(1, 1500) n`,
    cardinality: 'exec',
    params: {},
    row: {},
  } as const;
  const counted = {
    name: 'test/counted',
    sql: "select reltuples::bigint as rows from pg_class where oid = 'companies'::regclass",
    cardinality: 'one',
    params: {},
    row: { rows: 'integer' },
  } as const;
  db.write(() => {
    db.run(fill, {});
    assert.deepEqual(db.one(counted, {}), { rows: 1_500 });
  });
  // What is deleted stands in the indexes until the commit, and references to it are checked there.
  const empty = { ...fill, name: 'test/empty', sql: 'delete from companies' } as const;
  db.write(() => {
    assert.equal(db.run(empty, {}), 1_500);
    assert.deepEqual(db.one(counted, {}), { rows: 1_500 });
  });
});

test('text with the null character or half a surrogate pair, which no data has, is refused before the server sees it', async (t) => {
  const connect = await start(t);
  if (!connect) return;
  const db = connect();
  add(db, 1);
  const refused = {
    code: 'validation_failed',
    message: 'Text must be valid Unicode without the null character',
  };
  const text = {
    name: 'test/text',
    sql: 'select :value as value',
    cardinality: 'many',
    params: { value: 'text' },
    row: { value: 'text' },
  } as const;
  const list = {
    ...text,
    name: 'test/list',
    sql: 'select value from json_each(:value)',
    params: { value: { listOf: 'text' } },
  } as const;
  db.read(() => {
    assert.throws(() => db.all(text, { value: 'a\0b' }), refused);
    for (const value of ['b\0', 'b\ud800', '\udfffb', '\\\\\ud800']) {
      assert.throws(() => db.all(list, { value: ['a', value] }), refused);
    }
    assert.deepEqual(db.all(list, { value: ['😀', '\\ud800'] }), [
      { value: '😀' },
      { value: '\\ud800' },
    ]);
    assert.deepEqual(db.all(text, { value: '\\u0000' }), [{ value: '\\u0000' }]);
    assert.deepEqual(db.all(list, { value: ['\\u0000', '\\\\u0000'] }), [
      { value: '\\u0000' },
      { value: '\\\\u0000' },
    ]);
  });
});

test('all reads of one turn see one snapshot where that is wanted, and those of the next turn, or after endSnapshot, later commits', async (t) => {
  const server = await usePostgres(t);
  if (server === undefined) return;
  const { file, db: hand, companyId, write } = createTestCompany(t, server);
  const db = openAnother(file, { write: false, snapshotPerTurn: true });
  t.after(() => db.close());
  const state = () => ({
    snapshotVersion: db.snapshotVersion(),
    revision: db.one(companies.find, { companyId })?.revision ?? Number.NaN,
  });
  const before = state();
  write(() => {});
  assert.deepEqual(state(), before);
  assert.deepEqual(db.read(state), before);
  db.endSnapshot();
  const ended = state();
  assert.notEqual(ended.snapshotVersion, before.snapshotVersion);
  assert.equal(ended.revision, before.revision + 1);
  write(() => {});
  await new Promise(setImmediate);
  assert.equal(state().revision, before.revision + 2);
  // A statement that fails ends the snapshot, and no more.
  assert.throws(() => db.one(FAILING, {}), { code: '22012' });
  assert.equal(state().revision, before.revision + 2);
  const epoch = db.connectionEpoch();
  const { snapshotVersion } = state();
  hand.execute(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  assert.throws(state, { name: 'PostgresError' });
  assert.equal(state().revision, before.revision + 2);
  assert.notEqual(db.connectionEpoch(), epoch);
  assert.notEqual(db.snapshotVersion(), snapshotVersion);
});

const FAILING = {
  name: 'test/failing',
  sql: 'select 1 / (select count(*) from companies where company_id < 0) as n',
  cardinality: 'one',
  params: {},
  row: { n: 'integer' },
} as const;
