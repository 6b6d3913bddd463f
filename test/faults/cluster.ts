// Two services on one PostgreSQL, the clients of both, and what has to be true afterwards.
import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { createCompany } from '../../src/service/company/companies.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { addEmployee } from '../../src/service/people/employees.ts';
import { addShopItem } from '../../src/service/shop/shop.ts';
import { grantCoins } from '../../src/service/xp/ledger.ts';
import { checkLedgers } from '../../src/service/xp/ledger-check.ts';
import { createData } from '../../src/store/data.ts';
import { PostgresDatabase } from '../../src/store/postgres/postgres-database.ts';
import { createTestKey } from '../service/test-company.ts';
import type { Server } from '../store/postgres-process.ts';
import { useOwnPostgres } from '../store/postgres-server.ts';
import { startProxy, type Proxy as TcpProxy } from '../store/tcp-proxy.ts';
import { tempFolder } from '../store/temp-files.ts';
import type { Account, Load } from './cluster-load.ts';
import { sendRequest } from './http-client.ts';
import { type Serving, serve } from './program.ts';
import { type RosterFixture, rosterNumber, testQuery } from './roster-fixture.ts';
import { quantile } from './run-scale.ts';

const PEOPLE = 12;

/** People of the roster where clients sync, so that a page shows all of them. */
const SMALL_ROSTER: RosterFixture = { people: 36 };

export type Cluster = {
  server: Server;
  /** The services reach the server through it alone. */
  proxy: TcpProxy;
  nodes: [Serving, Serving];
  /** The address that the services have. */
  address: string;
  /** Keys of the company of the load, and of the company with a roster. */
  key: string;
  people: readonly string[];
  rosterKeys: readonly string[];
  /** Starts a service again on its port. */
  startNode(at: 0 | 1): Promise<void>;
  /** A connection by hand to the server, or to another one with its data. */
  openHand(to?: Server): PostgresDatabase;
  startLoad(options?: { syncs: boolean }): RunningLoad;
};

/** The clients, from the start until they are stopped. */
export type RunningLoad = {
  /** Waits until both services are ready, read and write. */
  untilReady(): Promise<void>;
  /** The same after a fault, and notes how long it took. */
  untilRecovered(): Promise<void>;
  /** Ends them, and checks what they were told and what they were answered. @param to the server that has the data */
  end(to?: Server): Promise<LoadResult>;
};

export type LoadResult = Account & { writes: number; slowest: number; figures: string };

/** @returns undefined, and the test is skipped, where there is no PostgreSQL */
export async function startCluster(
  t: TestContext,
  { syncs = 2_000 } = {},
): Promise<Cluster | undefined> {
  const server = await useOwnPostgres(t);
  if (!server) return undefined;
  const proxy = await startProxy(t, server.port);
  const address = addressAt(proxy.port);
  const ids = { people: [] as string[], item: '', key: '', rosterKeys: [] as string[] };
  const now = Date.now();
  createData(address, now, (db) => {
    const order = { ssoDomains: [], now, actor: 'test' };
    const { companyId } = createCompany(db, { ...order, name: 'Load' }).company;
    const roster = createCompany(db, { ...order, name: 'Roster' }).company;
    ids.key = createTestKey(db, companyId, { now }).key;
    for (let n = 0; n < syncs; n += 28) {
      ids.rosterKeys.push(createTestKey(db, roster.companyId, { name: `key ${n}`, now }).key);
    }
    writeCompany(db, { companyId, now, actor: 'test' }, (write) => {
      for (let n = 0; n < PEOPLE; n++) {
        const id = addEmployee(write, { email: `p${n}@load.example` }).employee_id;
        grantCoins(write, id, { amount: 1_000_000 });
        ids.people.push(id);
      }
      ids.item = addShopItem(write, {
        ...{ name: 'Mug', description: 'For coffee.', category: 'merch' },
        ...{ image_url: 'https://example.com/mug.png', coin_price: 1, stock_remaining: null },
      }).id;
    });
  });
  const folder = tempFolder(t);
  const startOn = (port: string) => serve(folder, ['--data', address, '--port', port]);
  const nodes: [Serving, Serving] = [await startOn('0'), await startOn('0')];
  t.after(() => Promise.all(nodes.map((node) => node.stop('SIGKILL'))));
  const ports = nodes.map(({ port }) => port);
  return {
    ...{ server, proxy, nodes, address, ...ids },
    startNode: async (at) => {
      nodes[at] = await startOn(String(ports[at]));
    },
    openHand: (to = server) => {
      const hand = new PostgresDatabase(to.url, { write: true });
      t.after(() => hand.close());
      return hand;
    },
    startLoad: ({ syncs: hasSyncs } = { syncs: true }) =>
      runLoad(t, server, {
        ...{ ports, ...ids, roster: SMALL_ROSTER },
        rosterKeys: hasSyncs ? ids.rosterKeys : [],
      }),
  };
}

