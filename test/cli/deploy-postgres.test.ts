import assert from 'node:assert/strict';
import { chmodSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { openData } from '../../src/store/data.ts';
import { LOCKS } from '../../src/store/postgres/locks.ts';
import { iterations } from '../faults/run-scale.ts';
import { formsOf } from '../portal/forms.ts';
import { FORM_HEADERS, formWith, peopleFile } from '../portal/roster-upload.ts';
import { tempFolder } from '../store/temp-files.ts';
import { until as untilSo } from '../until.ts';
import { makeCertificate } from './certificates.ts';
import { createCommandLine } from './command-line.ts';
import { type Answer, type Cluster, linesOf, startCluster } from './postgres-cluster.ts';

const award = (once: string) =>
  JSON.stringify({ awards: [{ employee: { external_id: '1' }, amount: 1, once }] });

/** A company with one person, two services, and a key for any number of requests. */
async function begin({ json, createKey, startNode, ask }: Cluster) {
  await json('company', 'create', '--name', 'Acme');
  const nodes = [await startNode(0), await startNode(1)] as const;
  const key = await createKey();
  const row = { external_id: '1', email: 'ann@acme.example', first_name: 'Ann', last_name: 'Lee' };
  const body = JSON.stringify({ employees: [row] });
  const { status, text } = await ask('PUT', '/v1/employees/sync', { key, body });
  assert.equal(status, 200, text);
  return { nodes, key };
}

const xpOf = async ({ ask }: Cluster, key: string): Promise<number> => {
  const { text } = await ask('GET', '/v1/leaderboard?period=all_time', { key });
  return JSON.parse(text).data[0].xp;
};

const remaining = ({ headers }: Answer) => Number(headers['x-ratelimit-remaining']);

test('two services behind HAProxy on two servers of PostgreSQL', async (t) => {
  const cluster = await startCluster(t);
  if (!cluster) return;
  await t.test(
    'a service does not start on a database without data, and so prints no keys',
    async () => {
      await assert.rejects(
        cluster.startNode(0),
        /There is no data in postgres:\/\/engaged@localhost/,
      );
    },
  );

  const { nodes, key } = await begin(cluster);
  await t.test(
    'a key is counted by one service, however its header is written, and keys are spread over both',
    async () => {
      const { ask, createKey, ports } = cluster;
      assert.equal(await xpOf(cluster, key), 0);
      const { status, location } = await ask('GET', '/v1/status', { port: ports.http });
      assert.deepEqual([status, location], [308, `https://localhost:${ports.http}/v1/status`]);
      const limited = await createKey(60);
      const forms = ['Bearer ', 'bearer ', 'BEARER ', 'Bearer  ', 'Bearer    '];
      for (let i = 0; i < 60; i++) {
        const Authorization = `${forms[i % forms.length]}${limited}`;
        const answer = await ask('GET', '/v1/status', { headers: { Authorization } });
        assert.deepEqual([answer.status, remaining(answer)], [200, 59 - i]);
      }
      assert.equal((await ask('GET', '/v1/status', { key: limited })).status, 429);
      const counted = new Set<number>();
      // Each of them is a command.
      for (let i = 0; i < 30 && counted.size < 2; i++) {
        const other = await createKey(60);
        await ask('GET', '/v1/status', { key: other });
        counted.add(
          remaining(await ask('GET', '/v1/status', { key: other, port: ports.nodes[0] })),
        );
      }
      // 58: HAProxy has sent the first request there, too.
      assert.deepEqual([...counted].sort(), [58, 59]);
    },
  );

  await t.test('while a long write makes no service ready, both still answer reads', async (t) => {
    const { ask, until } = cluster;
    const db = openData(cluster.data, { write: true });
    t.after(() => db.close());
    db.execute(`select pg_advisory_lock(${LOCKS.writing})`);
    await Promise.all([until('ready/node1', 'DOWN'), until('ready/node2', 'DOWN')]);
    const reads = await Promise.all(
      Array.from({ length: 20 }, () => ask('GET', '/v1/employees', { key })),
    );
    assert.deepEqual(new Set(reads.map(({ status }) => status)), new Set([200]));
    db.execute(`select pg_advisory_unlock(${LOCKS.writing})`);
    await Promise.all([until('ready/node1', 'UP'), until('ready/node2', 'UP')]);
  });

  await t.test(
    'a service connects only to a server whose certificate is for its name and from its authority',
    async (t) => {
      const { data, ports, run: runAsService } = cluster;
      const other = makeCertificate(tempFolder(t), 'other').cert;
      const certificate = new URL(data).searchParams.get('sslrootcert') ?? '';
      const { run } = createCommandLine(t);
      const open = async (address: string) =>
        (await run(['company', 'list', '--data', address])).stderr;
      assert.equal(await open(data), '');
      assert.match(await open(data.replace(certificate, other)), /self-signed certificate/);
      const name = `localhost.localdomain:${ports.database}`;
      assert.match(
        await open(data.replace(`localhost:${ports.database}`, name)),
        /ENOTFOUND|altnames/,
      );
      assert.match(await open(data.replace(/\?.*/, '')), /no pg_hba.conf entry|no encryption/);
      assert.match(
        await open(data.replace(/:\w+@/, '@')),
        / cannot be used: the server asks for a password\. Give it in PGPASSWORD\n$/,
      );
      for (const mode of ['prefer', 'require', 'verify-ca']) {
        const address = data.replace('sslmode=verify-full', `sslmode=${mode}`);
        assert.match(await open(address.replace(certificate, other)), /self-signed certificate/);
        const { code, stderr } = await runAsService('company', 'list', '--data', address);
        assert.deepEqual([code, stderr], [0, '']);
      }
    },
  );

  await t.test(
    'a browser comes back to the service that has its upload, is signed in at both, and reads a page when both are gone',
    async () => {
      const { ask, json, until } = cluster;
      const cookies = new Map<string, string>();
      const browse = async (method: string, path: string, body?: string | Buffer, more = {}) => {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
        const headers = { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', ...more };
        const answer = await ask(method, path, { headers, ...(body !== undefined && { body }) });
        for (const set of (answer.headers['set-cookie'] ?? []) as string[]) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
          cookies.set(name, value);
        }
        return answer;
      };
      const { link } = await json<{ link: string }>(
        'portal',
        'link',
        'ada@acme.example',
        '--role',
        'owner',
      );
      assert.match(link, /^https:\/\/localhost\/portal\/link\//);
      const path = new URL(link).pathname;
      const [form] = formsOf((await browse('GET', path)).text);
      const password = 'plum tractor seven violets';
      const fields = { ...Object.fromEntries(form?.fields ?? []), password, again: password };
      const signedIn = await browse('POST', path, String(new URLSearchParams(fields)), {
        'Content-Type': 'application/x-www-form-urlencoded',
      });
      assert.deepEqual([signedIn.status, signedIn.location], [303, '/portal']);
      const file = formWith(peopleFile([['1', 'Ann']]));
      const { status, location: preview } = await browse(
        'POST',
        '/portal/roster',
        file,
        FORM_HEADERS,
      );
      assert.equal(status, 303);
      const node = cookies.get('engaged-node');
      for (let i = 0; i < 10; i++) assert.equal((await browse('GET', preview)).status, 200);
      cookies.set('engaged-node', node === 'node1' ? 'node2' : 'node1');
      assert.equal((await browse('GET', preview)).status, 404);
      assert.equal((await browse('GET', '/portal/people')).status, 200);
      for (const { child } of nodes) child.kill('SIGKILL');
      await Promise.all(['alive/node1', 'alive/node2'].map((one) => until(one, 'DOWN')));
      for (const [path, type, shown] of [
        [
          '/portal/people',
          'text/html',
          /^<!doctype html>.*<h1>The service cannot be reached<\/h1>/,
        ],
        ['/wall/x', 'text/html', /^<!doctype html>/],
        ['/v1/employees', 'application/json', /^\{"error":\{"code":"unavailable"/],
      ] as const) {
        const { status, headers, text } = await browse('GET', path);
        assert.deepEqual([status, headers['content-type']], [503, type]);
        assert.match(text, shown);
      }
    },
  );
});

/** A short run leaves processors to the servers that start. */
const PAUSE_MS = iterations(100, 20);

/** Reads, writes and waits for events on connections that are kept, until it is ended. */
function traffic({ ask }: Cluster, key: string) {
  let isOver = false;
  const statuses = new Map<string, number>();
  const acknowledged = new Set<string>();
  const send = async (method: string, path: string, agent: Agent, once?: string) => {
    const body = once === undefined ? {} : { body: award(once) };
    const { status } = await ask(method, path, { key, agent, ...body }).catch(() => ({
      status: 0,
    }));
    statuses.set(`${method} ${status}`, (statuses.get(`${method} ${status}`) ?? 0) + 1);
    return status;
  };
  const loop = async (number: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let i = 0; !isOver; i++) {
      const once = `${number} ${i}`;
      if (number % 3 === 0) await send('GET', '/v1/leaderboard?period=all_time', agent);
      else if (number % 3 === 1) await send('GET', '/v1/events?after=latest&wait=1', agent);
      // What may have been done is sent again.
      else while ((await send('POST', '/v1/xp/awards', agent, once)) !== 200);
      if (number % 3 === 2) acknowledged.add(once);
      await pause(PAUSE_MS);
    }
    agent.destroy();
  };
  const loops = Array.from({ length: 9 }, (_, number) => loop(number));
  return {
    statuses,
    acknowledged,
    /** Waits until so many more awards are acknowledged. */
    more: async (count: number) => {
      const end = acknowledged.size + count;
      await untilSo(() => acknowledged.size >= end);
    },
    end: async () => {
      isOver = true;
      await Promise.all(loops);
    },
  };
}

test('a service that is stopped loses no request, and one that is killed no read and no acknowledged award', async (t) => {
  const cluster = await startCluster(t);
  if (!cluster) return;
  const { startNode, until } = cluster;
  const { nodes, key } = await begin(cluster);
  const { more, end, statuses, acknowledged } = traffic(cluster, key);
  for (const at of [0, 1] as const) {
    await more(20);
    nodes[at].child.kill('SIGTERM');
    assert.equal(await nodes[at].ended, 0);
    await more(20);
    const again = await startNode(at);
    if (at === 0) continue;
    assert.deepEqual([...statuses.keys()].sort(), ['GET 200', 'POST 200']);
    again.child.kill('SIGKILL');
    await again.ended;
    await until('ready/node2', 'DOWN');
    await more(20);
  }
  await end();
  assert.deepEqual(
    [...statuses.keys()].filter((one) => one.startsWith('GET')),
    ['GET 200'],
  );
  assert.equal(await xpOf(cluster, key), acknowledged.size);
});

test('the services follow to a promoted standby with everything acknowledged, and not to two primaries; a dump is whole', async (t) => {
  const cluster = await startCluster(t);
  if (!cluster) return;
  const { primary, standby, recipe, until, run } = cluster;
  const { nodes, key } = await begin(cluster);
  const { more, end, acknowledged } = traffic(cluster, key);
  await more(30);
  assert.deepEqual(await primary.sql(['select sync_state from pg_stat_replication']), [['quorum']]);
  await primary.kill();
  await until('postgres/postgres1', 'DOWN');
  standby.promote();
  await standby.sql(linesOf(recipe, /^(?:alter system|select pg_reload_conf)/));
  await more(30);
  await end();
  assert.equal(await xpOf(cluster, key), acknowledged.size);

  // The old primary comes back as one.
  await primary.start();
  await until('postgres/postgres1', 'UP');
  const refused = await run('company', 'list');
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /cannot be used/);
  await primary.kill();
  await until('postgres/postgres1', 'DOWN');
  assert.equal((await run('company', 'list')).code, 0);

  const folder = tempFolder(t);
  chmodSync(folder, 0o777);
  const dump = join(folder, 'engaged.dump');
  const [save = '', restore = ''] = linesOf(recipe, /^pg_(?:dump|restore)/).map((line) =>
    line.replace('engaged.dump', dump),
  );
  const runLine = (line: string) => {
    const [program = '', ...words] = line.split(' ');
    standby.run(program, ...words);
  };
  runLine(save);
  const again = linesOf(recipe, /^(?:alter database|create database|revoke|grant) /).slice(-4);
  const [rename = '', ...others] = again;
  const terminate =
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = 'engaged'";
  for (const node of nodes) {
    node.child.kill('SIGKILL');
    await node.ended;
  }
  await standby.sql([terminate, rename, ...others]);
  runLine(restore);
  const found = await run('doctor');
  assert.equal(found.code, 0, found.stdout + found.stderr);
  await Promise.all([cluster.startNode(0), cluster.startNode(1)]);
  assert.equal(await xpOf(cluster, key), acknowledged.size);
});
