import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { EngagedClient, type Event } from '../../src/client/client.ts';
import { revokeKey } from '../../src/service/keys/keys.ts';
import { awardXp } from '../../src/service/xp/ledger.ts';
import { startTestService, type TestService } from '../http/harness.ts';
import { addPerson } from '../http/requests.ts';
import { queryRows } from '../service/test-company.ts';

/** A client of a service that may be restarted, on another port, and whose requests fail as often as `failures` says. */
async function start(t: TestContext) {
  const service = await startTestService(t);
  const state = { service, failures: 0, requests: 0, pauses: [] as number[] };
  const client = new EngagedClient({
    baseUrl: 'http://service.example',
    key: service.liveKey,
    retries: 1,
    random: () => 1,
    sleep: async (milliseconds) => state.pauses.push(milliseconds),
    fetch: (input, init) => {
      state.requests++;
      if (state.failures-- > 0) return Promise.reject(new TypeError('fetch failed'));
      return fetch(String(input).replace('http://service.example', state.service.url), init);
    },
  });
  const id = service.write((w) => addPerson(w, 'ann'));
  return { state, client, id };
}

const award = ({ write }: TestService, id: string, amount: number) =>
  write((w) => awardXp(w, id, { amount }));

async function next(events: AsyncGenerator<Event>): Promise<[string, number]> {
  const { value, done } = await events.next();
  assert.ok(!done);
  return [value.type, value.sequence];
}

test('events come as they happen, and a page at a time before that', async (t) => {
  const { state, client, id } = await start(t);
  award(state.service, id, 120);
  const events = client.events();
  assert.deepEqual(
    [await next(events), await next(events), await next(events)],
    [
      ['employee.created', 1],
      ['xp.awarded', 2],
      ['level.reached', 3],
    ],
  );
  assert.equal(state.requests, 1);
  const coming = next(events);
  award(state.service, id, 1);
  assert.deepEqual(await coming, ['xp.awarded', 4]);
  await events.return();
});

test('an iteration begins after an event, or with the next one, and shows the types that are asked for', async (t) => {
  const { state, client, id } = await start(t);
  award(state.service, id, 120);
  const after = client.events({ after: 1, types: ['level.reached', 'badge.awarded'] });
  assert.deepEqual(await next(after), ['level.reached', 3]);
  await after.return();
  const page = await client.listEvents({ after: 'latest' });
  assert.deepEqual(page, { data: [], next_after: 3, has_more: false });
  award(state.service, id, 1);
  const { data, has_more } = await client.listEvents({
    after: page.next_after,
    wait: 25,
    limit: 1,
  });
  assert.deepEqual([data.map(({ type }) => type), has_more], [['xp.awarded'], false]);
});

test('an iteration is resumed after failures for as long as they last, with growing pauses', async (t) => {
  const { state, client } = await start(t);
  state.failures = 8;
  const events = client.events();
  assert.deepEqual(await next(events), ['employee.created', 1]);
  assert.deepEqual(
    state.pauses,
    [1, 2, 4, 8, 16, 32, 32, 32].map((seconds) => seconds * 1_000),
  );
  await events.return();
});

test('an iteration neither loses nor repeats an event when the service is restarted', async (t) => {
  const { state, client, id } = await start(t);
  const events = client.events({ after: 1 });
  const first = next(events);
  award(state.service, id, 1);
  assert.deepEqual(await first, ['xp.awarded', 2]);
  const second = next(events);
  state.service = await state.service.restart();
  award(state.service, id, 2);
  award(state.service, id, 3);
  assert.deepEqual(
    [await second, await next(events)],
    [
      ['xp.awarded', 3],
      ['xp.awarded', 4],
    ],
  );
  await events.return();
});

test('an abort ends an iteration that waits', async (t) => {
  const { client } = await start(t);
  const controller = new AbortController();
  const events = client.events({ after: 'latest', signal: controller.signal });
  const waiting = events.next();
  controller.abort(new Error('enough'));
  await assert.rejects(waiting, /^Error: enough$/);
  assert.deepEqual(await events.next(), { value: undefined, done: true });
});

test('an iteration ends with an error that waiting does not resolve', async (t) => {
  const { state, client } = await start(t);
  await assert.rejects(client.events({ after: 99 }).next(), { code: 'gone', status: 410 });
  const { db, companyId, write } = state.service;
  const [key] = queryRows(
    db,
    companyId,
    'select id from api_keys where company_id = :companyId order by entry limit 1',
    { id: 'text' },
  );
  write((w) => revokeKey(w, key?.id ?? ''));
  await assert.rejects(client.events().next(), { code: 'unauthorized', status: 401 });
  assert.deepEqual(state.pauses, []);
});
