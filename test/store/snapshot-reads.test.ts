import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.ts';
import { SnapshotReads } from '../../src/store/postgres/snapshot-reads.ts';
import { one, type Reading } from '../../src/store/reading.ts';
import { createTestDatabase, usePostgres } from './postgres-server.ts';

/** A connection that does not wait, and one by hand; undefined where there is no PostgreSQL. */
async function start(t: TestContext) {
  const server = await usePostgres(t);
  if (server === undefined) return undefined;
  const address = createTestDatabase(t, server);
  const db = new SnapshotReads(address);
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

async function readName(db: SnapshotReads) {
  await db.refreshSnapshot();
  return (await db.one(NAMES, { companyId: 1 }))?.name;
}

async function readText(db: SnapshotReads, n: number) {
  await db.refreshSnapshot();
  return (await db.one(TEXT, { n, size: 1 }))?.n;
}

const endOthers =
  'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

test('a statement that fails fails its own read alone', async (t) => {
  const it = await start(t);
  if (!it) return;
  const { db } = it;
  const results = await Promise.allSettled([0, 1, 2, 0, 3].map((n) => readText(db, n)));
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
  hand.execute('begin; lock table changes in access exclusive mode');
  const read = readText(db, 1);
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
    const version = db.snapshotVersion();
    const epoch = db.connectionEpoch();
    // As a standby that lacks the last changes and has seen others.
    hand.execute(`set session_replication_role = replica;
      update changes set n = n + ${change}; update companies set name = 'after';
      set session_replication_role = default`);
    hand.execute(endOthers);
    for (;;) {
      try {
        assert.equal(await readName(db), 'after');
        assert.notEqual(db.snapshotVersion(), version);
        assert.notEqual(db.connectionEpoch(), epoch);
        break;
      } catch (error) {
        assert.equal((error as { name: string }).name, 'PostgresError', String(error));
      }
    }
  }
});

/** Reads the same name in steps. @param onStart called when it begins */
function* readNames(onStart: () => void): Reading<Set<string | undefined>> {
  onStart();
  const names = new Set<string | undefined>();
  for (let step = 0; step < 20; step++) names.add((yield* one(NAMES, { companyId: 1 }))?.name);
  return names;
}

test('reads that build on each other see one state, and each is made once, however often this process and others commit', async (t) => {
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
  let starts = 0;
  const read = async () => {
    for (let count = 0; count < 10; count++) {
      const committed = commits;
      await db.refreshSnapshot();
      const names = await db.do(readNames(() => starts++));
      assert.equal(names.size, 1, [...names].join());
      assert.ok(Number([...names][0]) >= committed);
    }
  };
  await Promise.all([read(), read(), read()]);
  assert.equal(starts, 30);
});

test('a read that cannot be made from its snapshot any more fails, rather than show another state beside the first', async (t) => {
  const it = await start(t);
  if (!it) return;
  const { db, hand } = it;
  addCompany(hand, 'before');
  assert.equal(await readName(db), 'before');
  await db.refreshSnapshot();
  hand.execute(`update companies set name = 'after'`);
  const failing = db.one(TEXT, { n: 0, size: 1 });
  const beside = db.one(NAMES, { companyId: 1 });
  await assert.rejects(failing, { code: '22012' });
  await assert.rejects(beside, { code: 'snapshot_gone', isLoss: true });
  assert.equal(await readName(db), 'after');
});

test('closing refuses what waits, and whatever is asked afterwards', async (t) => {
  const it = await start(t);
  if (!it) return;
  const { db } = it;
  await readText(db, 1);
  const waiting = [2, 3, 4].map((n) => readText(db, n));
  db.close();
  waiting.push(readText(db, 5));
  const results = await Promise.allSettled(waiting);
  assert.deepEqual(
    results.map((result) => result.status === 'rejected' && result.reason.message),
    waiting.map(() => 'the connection was closed'),
  );
});
