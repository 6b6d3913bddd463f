import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { type TestContext, test } from 'node:test';
import { PERIODS } from '../../src/domain/period.ts';
import { awardBadge, defineBadge } from '../../src/service/badges/badges.ts';
import { deactivateEmployee } from '../../src/service/people/employees.ts';
import { addShopItem } from '../../src/service/shop/shop.ts';
import { awardXp, grantCoins } from '../../src/service/xp/ledger.ts';
import { TEST_SERVER } from '../store/postgres-server.ts';
import { startTestService, type TestService } from './harness.ts';
import { addPerson } from './requests.ts';

/** A service with three people, whose reads are all cached. */
async function startCached(t: TestContext) {
  // Every request is on its own connection, and some tests send hundreds at once.
  const service = await startTestService(t, { limits: { total: 4_096, perAddress: 4_096 } });
  const made = service.write((write) => {
    defineBadge(write, { code: 'b', name: 'B', category: 'skill', rarity: 'rare' });
    const { id: item } = addShopItem(write, {
      ...{ name: 'Mug', description: 'A mug', category: 'merch', coin_price: 60 },
      ...{ image_url: 'https://acme.example/mug.png', stock_remaining: 2 },
    });
    const [id = '', ...others] = ['ann', 'bob', 'cid'].map((word, i) => {
      const person = addPerson(write, word);
      awardXp(write, person, { amount: 10 - i });
      grantCoins(write, person, { amount: 100 });
      return person;
    });
    return { id, people: [id, ...others], item };
  });
  for (const _ of [1, 2, 3]) await readAll(service, made.people);
  return { service, ...made };
}

/** The response of every read about the company and these people. */
async function readAll(service: TestService, people: readonly string[]): Promise<string[]> {
  const paths = [
    ...people.flatMap((id) =>
      ['', '/stats', '/badges', '/xp?limit=100'].map((part) => `/v1/employees/${id}${part}`),
    ),
    ...['employees', 'departments', 'badges', 'shop/items', 'shop/redemptions', 'events'].map(
      (list) => `/v1/${list}`,
    ),
    ...PERIODS.map((period) => `/v1/leaderboard?period=${period}`),
    '/v1/leaderboard/by-department',
  ];
  const responses = await Promise.all(
    paths.map((path) => service.request('GET', path, { key: service.liveKey })),
  );
  return responses.map(({ status, json, text }, i) => {
    // An error names its request.
    if (status !== 404) assert.equal(status, 200, text);
    return `${paths[i]} ${status === 404 ? 'not found' : JSON.stringify(json)}`;
  });
}

/** Sends a write and expects that it is made. */
async function send(service: TestService, method: string, path: string, body: object) {
  const sent = { key: service.liveKey, body: JSON.stringify(body) };
  const { status, text } = await service.request(method, path, sent);
  assert.equal(status, 200, text);
}

const award = (service: TestService, id: string, once: string, amount = 5) =>
  send(service, 'POST', '/v1/xp/awards', {
    awards: [{ employee: { employee_id: id }, amount, once }],
  });

/** Runs SQL on the data file in another process, or on the database on another connection. */
const runElsewhere = ({ file, db }: TestService, sql: string) =>
  TEST_SERVER
    ? db.execute(sql)
    : execFileSync(process.execPath, [
        ...['-e', "new (require('better-sqlite3'))(process.argv[1]).exec(process.argv[2])"],
        ...[file, sql],
      ]);

type Cached = Awaited<ReturnType<typeof startCached>>;

const CHANGES: Record<string, (cached: Cached) => unknown> = {
  'an award': ({ service, id }) => award(service, id, 'first'),
  'an award that changes no rank': ({ service, people: [, , last = ''] }) =>
    award(service, last, 'first', 1),
  'a redemption': ({ service, id, item }) =>
    send(service, 'POST', '/v1/shop/redemptions', {
      ...{ employee: { employee_id: id }, item_id: item, once: 'first' },
    }),
  'a badge': ({ service, id }) => send(service, 'PUT', `/v1/employees/${id}/badges/b`, {}),
  'a badge from another connection': ({ service, id }) =>
    service.write((write) => awardBadge(write, id, 'b')),
  'an award from another connection': ({ service, id }) =>
    service.write((write) => awardXp(write, id, { amount: 5 })),
  'a deactivation': ({ service, id }) =>
    service.write((write) => deactivateEmployee(write, id, 'left')),
  'a change of the data file by another process': ({ service, id, people: [, second] }) =>
    runElsewhere(
      service,
      `begin;
       update companies set revision = revision + 1, next_entry = next_entry + 1;
       update employees set xp = xp + 100, revision = (select max(revision) from companies)
       where id = '${id}';
       update employees set given_name = 'Bo', revision = (select max(revision) from companies)
       where id = '${second}';
       commit;`,
    ),
};

for (const [what, change] of Object.entries(CHANGES)) {
  test(`${what} is in every read that follows`, async (t) => {
    const cached = await startCached(t);
    const { service, people } = cached;
    const before = await readAll(service, people);
    await change(cached);
    const after = await readAll(service, people);
    assert.notDeepEqual(after, before);
    assert.deepEqual(after, await readAll(await service.restart(), people));
  });
}

test('reads follow two writers that take turns or write at once', async (t) => {
  const { service, id, people } = await startCached(t);
  let xp = 10;
  const assertShown = async () => {
    const path = `/v1/employees/${id}/stats`;
    const { json } = await service.request('GET', path, { key: service.liveKey });
    assert.equal((json as { xp: number }).xp, xp);
  };
  for (let turn = 0; turn < 10; turn++) {
    await award(service, id, `turn ${turn}`);
    xp += 5;
    await assertShown();
    service.write((write) => awardXp(write, id, { amount: 1 }));
    xp += 1;
    await assertShown();
  }
  await Promise.all(
    Array.from({ length: 20 }, async (_, at) => {
      await award(service, people[at % 3] ?? '', `at once ${at}`);
      service.write((write) => awardXp(write, people[(at + 1) % 3] ?? '', { amount: 1 }));
      await readAll(service, people);
    }),
  );
  const shown = await readAll(service, people);
  assert.deepEqual(shown, await readAll(await service.restart(), people));
});
