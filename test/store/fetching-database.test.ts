import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { latest } from '../../src/store/latest.ts';
import { FetchingDatabase } from '../../src/store/postgres/fetching-database.ts';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.ts';
import { createTestDatabase, usePostgres } from './postgres-server.ts';

/** A connection that does not wait, and one by hand; undefined where there is no PostgreSQL. */
async function start(t: TestContext) {
  const server = await usePostgres(t);
  if (server === undefined) return undefined;
  const address = createTestDatabase(t, server);
  const db = new FetchingDatabase(address);
  const hand = new PostgresDatabase(address, { write: true });
  t.after(() => {
    db.close();
    hand.close();
  });
  return { db, hand };
}

/** Different rows for different numbers; the number 0 fails. */
const TEXT = {
  name: 'test/text',
  sql: `select :n as n, case when :n = 0 then 1 / :n end as failed, repeat('x', cast(:size as int)) as text`,
  cardinality: 'one',
  params: { n: 'integer', size: 'integer' },
  row: { n: 'integer', failed: 'integer?', text: 'text' },
} as const;

const NAMES = {
  name: 'test/names',
  sql: 'select name from companies where company_id = :companyId',
  cardinality: 'one',
  params: { companyId: 'integer' },
  row: { name: 'text' },
} as const;

const addCompany = (hand: PostgresDatabase, name: string) =>
  hand.execute(
    `insert into companies (company_id, id, name, name_key, mode, created_at) values (1, '${'0'.repeat(36)}', '${name}', '${name}', 'live', 0)`,
  );

const readName = (db: FetchingDatabase) => latest(db, () => db.one(NAMES, { companyId: 1 })?.name);

const endOthers =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

test('a statement that fails fails its own read alone', async (t) => {
  const it = await start(t);
  if (!it) return;
  const { db } = it;
  const read = (n: number) => latest(db, () => db.one(TEXT, { n, size: 1 })?.n);
  const results = await Promise.allSettled([0, 1, 2, 0, 3].map(read));
  assert.deepEqual(
    results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.code)),
    ['22012', 1, 2, '22012', 3],
  );
});

test('a snapshot that cannot be begun fails the reads that wait for it, and no other', async (t) => {
  const it = await start(t);
  if (!it) return;
  const { db, hand } = it;
  addCompany(hand, 'a');
  assert.equal(await readName(db), 'a');
  while (hand.one(OPEN, {})?.found === 1) await new Promise(setImmediate);
  await db.catchUp();
  hand.execute('begin; lock table changes in access exclusive mode');
  const read = db.complete(() => db.one(TEXT, { n: 1, size: 1 }));
  const refused = assert.rejects(read, { code: '57014' });
  for (let isCancelled = false; !isCancelled; ) {
    await new Promise(setImmediate);
    isCancelled = hand.one(CANCEL, {})?.done === 1;
  }
  await refused;
  hand.execute('rollback');
  assert.equal(await readName(db), 'a');
});

/** Whether a transaction of another connection is open. */
const OPEN = {
  name: 'test/open',
  sql: `select count(*) > 0 as found from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and state like 'idle in %'`,
  cardinality: 'one',
  params: {},
  row: { found: 'flag' },
} as const;

const CANCEL = {
  name: 'test/cancel',
  sql: `select bool_or(pg_cancel_backend(pid)) is true as done from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and wait_event_type = 'Lock'`,
  cardinality: 'one',
  params: {},
  row: { done: 'flag' },
} as const;

test('nothing is kept of a server when the connections lead to one with other data, whatever its number of changes', async (t) => {
  const it = await start(t);
  if (!it) return;
  const { db, hand } = it;
  addCompany(hand, 'start');
  hand.execute('update changes set n = 100');
  for (const change of [-5, 0, 5]) {
    assert.equal(await readName(db), change === -5 ? 'start' : 'after');
    hand.execute(`update companies set name = 'before'`);
    assert.equal(await readName(db), 'before');
    const version = db.dataVersion();
    const origin = db.origin();
    // As a standby that lacks the last changes and has seen others.
    hand.execute(`set session_replication_role = replica;
      update changes set n = n + ${change}; update companies set name = 'after';
      set session_replication_role = default`);
    hand.execute(endOthers);
    for (;;) {
      try {
        assert.equal(await readName(db), 'after');
        assert.notEqual(db.dataVersion(), version);
        assert.notEqual(db.origin(), origin);
        break;
      } catch (error) {
        assert.equal((error as { name: string }).name, 'PostgresError', String(error));
      }
    }
  }
});

test('a read of many steps comes to its end however often this process and others commit', async (t) => {
  const it = await start(t);
  if (!it) return;
  const { db, hand } = it;
  addCompany(hand, '0');
  let commits = 0;
  const commit = setInterval(() => {
    hand.execute(`update companies set name = '${++commits}'`);
    db.endSnapshot();
  }, 1);
  t.after(() => clearInterval(commit));
  for (let read = 0; read < 20; read++) {
    let rounds = 0;
    await latest(db, () => {
      rounds++;
      for (let n = 1; n <= 5; n++) db.one(TEXT, { n, size: 1 });
    });
    assert.ok(rounds <= 12, `${rounds} rounds`);
  }
});

test('rows that no read needs any more are given up, also while other reads go on', async (t) => {
  const it = await start(t);
  if (!it) return;
  const { db } = it;
  setFlagsFromString('--expose-gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const size = 512 * 1024;
  const rows: WeakRef<object>[] = [];
  let most = 0;
  const count = async () => {
    // What a WeakRef has given lives until the turn ends.
    await new Promise(setImmediate);
    collectGarbage();
    most = Math.max(most, rows.filter((row) => row.deref() !== undefined).length);
  };
  let n = 0;
  const readAll = async () => {
    while (n < 600) {
      const own = ++n;
      await latest(db, () => {
        const row = db.one(TEXT, { n: own, size });
        db.one(TEXT, { n: own + 1_000, size: 1 });
        if (row) rows.push(new WeakRef(row));
      });
      if (own % 50 === 0) await count();
    }
  };
  await Promise.all(Array.from({ length: 24 }, readAll));
  // 128 of them are the limit, and each of 24 reads may get another one before and after it is noticed.
  assert.ok(most > 24 && most <= 128 + 2 * 24, `${most} of 600 rows`);
});

test('closing refuses what waits, and whatever is asked afterwards', async (t) => {
  const it = await start(t);
  if (!it) return;
  const { db } = it;
  const read = (n: number) => latest(db, () => db.one(TEXT, { n, size: 1 }));
  await read(1);
  const waiting = [2, 3, 4].map(read);
  db.close();
  waiting.push(read(5));
  const results = await Promise.allSettled(waiting);
  assert.deepEqual(
    results.map((result) => result.status === 'rejected' && result.reason.message),
    waiting.map(() => 'the connection was closed'),
  );
});
