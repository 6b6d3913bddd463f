import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.ts';
import { PostgresError } from '../../src/store/postgres/postgres-error.ts';
import { useOwnPostgres } from './postgres-server.ts';
import { startProxy } from './tcp-proxy.ts';

function connect(t: TestContext, url: string): PostgresDatabase {
  const db = new PostgresDatabase(url, { write: true });
  t.after(() => db.close());
  return db;
}

/** A connection to a server of its own, with a table of numbers. */
async function start(t: TestContext) {
  const server = await useOwnPostgres(t);
  if (!server) return undefined;
  const db = connect(t, server.url);
  db.execute('create table numbers (number bigint)');
  return { server, db };
}

/** The same through a proxy. */
async function startBehindProxy(t: TestContext) {
  const started = await start(t);
  if (!started) return undefined;
  const { server, db: direct } = started;
  const proxy = await startProxy(t, server.port);
  const url = server.url.replace(String(server.port), String(proxy.port));
  const db = connect(t, url);
  db.execute('select 1');
  return { proxy, direct, url, db };
}

const add = (db: PostgresDatabase, number: number) =>
  db.execute(`insert into numbers values (${number})`);

const numbers = (db: PostgresDatabase) =>
  db
    .all(
      {
        name: 'test/numbers',
        sql: 'select number from numbers order by number',
        cardinality: 'many',
        params: {},
        row: { number: 'integer' },
      },
      {},
    )
    .map(({ number }) => number);

const isLoss = (error: unknown) => error instanceof PostgresError && error.isLoss;

test('a server that is killed in a write fails it and all work until it is back, and then the first write succeeds', async (t) => {
  const started = await start(t);
  if (!started) return;
  const { server, db } = started;
  const epoch = db.connectionEpoch();
  let killed: Promise<void> | undefined;
  assert.throws(
    () =>
      db.write(() => {
        add(db, 1);
        killed = server.kill();
        for (;;) add(db, 2);
      }),
    isLoss,
  );
  await killed;
  assert.throws(() => db.write(() => add(db, 3)), isLoss);
  assert.throws(() => numbers(db), isLoss);
  await server.start();
  db.write(() => {
    add(db, 4);
    assert.notEqual(db.connectionEpoch(), epoch);
  });
  assert.deepEqual(numbers(db), [4]);
});

test('a server that stands still fails the work in progress, and the next once it goes on succeeds', async (t) => {
  const started = await start(t);
  if (!started) return;
  const { server, db } = started;
  server.pause();
  assert.throws(() => db.write(() => add(db, 1)), isLoss);
  server.resume();
  db.write(() => add(db, 2));
  assert.deepEqual(numbers(db), [2]);
});

test('a connection that loses everything fails the work in progress, and the next connects again', async (t) => {
  const started = await startBehindProxy(t);
  if (!started) return;
  const { proxy, db } = started;
  assert.throws(
    () =>
      db.write(() => {
        add(db, 1);
        proxy.mute();
        add(db, 2);
      }),
    isLoss,
  );
  // The server waits for the lost client until it notices; then its transaction is rolled back and its lock is free.
  for (;;) {
    try {
      db.write(() => add(db, 3));
      break;
    } catch (error) {
      assert.equal((error as { code?: string }).code, 'conflict');
    }
  }
  assert.deepEqual(numbers(db), [3]);
});

test('a connection that loses everything warns the others, so that their next work does not fail', async (t) => {
  const started = await startBehindProxy(t);
  if (!started) return;
  const { proxy, direct, url, db } = started;
  const other = connect(t, url);
  add(other, 1);
  proxy.mute();
  assert.throws(() => add(db, 2), isLoss);
  while (direct.one(OTHER_SESSIONS, {})?.count !== 0);
  other.write(() => add(other, 3));
  assert.deepEqual(numbers(direct), [1, 3]);
});

const OTHER_SESSIONS = {
  name: 'test/other_sessions',
  sql: "select count(*) as count from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
  cardinality: 'one',
  params: {},
  row: { count: 'integer' },
} as const;

test('a statement may take longer than a server may be silent', async (t) => {
  const started = await start(t);
  if (!started) return;
  const { db } = started;
  db.execute('select pg_sleep(7)');
  db.write(() => {
    add(db, 1);
    db.execute('select pg_sleep(7)');
  });
  assert.deepEqual(numbers(db), [1]);
});

