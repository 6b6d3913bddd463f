import assert from 'node:assert/strict';
import { connect } from 'node:net';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { hashApiKey } from '../../src/domain/api-key.ts';
import { type CompanyWrite, writeCompany } from '../../src/service/company/company-write.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { useOwnPostgres } from '../store/postgres-server.ts';
import { startProxy } from '../store/tcp-proxy.ts';
import { tempFolder } from '../store/temp-files.ts';
import { addressAt, assertAway, assertNotReady, type LoadResult, startCluster } from './cluster.ts';
import { sendRequest } from './http-client.ts';
import { run } from './program.ts';
import { type RosterFixture, rosterBody, rosterNumber } from './roster-fixture.ts';
import { iterations, quantile, randomFrom, reportResult, seed } from './run-scale.ts';

const HOUR = 3_600_000;

const SYNC = '/v1/employees/sync';

const report = (what: string, tried: number, { figures }: LoadResult, more = '') =>
  reportResult({ what: `two services: ${what}`, tried, lost: 0, figures: figures + more });

/** Rosters of 5,000 rows; in a short run 1,000. */
const ROSTER: RosterFixture = { people: iterations(1_200, 6_000) };

/** A sync that was admitted and whose body never comes. */
async function holdSlot(port: number, key: string): Promise<void> {
  const socket = connect(port, '127.0.0.1').on('error', () => {});
  socket.write(
    `PUT ${SYNC} HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once('data', resolve));
}

test('a service that is killed in a sync has applied all of it or nothing, and the other one does it at once', {
  timeout: HOUR,
}, async (t) => {
  const tries = iterations(2, 50);
  const cluster = await startCluster(t, { syncs: tries * 10 });
  if (!cluster) return;
  const { nodes, rosterKeys } = cluster;
  const load = cluster.startLoad({ syncs: false });
  const hand = cluster.openHand();
  const random = randomFrom(seed);
  const counts = { applied: 0, slots: 0, busy: 0 };
  const times: number[] = [];
  let syncs = 0;
  const key = () => rosterKeys[Math.floor(syncs++ / 28)] ?? '';
  let usual = 200;
  for (let n = 1; n <= tries; n++) {
    const killed = n % 2 === 0 ? 0 : 1;
    const other = nodes[1 - killed]?.port ?? 0;
    const body = rosterBody(ROSTER, n);
    const holdsSlot = n % 5 === 0;
    if (holdsSlot) {
      await holdSlot(nodes[killed].port, key());
      counts.slots++;
    } else {
      const sent = sendRequest(nodes[killed].port, 'PUT', SYNC, { key: key(), body });
      sent.catch(() => {});
      await sleep(1.2 * usual * random());
    }
    await nodes[killed].stop('SIGKILL');
    const before = rosterNumber(hand, ROSTER);
    assert.ok(before === n - 1 || (before === n && !holdsSlot), `at ${before}, not ${n}`);
    if (before === n) counts.applied++;
    const began = performance.now();
    const sent = { key: key(), body };
    for (;;) {
      const again = await sendRequest(other, 'PUT', SYNC, sent);
      if (again.status === 200) {
        usual = again.ms;
        break;
      }
      assert.equal(again.status, 409, again.text);
      counts.busy++;
      await sleep(10);
    }
    times.push(performance.now() - began);
    assert.equal(rosterNumber(hand, ROSTER), n);
    await cluster.startNode(killed);
  }
  const result = await load.end();
  report(
    'one killed in a sync, or while it holds a slot',
    tries,
    result,
    `; ${counts.applied} of the killed syncs were applied, ${counts.slots} held a slot; the same sync by the other took ${quantile(times, 0.5).toFixed(0)} ms, worst ${quantile(times, 1).toFixed(0)} ms, and was refused ${counts.busy} times first`,
  );
});

test('when PostgreSQL restarts, reads are refused or right, and both services go on by themselves', {
  timeout: HOUR,
}, async (t) => {
  const cluster = await startCluster(t);
  if (!cluster) return;
  const { server } = cluster;
  const load = cluster.startLoad();
  const tries = iterations(2, 50);
  for (let n = 0; n < tries; n++) {
    await load.untilReady();
    await sleep(iterations(100, 500));
    await server.shutDown(n % 2 === 0 ? 'fast' : 'immediate');
    await assertAway(cluster);
    await server.start();
    await load.untilRecovered();
  }
  const result = await load.end();
  assert.equal(result.broken, 0);
  report('PostgreSQL restarted, every second time without an orderly end', tries, result);
});

const endConnections =
  "select pg_terminate_backend(pid) from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";

test('when all connections to PostgreSQL are lost, reads are refused or right, and both services go on by themselves', {
  timeout: HOUR,
}, async (t) => {
  const cluster = await startCluster(t);
  if (!cluster) return;
  const load = cluster.startLoad();
  const hand = cluster.openHand();
  const tries = iterations(4, 50);
  for (let n = 0; n < tries; n++) {
    await load.untilReady();
    await sleep(iterations(100, 300));
    if (n % 2 === 0) hand.execute(endConnections);
    else cluster.proxy.reset();
    await load.untilRecovered();
  }
  const result = await load.end();
  assert.equal(result.broken, 0);
  report('all connections ended by the server, or reset', tries, result);
});

test('when PostgreSQL is silent, or connections lead nowhere, both services say so and go on by themselves', {
  timeout: HOUR,
}, async (t) => {
  const cluster = await startCluster(t);
  if (!cluster) return;
  const { server, proxy } = cluster;
  const load = cluster.startLoad();
  const tries = iterations(2, 10);
  for (let n = 0; n < tries; n++) {
    await load.untilReady();
    if (n % 2 === 0) {
      server.pause();
      await assertNotReady(cluster);
      server.resume();
    } else {
      proxy.mute();
    }
    await load.untilRecovered();
  }
  const result = await load.end();
  assert.equal(result.broken, 0);
  report('PostgreSQL stopped as it was, or connections without an answer', tries, result);
});

test('when the primary is killed and its standby promoted, nothing acknowledged is lost and both services go on by themselves', {
  timeout: HOUR,
}, async (t) => {
  const cluster = await startCluster(t);
  if (!cluster) return;
  let primary = cluster.server;
  const load = cluster.startLoad();
  const tries = iterations(1, 10);
  const promotions: number[] = [];
  for (let n = 0; n < tries; n++) {
    const standby = await useOwnPostgres(t, { standbyOf: primary });
    if (!standby) return;
    const hand = cluster.openHand(primary);
    hand.execute("alter system set synchronous_standby_names = '*'");
    hand.execute('select pg_reload_conf()');
    while (hand.one(SYNCHRONOUS, {})?.count !== 1) await sleep(20);
    await load.untilReady();
    await sleep(iterations(300, 2_000));
    hand.close();
    await primary.kill();
    const began = performance.now();
    await assertAway(cluster);
    standby.promote();
    cluster.proxy.leadTo(standby.port);
    promotions.push(performance.now() - began);
    await load.untilRecovered();
    await primary.stop();
    primary = standby;
  }
  const result = await load.end(primary);
  assert.equal(result.broken, 0);
  const worst = quantile(promotions, 1).toFixed(0);
  report('primary killed, standby promoted', tries, result, `; promoted within ${worst} ms`);
});

test('when a standby is promoted that lacks commits, no service shows or counts on what was lost', {
  timeout: HOUR,
}, async (t) => {
  const cluster = await startCluster(t);
  if (!cluster) return;
  const { server, proxy, nodes, key, people, rosterKeys } = cluster;
  const link = await startProxy(t, server.port);
  const standby = await useOwnPostgres(t, { standbyOf: { url: addressAt(link.port) } });
  if (!standby) return;
  const [rosterKey = ''] = rosterKeys;
  const [first = '', second = ''] = people;
  const untilDone = async (...[port, method, path, sent]: Parameters<typeof sendRequest>) => {
    for (;;) {
      const { status, json, text } = await sendRequest(port, method, path, sent);
      if (status === 200) return json;
      assert.equal(status, 503, text);
    }
  };
  const sync = async (n: number) => {
    const sent = { key: rosterKey, body: rosterBody(ROSTER, n) };
    const result = await untilDone(nodes[0].port, 'PUT', SYNC, sent);
    return (result as { updated: number }).updated;
  };
  const leaders = () =>
    Promise.all(
      nodes.map(async ({ port }) => {
        const page = await untilDone(port, 'GET', '/v1/leaderboard?limit=2', { key });
        const { data } = page as { data: { employee_id: string; xp: number }[] };
        return data.map(({ employee_id, xp }) => [employee_id, xp]);
      }),
    );
  await sync(1);
  const hand = cluster.openHand();
  while (hand.one(REPLAYED, {})?.count !== 1) await sleep(20);
  link.leadTo(0);
  link.reset();
  const award = { employee: { employee_id: first }, amount: 5, once: 'lost' };
  const body = JSON.stringify({ awards: [award] });
  await untilDone(nodes[0].port, 'POST', '/v1/xp/awards', { key, body });
  assert.ok((await sync(2)) > 0);
  assert.equal(await sync(2), 0);
  for (let time = 0; time < 3; time++)
    for (const [leader] of await leaders()) assert.deepEqual(leader, [first, 5]);

  hand.close();
  await server.kill();
  standby.promote();
  proxy.leadTo(standby.port);
  const promoted = cluster.openHand(standby);
  // As many changes of each company as were lost.
  const change = (name: string, make: (write: CompanyWrite) => void) => {
    const companyId = promoted.one(COMPANY, { name })?.companyId ?? 0;
    writeCompany(promoted, { companyId, now: Date.now(), actor: 'test' }, make);
  };
  change('Load', (write) => awardXp(write, second, { amount: 7 }));
  change('Roster', (write) => addEmployee(write, { email: 'new@acme.example' }));
  for (const [leader, next] of await leaders()) {
    assert.deepEqual(leader, [second, 7]);
    assert.equal(next?.[1], 0);
  }
  assert.ok((await sync(2)) > 0);
});

const REPLAYED = {
  name: 'test/replayed',
  sql: 'select count(*) as count from pg_stat_replication where replay_lsn = pg_current_wal_lsn()',
  cardinality: 'one',
  params: {},
  row: { count: 'integer' },
} as const;

const COMPANY = {
  name: 'test/company',
  sql: 'select company_id as "companyId" from companies where name = :name',
  cardinality: 'one',
  params: { name: 'text' },
  row: { companyId: 'integer' },
} as const;

const SYNCHRONOUS = {
  name: 'test/synchronous',
  sql: "select count(*) as count from pg_stat_replication where sync_state = 'sync'",
  cardinality: 'one',
  params: {},
  row: { count: 'integer' },
} as const;

test('commands and statements by hand write beside both services, and the next read shows them', {
  timeout: HOUR,
}, async (t) => {
  const cluster = await startCluster(t);
  if (!cluster) return;
  const { server, people, rosterKeys, nodes } = cluster;
  const load = cluster.startLoad();
  const hand = cluster.openHand();
  const folder = tempFolder(t);
  const tries = iterations(4, 50);
  const commands = { slowest: 0, count: 0 };
  const command = async (name: string) => {
    for (let n = 0; n < tries; n++) {
      const began = performance.now();
      const words = ['coins', 'grant', people[0] ?? '', '1', '--reason', `${name} ${n}`];
      const { code, stderr } = await run(folder, [
        ...words,
        '--company',
        'Load',
        '--data',
        server.url,
      ]);
      assert.equal(code, 0, stderr);
      commands.slowest = Math.max(commands.slowest, performance.now() - began);
      commands.count++;
    }
  };
  const byHand = async () => {
    // Not among those that sync.
    const key = rosterKeys.at(-1) ?? '';
    const hash = Buffer.from(hashApiKey(key)).toString('hex');
    for (let n = 0; n < 2 * tries; n++) {
      const isRevoked = n % 2 === 0;
      hand.execute(
        `update api_keys set revoked_at = ${isRevoked ? 'created_at' : 'null'} where hash = '\\x${hash}'`,
      );
      for (const { port } of nodes) {
        const { status } = await sendRequest(port, 'GET', '/v1/status', { key });
        assert.equal(status, isRevoked ? 401 : 200);
      }
      await sleep(20);
    }
  };
  await Promise.all([command('one'), command('other'), byHand()]);
  const result = await load.end();
  assert.equal(result.broken, 0);
  const granted = hand.one(GRANTED, {})?.count;
  assert.equal(granted, commands.count);
  report(
    'two command lines and statements by hand',
    commands.count + 2 * tries,
    result,
    `; ${commands.count} commands, the slowest took ${commands.slowest.toFixed(0)} ms`,
  );
});

const GRANTED = {
  name: 'test/granted',
  sql: "select count(*) as count from coin_ledger where reason like 'one %' or reason like 'other %'",
  cardinality: 'one',
  params: {},
  row: { count: 'integer' },
} as const;