export const addressAt = (port: number) => `postgres://engaged@127.0.0.1:${port}/postgres`;

function runLoad(t: TestContext, server: Server, load: Load): RunningLoad {
  const child = fork(join(import.meta.dirname, 'cluster-load.ts'), {
    execArgv: ['--import', 'tsx'],
  });
  t.after(() => child.kill('SIGKILL'));
  child.send(load);
  const recoveries: number[] = [];
  const recover = () => askChild<number[]>(child, 'recover');
  return {
    untilReady: async () => {
      await recover();
    },
    untilRecovered: async () => {
      recoveries.push(...(await recover()));
    },
    end: async (to = server) => {
      const account = await askChild<Account>(child, 'stop');
      checkAgainstLedger(account, to, load);
      const { awards, redemptions, roster, reads, refused, broken } = account;
      const writes = awards.length + redemptions.length + roster;
      const slowest = Math.max(0, ...recoveries);
      const times =
        recoveries.length === 0
          ? ''
          : `; both services again after p50 ${quantile(recoveries, 0.5).toFixed(0)} ms, worst ${slowest.toFixed(0)} ms`;
      return {
        ...{ ...account, writes, slowest },
        figures: `${writes} acknowledged writes (${roster} syncs), ${reads} reads; ${refused} refused, ${broken} without a response${times}`,
      };
    },
  };
}

async function askChild<T>(child: ChildProcess, message: string): Promise<T> {
  child.send(message);
  const [answer] = await once(child, 'message');
  return answer as T;
}

const awarded = testQuery('select once_key as once from xp_ledger where once_key is not null', {
  once: 'text',
});
const redeemed = testQuery('select once_key as once from redemptions where once_key is not null', {
  once: 'text',
});

function checkAgainstLedger(account: Account, server: Server, { rosterKeys, roster }: Load): void {
  assert.deepEqual(account.wrong, []);
  const db = new PostgresDatabase(server.url, { write: false });
  try {
    const keysOf = (query: typeof awarded) => db.all(query, {}).map(({ once: key }) => key);
    assert.deepEqual(keysOf(awarded).sort(), account.awards.sort());
    assert.deepEqual(keysOf(redeemed).sort(), account.redemptions.sort());
    assert.deepEqual(checkLedgers(db), []);
    if (rosterKeys.length > 0) assert.equal(rosterNumber(db, roster), account.roster);
  } finally {
    db.close();
  }
}

/** Checks that both services say that they are not ready. */
export const assertNotReady = (cluster: Cluster): Promise<void> =>
  assertRefused(cluster, '/readyz');

/** Checks that both services say that they are not ready, and refuse what they cannot know. */
export async function assertAway(cluster: Cluster): Promise<void> {
  await assertNotReady(cluster);
  await assertRefused(cluster, `/v1/employees/${cluster.people[0]}/stats`);
}

async function assertRefused({ nodes, key }: Cluster, path: string): Promise<void> {
  for (const { port } of nodes) {
    const { status, headers, text } = await sendRequest(port, 'GET', path, { key });
    assert.equal(status, 503, text);
    assert.ok(headers['retry-after'], text);
  }
}