test('a commit whose answer is lost has an unknown outcome, whether it was made or not, and is not half made', async (t) => {
  const started = await startBehindProxy(t);
  if (!started) return;
  const { proxy, direct, db } = started;
  const write = (first: number) =>
    db.write(() => {
      add(db, first);
      db.write(() => add(db, first + 1));
    });
  proxy.setCommits('unanswered');
  assert.throws(() => write(1), { failure: { code: 'outcome_unknown' } });
  assert.deepEqual(numbers(direct), [1, 2]);
  proxy.setCommits('lost');
  assert.throws(() => write(3), { failure: { code: 'outcome_unknown' } });
  assert.deepEqual(numbers(direct), [1, 2]);
  assert.throws(() => db.read(() => numbers(db)), isLoss);
  proxy.setCommits('passed');
  write(5);
  assert.deepEqual(numbers(direct), [1, 2, 5, 6]);
});

test('a failure that is ignored within a write fails its commit', async (t) => {
  const started = await start(t);
  if (!started) return;
  const { db } = started;
  assert.throws(
    () =>
      db.write(() => {
        add(db, 1);
        assert.throws(() => db.execute('select 1 / 0'), PostgresError);
      }),
    /ignored/,
  );
  assert.deepEqual(numbers(db), []);
});

test('a thread that dies or cannot start fails the work in progress, and the next has another one', async (t) => {
  const threads: Worker[] = [];
  const record = (thread: Worker) => threads.push(thread);
  process.on('worker', record);
  t.after(() => process.off('worker', record));
  const started = await start(t);
  if (!started) return;
  const { db } = started;
  await setImmediate();
  assert.throws(
    () =>
      db.write(() => {
        add(db, 1);
        void threads.at(-1)?.terminate();
        add(db, 2);
      }),
    (error) => isLoss(error) && (error as PostgresError).code === 'thread_ended',
  );
  db.write(() => add(db, 3));
  await setImmediate();
  // Nobody waits for it at that moment.
  await threads.at(-1)?.terminate();
  assert.deepEqual(numbers(db), [3]);
});

test('the server checks every few seconds whether the client of a session is there, so that its locks do not outlive it', async (t) => {
  const started = await start(t);
  if (!started) return;
  const { db } = started;
  const query = {
    name: 'test/settings',
    sql: "select name, setting from pg_settings where name like 'tcp\\_%'",
    cardinality: 'many',
    params: {},
    row: { name: 'text', setting: 'text' },
  } as const;
  const found = db.all(query, {});
  assert.deepEqual(Object.fromEntries(found.map(({ name, setting }) => [name, setting])), {
    tcp_keepalives_idle: '5',
    tcp_keepalives_interval: '1',
    tcp_keepalives_count: '10',
    tcp_user_timeout: '15000',
  });
});

test('a standby is refused, also for reading, until it is promoted', async (t) => {
  const server = await useOwnPostgres(t, { isStandby: true });
  if (!server) return;
  const [writer, reader] = [true, false].map((write) => {
    const db = new PostgresDatabase(server.url, { write });
    t.after(() => db.close());
    return db;
  }) as [PostgresDatabase, PostgresDatabase];
  for (const db of [writer, reader])
    assert.throws(() => db.version(), { message: /^the server is a standby/, isLoss: true });
  server.promote();
  writer.execute('create table numbers (number bigint)');
  writer.write(() => add(writer, 1));
  assert.deepEqual(numbers(reader), [1]);
});

test('an address that cannot be read is refused with what to do', (t) => {
  for (const address of [
    'postgres://me:se#cret@db/hr',
    'postgres://me:se/cret@db/hr',
    'postgres://me@db:99999/hr',
    'postgres://me:%ff@db/hr',
  ])
    assert.throws(() => connect(t, address).version(), {
      message:
        'the address is not like postgres://USER@HOST:PORT/NAME. A password with other characters than letters and digits belongs in PGPASSWORD',
    });
});

test('an address of several hosts is refused with what to do', (t) => {
  for (const address of ['postgres://a,b/db', 'postgres://me:s,e@a:1,b:2/db?ssl=true'])
    assert.throws(() => connect(t, address).version(), {
      message: 'the address names several hosts. Name one that leads to the primary server',
    });
});
