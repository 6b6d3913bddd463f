import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Event, EventPage } from '../../src/client/types.ts';
import { writeCompany } from '../../src/service/company/company-write.ts';
import { resetSandbox } from '../../src/service/company/sandbox.ts';
import { recordEvents } from '../../src/service/events/events.ts';
import { revokeKey } from '../../src/service/keys/keys.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { eventsOf, queryRows } from '../service/test-company.ts';
import { Description } from './description.ts';
import {
  startTestService,
  type TestResponse,
  type TestService,
  type TestSettings,
} from './harness.ts';
import { addPerson, get } from './requests.ts';

const TOKEN = 'only-for-prometheus';

const start = (t: TestContext, settings: TestSettings = {}) =>
  startTestService(t, { metricsToken: TOKEN, ...settings });

/** The samples of one metric. */
async function metric(service: TestService, name: string): Promise<number> {
  const response = await fetch(`${service.url}/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const [, value] = new RegExp(`^${name} (.*)$`, 'm').exec(await response.text()) ?? [];
  return Number(value);
}

/** Resolves when that many requests wait for events. */
async function untilWaiting(service: TestService, count: number): Promise<void> {
  while ((await metric(service, 'engaged_events_waiting_requests')) !== count);
}

/** How many requests of `wait` have no answer. Metrics show it, but only those of the last fifth of a second. */
const waiting = new WeakMap<TestService, number>();

/** Sends a request that waits, and resolves with its response once it does. */
async function wait(
  service: TestService,
  query: string,
  key = service.liveKey,
): Promise<{ answered: Promise<TestResponse> }> {
  const answered = send(service, query, key);
  await untilWaiting(service, waiting.get(service) ?? 0);
  return { answered };
}

function send(service: TestService, query: string, key: string): Promise<TestResponse> {
  const add = (count: number) => waiting.set(service, (waiting.get(service) ?? 0) + count);
  const answered = service.request('GET', `/v1/events?wait=25&${query}`, { key });
  add(1);
  const end = () => add(-1);
  answered.then(end, end);
  return answered;
}

const award = ({ write }: TestService, id: string, amount = 5) =>
  write((w) => awardXp(w, id, { amount }));

const read = (service: TestService, query = '', key = service.liveKey): Promise<EventPage> =>
  get(service, `/v1/events?${query}`, key);

const kinds = ({ data }: EventPage) => data.map(({ type }) => type);

const errorOf = ({ status, json }: TestResponse) => {
  const { error } = json as { error: { code: string } };
  return [status, error.code];
};

/** A service in which one person was added: event 1. */
async function startWithPerson(t: TestContext, settings: TestSettings = {}) {
  const service = await start(t, settings);
  return { service, id: service.write((w) => addPerson(w, 'ann')) };
}

test('events are listed from the oldest that is kept, after a number, or after the newest', async (t) => {
  const { service, id } = await startWithPerson(t);
  award(service, id, 120);
  const all = await read(service);
  assert.deepEqual(all.data, eventsOf(service.db, service.companyId) as unknown as Event[]);
  assert.deepEqual(kinds(all), ['employee.created', 'xp.awarded', 'level.reached']);
  assert.deepEqual([all.next_after, all.has_more], [3, false]);
  assert.deepEqual(await read(service, 'after=0'), all);
  const one = await read(service, 'after=1&limit=1');
  assert.deepEqual([kinds(one), one.next_after, one.has_more], [['xp.awarded'], 2, true]);
  const end = { data: [], next_after: 3, has_more: false };
  assert.deepEqual(await read(service, 'after=3'), end);
  assert.deepEqual(await read(service, 'after=latest'), end);
});

test('a filter shows only its types, and next_after passes what it leaves out', async (t) => {
  const { service, id } = await startWithPerson(t);
  for (const amount of [120, 5, 200]) award(service, id, amount);
  const first = await read(service, 'types=level.reached,badge.awarded&limit=1');
  assert.deepEqual([kinds(first), first.next_after, first.has_more], [['level.reached'], 3, true]);
  const second = await read(service, 'types=level.reached&limit=2&after=3');
  assert.deepEqual(
    [kinds(second), second.next_after, second.has_more],
    [['level.reached'], 6, false],
  );
});

test('two requests share no page unless company, number, types and limit are the same', async (t) => {
  const { service, id } = await startWithPerson(t);
  award(service, id, 120);
  for (const _ of [1, 2]) {
    const all = ['employee.created', 'xp.awarded', 'level.reached'];
    assert.deepEqual(kinds(await read(service)), all);
    assert.deepEqual(kinds(await read(service, 'types=xp.awarded')), ['xp.awarded']);
    assert.deepEqual(kinds(await read(service, 'limit=1')), ['employee.created']);
    assert.deepEqual(kinds(await read(service, 'after=2')), ['level.reached']);
    assert.deepEqual(kinds(await read(service, '', service.testKey)), []);
  }
});

test('a filter that few pass looks at a part of the events at a time', async (t) => {
  const { service } = await startWithPerson(t);
  const omitted = { type: 'events.omitted', data: {} } as const;
  service.write((w) =>
    recordEvents(
      w,
      Array.from({ length: 6_000 }, () => omitted),
    ),
  );
  const first = await read(service, 'types=xp.awarded&wait=25');
  assert.deepEqual(first, { data: [], next_after: 5_000, has_more: true });
  const second = await read(service, `types=xp.awarded&after=${first.next_after}`);
  assert.deepEqual(second, { data: [], next_after: 6_001, has_more: false });
});

test('events are those of the company and the mode of the key, which needs the scope', async (t) => {
  const { service } = await startWithPerson(t);
  assert.deepEqual((await read(service, '', service.testKey)).data, []);
  const [person] = queryRows(
    service.db,
    service.sandboxId,
    'select id from employees where company_id = :companyId limit 1',
    { id: 'text' },
  );
  service.writeSandbox((w) => awardXp(w, person?.id ?? '', { amount: 1 }));
  const { data } = await read(service, '', service.testKey);
  assert.deepEqual(
    data.map(({ type, mode, sequence }) => [type, mode, sequence]),
    [['xp.awarded', 'test', 1]],
  );
  const key = service.issueKey({ scopes: ['employees:read'] });
  const response = await service.request('GET', '/v1/events', { key });
  assert.deepEqual(errorOf(response), [403, 'forbidden']);
});

test('wrong parameters are refused by name', async (t) => {
  const service = await start(t);
  for (const [query, message] of [
    ['after=-1', 'after must be a number or latest'],
    ['after=', 'after must be a number or latest'],
    ['after=1e3', 'after must be a number or latest'],
    ['types=level', 'types must be types of events, separated by commas'],
    ['types=level.reached,', 'types must be types of events, separated by commas'],
    ['limit=0', 'limit must not be less than 1'],
    ['limit=101', 'limit must not be greater than 100'],
    ['wait=26', 'wait must not be greater than 25'],
    ['wait=1.5', 'wait must be an integer'],
  ]) {
    const response = await service.request('GET', `/v1/events?${query}`, { key: service.liveKey });
    assert.equal(response.status, 400, query);
    assert.equal((response.json as { error: { message: string } }).error.message, message);
  }
});

test('a number whose next event is no longer kept, or that no event has yet, is gone', async (t) => {
  const { service, id } = await startWithPerson(t);
  for (const amount of [1, 2, 3]) award(service, id, amount);
  service.db.execute('delete from events where sequence <= 2');
  const get = (query: string) =>
    service.request('GET', `/v1/events?${query}`, { key: service.liveKey });
  for (const after of [0, 1, 5, 999_999_999_999_999]) {
    assert.deepEqual(errorOf(await get(`after=${after}`)), [410, 'gone'], String(after));
  }
  assert.equal((await read(service, 'after=2')).data.length, 2);
  assert.equal((await read(service)).data[0]?.sequence, 3);
  service.db.execute('delete from events');
  assert.deepEqual(errorOf(await get('after=3')), [410, 'gone']);
  assert.deepEqual(await read(service, 'after=4'), { data: [], next_after: 4, has_more: false });
});

test('a waiting request is answered by a commit of its own process', async (t) => {
  const { service, id } = await startWithPerson(t);
  const { answered } = await wait(service, 'after=1');
  const awards = [{ employee: { employee_id: id }, amount: 7, once: 'a' }];
  const body = JSON.stringify({ awards });
  const written = await service.request('POST', '/v1/xp/awards', { key: service.liveKey, body });
  assert.equal(written.status, 200);
  const { status, json } = await answered;
  const page = json as EventPage;
  assert.deepEqual([status, kinds(page), page.next_after], [200, ['xp.awarded'], 2]);
});

test('a waiting request is answered by a commit of another connection', async (t) => {
  const { service, id } = await startWithPerson(t);
  const { answered } = await wait(service, 'after=latest');
  award(service, id);
  const page = (await answered).json as EventPage;
  assert.deepEqual([kinds(page), page.next_after, page.has_more], [['xp.awarded'], 2, false]);
});

test('a waiting request is answered by an event behind thousands of others of one commit', async (t) => {
  const { service, id } = await startWithPerson(t);
  const { answered } = await wait(service, 'after=1&types=xp.awarded');
  const omitted = { type: 'events.omitted', data: {} } as const;
  service.write((w) => {
    recordEvents(
      w,
      Array.from({ length: 2_500 }, () => omitted),
    );
    awardXp(w, id, { amount: 5 });
  });
  const page = (await answered).json as EventPage;
  assert.deepEqual([kinds(page), page.next_after], [['xp.awarded'], 2_502]);
});

test('a waiting request is not answered by other types, other companies or commits without events', async (t) => {
  const { service, id } = await startWithPerson(t);
  const { answered } = await wait(service, 'after=1&types=level.reached');
  award(service, id);
  service.writeSandbox((w) => resetSandbox(w));
  service.issueKey();
  award(service, id, 100);
  const page = (await answered).json as EventPage;
  assert.deepEqual([kinds(page), page.next_after], [['level.reached'], 4]);
});

test('a request that waits in vain is answered with an empty page, counts once and is not slow', async (t) => {
  const { service } = await startWithPerson(t);
  const key = service.issueKey({ requestsPerMinute: 2 });
  const response = await service.request('GET', '/v1/events?after=1&wait=2', { key });
  assert.deepEqual(response.json, { data: [], next_after: 1, has_more: false });
  assert.equal(response.headers['x-ratelimit-remaining'], '1');
  assert.deepEqual(
    service.log.filter((line) => line.includes('slow_request')),
    [],
  );
});

test('a request that waits in a sandbox gets what happens after a reset', async (t) => {
  const service = await start(t);
  const { answered } = await wait(service, 'after=latest', service.testKey);
  service.writeSandbox((w) => {
    resetSandbox(w);
    addPerson(w, 'ann');
  });
  const page = (await answered).json as EventPage;
  assert.deepEqual([kinds(page), page.next_after], [['employee.created'], 1]);
});

test('a shutdown answers every waiting request', async (t) => {
  const { service } = await startWithPerson(t);
  const responses = Array.from({ length: 60 }, () => send(service, 'after=1', service.liveKey));
  await untilWaiting(service, 60);
  await service.close();
  for (const { status, headers, json } of await Promise.all(responses)) {
    assert.deepEqual([status, headers.connection], [200, 'close']);
    assert.deepEqual(json, { data: [], next_after: 1, has_more: false });
  }
});

test('a client that goes away ends its wait, and one that closes its own direction gets an answer', async (t) => {
  const { service } = await startWithPerson(t);
  const head = `GET /v1/events?after=1&wait=25 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.liveKey}\r\n\r\n`;
  const gone = service.connect();
  gone.send(head);
  await untilWaiting(service, 1);
  gone.destroy();
  await untilWaiting(service, 0);
  const half = service.connect();
  half.send(head);
  await untilWaiting(service, 1);
  half.end();
  assert.match(
    await half.closed,
    /^HTTP\/1\.1 200 OK[\s\S]*\{"data":\[\],"next_after":1,"has_more":false\}$/,
  );
});

test('of many requests on one connection ten wait at once, the others for their turn, and all are answered in their order', async (t) => {
  const { service, id } = await startWithPerson(t);
  const head = `GET /v1/events?after=1&wait=25 HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.liveKey}\r\n`;
  const requests = Array.from(
    { length: 20 },
    (_, i) => head + (i < 19 ? '' : 'Connection: close\r\n'),
  );
  const connection = service.connect();
  // A packet is read as a whole before any of its requests waits.
  connection.send(requests.map((one) => `${one}\r\n`).join(''));
  await untilWaiting(service, 10);
  const beside = send(service, 'after=latest', service.liveKey);
  await untilWaiting(service, 11);
  award(service, id);
  assert.equal((await beside).status, 200);
  const received = await connection.closed;
  assert.equal(received.match(/"type" ?: ?"xp\.awarded"/g)?.length, 20);
});

test('a key that is revoked or expires while it waits gets no more events', async (t) => {
  const { service, id } = await startWithPerson(t);
  const issue = (expiresAt: number | null = null) => {
    const key = service.issueKey(expiresAt === null ? {} : { expiresAt });
    const [row] = queryRows(
      service.db,
      service.companyId,
      'select id from api_keys where company_id = :companyId order by entry desc limit 1',
      { id: 'text' },
    );
    return { key, keyId: row?.id ?? '' };
  };
  const revoked = issue();
  const first = await wait(service, 'after=1', revoked.key);
  service.write((w) => revokeKey(w, revoked.keyId));
  assert.deepEqual(errorOf(await first.answered), [401, 'unauthorized']);

  const together = issue();
  const second = await wait(service, 'after=1', together.key);
  service.write((w) => {
    awardXp(w, id, { amount: 1 });
    revokeKey(w, together.keyId);
  });
  const response = await second.answered;
  assert.deepEqual(errorOf(response), [401, 'unauthorized']);
  assert.match(response.headers['www-authenticate'] ?? '', /invalid_token/);

  const expiring = issue(service.clock.now + 60_000);
  const third = await wait(service, 'after=latest', expiring.key);
  service.clock.now += 60_000;
  assert.deepEqual(errorOf(await third.answered), [401, 'unauthorized']);
});

test('a key has at most 256 waiting requests, and other keys can wait beside them', async (t) => {
  const { service, id } = await startWithPerson(t, { trustedProxies: ['127.0.0.1'] });
  const key = service.issueKey();
  const responses = Array.from({ length: 256 }, () => send(service, 'after=1', key));
  await untilWaiting(service, 256);
  const refused = await service.request('GET', '/v1/events?after=1&wait=25', { key });
  assert.deepEqual(errorOf(refused), [429, 'rate_limit_exceeded']);
  assert.equal(refused.headers['retry-after'], '5');
  assert.equal((await service.request('GET', '/v1/events?after=1', { key })).status, 200);
  const { answered } = await wait(service, 'after=1');
  award(service, id);
  const pages = (await Promise.all([...responses, answered])).map(({ json }) => json as EventPage);
  assert.deepEqual(new Set(pages.map(({ next_after }) => next_after)), new Set([2]));
  await untilWaiting(service, 0);
  assert.equal(await metric(service, 'engaged_events_written_total'), 2);
});

test('a reader who continues from next_after gets every event once and in order, whoever writes', async (t) => {
  const { service, id } = await startWithPerson(t);
  const AWARDS = 40;
  const writeOverHttp = async () => {
    for (let i = 0; i < AWARDS; i++) {
      const awards = [{ employee: { employee_id: id }, amount: 1, once: `http ${i}` }];
      const body = JSON.stringify({ awards });
      await service.request('POST', '/v1/xp/awards', { key: service.liveKey, body });
    }
  };
  const writeBeside = async () => {
    for (let i = 0; i < AWARDS; i++) {
      // The clock of another process may be behind.
      const context = { companyId: service.companyId, actor: 'test', now: service.clock.now - i };
      writeCompany(service.db, context, (w) => awardXp(w, id, { amount: 1 }));
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  const readAll = async (limit: number) => {
    const seen: Event[] = [];
    for (let after = 1; seen.length < 2 * AWARDS; ) {
      const page = await read(service, `after=${after}&limit=${limit}&wait=25`);
      seen.push(...page.data);
      after = page.next_after;
    }
    return seen.map(({ sequence, data }) => [sequence, 'xp' in data && data.xp]);
  };
  const readers = [1, 3, 100].map(readAll);
  await Promise.all([writeOverHttp(), writeBeside()]);
  const expected = Array.from({ length: 2 * AWARDS }, (_, i) => [i + 2, i + 1]);
  for (const reader of readers) assert.deepEqual(await reader, expected);
});

test('a clock that is set ends no wait, and events stay in the order in which they were written', async (t) => {
  const { service, id } = await startWithPerson(t);
  const start = service.clock.now;
  const awardAt = async (now: number) => {
    service.clock.now = now;
    const awards = [{ employee: { employee_id: id }, amount: 1, once: String(now) }];
    const body = JSON.stringify({ awards });
    await service.request('POST', '/v1/xp/awards', { key: service.liveKey, body });
  };
  const { answered } = await wait(service, 'after=1');
  service.clock.now += 3_600_000;
  await get(service, '/v1/status');
  await untilWaiting(service, 1);
  const times = [start + 7_200_000, start - 86_400_000, start];
  for (const now of times) await awardAt(now);
  const first = (await answered).json as EventPage;
  const rest = await read(service, `after=${first.next_after}`);
  assert.deepEqual(
    [...first.data, ...rest.data].map(({ sequence, timestamp }) => [
      sequence,
      Date.parse(timestamp),
    ]),
    times.map((now, i) => [i + 2, now]),
  );
});

test('events of every kind are as described', async (t) => {
  const { service, id } = await startWithPerson(t);
  service.write((w) => {
    awardXp(w, id, { amount: 100 });
    const change = { sync_id: id, itemised: true, updated: 0, reactivated: 0, deactivated: 0 };
    const roster = { ...change, created: 0, errors: 0 };
    const month = { month: '2026-10', version: 1, people: 3, reconstructed: false };
    const kudos = { kudos_id: id, points: 5, receivers: 1, value: 'x' };
    const redemption = { redemption_id: id, item_id: id, coin_price: 0 };
    const employeeNumber = 1;
    recordEvents(w, [
      ...(['created', 'updated', 'deactivated', 'reactivated'] as const).map(
        (what) => ({ type: `employee.${what}`, employeeNumber, data: {} }) as const,
      ),
      { type: 'badge.awarded', employeeNumber, data: { badge_code: 'x' } },
      { type: 'badge.revoked', employeeNumber, data: { badge_code: 'x' } },
      ...(['requested', 'approved', 'fulfilled', 'declined', 'refunded'] as const).map(
        (what) => ({ type: `redemption.${what}`, employeeNumber, data: redemption }) as const,
      ),
      { type: 'kudos.given', employeeNumber, data: { ...kudos, visibility: 'company' } },
      { type: 'kudos.removed', employeeNumber, data: { kudos_id: id } },
      { type: 'sync.completed', data: roster },
      {
        type: 'sync.blocked',
        data: {
          ...roster,
          ...{ reason: 'rejected_rows', deactivation_candidates: 1, deactivation_limit: 1 },
        },
      },
      { type: 'sync.approved', data: { ...change, approved_sync_id: id } },
      { type: 'sync.reverted', data: { ...change, reverted_sync_id: id } },
      {
        type: 'gift.given',
        data: { gift_id: id, itemised: true, people: 2, xp: -5, coins: 3, badges: 1 },
      },
      { type: 'gift.undone', data: { gift_id: id, itemised: true, people: 1, refused: 1 } },
      { type: 'month.closed', data: month },
      { type: 'month.reopened', data: month },
      {
        type: 'contest.closed',
        data: { contest_id: id, people: 3, prizes_granted: 2, prizes_withheld: 0 },
      },
      {
        type: 'key.expiring',
        data: { key_id: id, expires_at: new Date(service.clock.now).toISOString() },
      },
      { type: 'events.omitted', data: {} },
    ]);
  });
  const description = new Description();
  const operation = description.operations.find(({ path }) => path === '/v1/events');
  assert.ok(operation);
  const get = (query: string, key = service.liveKey) =>
    service.request('GET', `/v1/events?${query}`, { key });
  const response = await get('limit=100');
  assert.equal(new Set(kinds(response.json as EventPage)).size, 26);
  description.check(operation, response);
  description.check(operation, await get('after=99'));
  description.check(operation, await get('after=x'));
});
