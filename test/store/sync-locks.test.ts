import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.ts';
import { SyncLocks } from '../../src/store/postgres/sync-locks.ts';
import { createTestDatabase, usePostgres } from './postgres-server.ts';

const TOTAL = 2;

async function start(t: TestContext) {
  const server = await usePostgres(t);
  if (server === undefined) return undefined;
  const address = createTestDatabase(t, server);
  const hand = new PostgresDatabase(address, { write: true });
  const [one, other] = [new SyncLocks(address, TOTAL), new SyncLocks(address, TOTAL)];
  t.after(() => {
    for (const connection of [hand, one, other]) connection.close();
  });
  return { hand, one, other };
}

const HELD = {
  name: 'test/held',
  sql: `select count(*) as count from pg_locks where locktype = 'advisory'
    and database = (select oid from pg_database where datname = current_database())`,
  cardinality: 'one',
  params: {},
  row: { count: 'integer' },
} as const;

const heldBy = (hand: PostgresDatabase) => hand.one(HELD, {})?.count;

const endOthers =
  'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()';

test('locks that cannot all be taken are not held', async (t) => {
  const it = await start(t);
  if (!it) return;
  const { hand, one, other } = it;
  for (let company = 1; company <= TOTAL + 1; company++) {
    const before = await one.take(company);
    assert.ok(typeof before === 'function');
    await before();
    const taken = one.take(company);
    // The first question is sent.
    await new Promise(setImmediate);
    // This blocks what would go on with the answer.
    while (heldBy(hand) === 0);
    hand.execute(endOthers);
    await assert.rejects(taken, { name: 'PostgresError' });
    assert.equal(heldBy(hand), 0);
  }
  const first = await one.take(1);
  assert.ok(typeof first === 'function');
  assert.equal(await other.take(1), 'company');
  const second = await one.take(2);
  assert.ok(typeof second === 'function');
  assert.equal(await other.take(3), 'service');
  assert.equal(await one.take(3), 'service');
  assert.equal(heldBy(hand), 2 * TOTAL);
  await Promise.all([first(), second()]);
  assert.equal(heldBy(hand), 0);
});

test('locks end with their connection, and giving them back then takes none from another holder', async (t) => {
  const it = await start(t);
  if (!it) return;
  const { hand, one, other } = it;
  const lost = await one.take(1);
  hand.execute(endOthers);
  const held = await other.take(1);
  assert.ok(typeof lost === 'function' && typeof held === 'function');
  await lost();
  assert.equal(await one.take(1), 'company');
  await held();
  const again = await one.take(1);
  assert.ok(typeof again === 'function');
  await again();
  assert.equal(heldBy(hand), 0);
});
