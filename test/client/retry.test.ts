import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { test } from 'node:test';
import { EngagedClient } from '../../src/client/client.ts';
import { EngagedApiError } from '../../src/client/error.ts';
import type { TransportOptions } from '../../src/client/transport.ts';

const STATUS = { status: 'ok' };

const response =
  (status: number, headers: Record<string, string> = {}) =>
  () =>
    new Response(
      JSON.stringify(
        status === 200 ? STATUS : { error: { code: 'conflict', message: 'busy', request_id: 'r' } },
      ),
      { status, headers: { 'x-request-id': 'r', ...headers } },
    );

/** A client whose answers are given, with the pauses it took. */
function scripted(responses: readonly (() => Response)[], options: Partial<TransportOptions> = {}) {
  const pauses: number[] = [];
  let attempts = 0;
  const client = new EngagedClient({
    baseUrl: 'http://service.example/',
    key: 'svc_test_key',
    fetch: async () => {
      attempts++;
      const give = responses[Math.min(attempts, responses.length) - 1];
      return give ? give() : assert.fail('no answer');
    },
    sleep: async (milliseconds) => pauses.push(milliseconds),
    random: () => 1,
    now: () => Date.UTC(2026, 10, 21, 9, 30),
    ...options,
  });
  const ending = client.status().catch((error: unknown) => error);
  return ending.then((end) => ({ end, made: attempts, pauses }));
}

const busy = (count: number, headers: Record<string, string> = { 'retry-after': '0' }) =>
  new Array<() => Response>(count).fill(response(409, headers));

test('backoff doubles from one second, with full jitter', async () => {
  for (const share of [1, 0.5, 0]) {
    const { end, made, pauses } = await scripted([...busy(5), response(200)], {
      random: () => share,
    });
    assert.deepEqual(end, STATUS);
    assert.equal(made, 6);
    assert.deepEqual(
      pauses,
      [1_000, 2_000, 4_000, 8_000, 16_000].map((pause) => pause * share),
    );
  }
});

test('Retry-After is always respected, as seconds or as a date, and jitter is added to it', async () => {
  const { pauses } = await scripted(
    [
      response(429, { 'retry-after': '30' }),
      response(503, { 'retry-after': 'Sat, 21 Nov 2026 09:30:20 GMT' }),
      response(200),
    ],
    { random: () => 0.5 },
  );
  assert.deepEqual(pauses, [30_500, 21_000]);
});

test('the sixth failure is final, with the fields of its response', async () => {
  const { end, made } = await scripted(busy(1, { 'retry-after': '3' }));
  assert.equal(made, 6);
  assert.ok(end instanceof EngagedApiError);
  const { code, status, requestId, retryAfter, message } = end;
  assert.deepEqual(
    { code, status, requestId, retryAfter, message },
    { code: 'conflict', status: 409, requestId: 'r', retryAfter: 3, message: 'busy' },
  );
});

test('with zero retries, or a Retry-After over a minute, the first failure is final', async () => {
  assert.equal((await scripted(busy(1), { retries: 0 })).made, 1);
  assert.equal((await scripted(busy(1, { 'retry-after': '61' }))).made, 1);
  assert.equal((await scripted(busy(1, { 'retry-after': '60' }))).made, 6);
});

test('other client errors are never retried', async () => {
  // A conflict without Retry-After is one that waiting does not resolve.
  for (const status of [400, 401, 403, 404, 409, 411, 413, 415]) {
    assert.equal((await scripted([response(status)])).made, 1, String(status));
  }
});

test('a broken connection is retried, and reported as such in the end', async () => {
  const broken = new TypeError('fetch failed');
  const { end, made } = await scripted([
    () => {
      throw broken;
    },
  ]);
  assert.equal(made, 6);
  assert.ok(end instanceof EngagedApiError);
  assert.deepEqual([end.code, end.status, end.cause], ['network_error', 0, broken]);
});

test('a response that does not come from this API is reported as such', async () => {
  const page = () => new Response('<html>', { status: 200 });
  const { end, made } = await scripted([page]);
  assert.ok(end instanceof EngagedApiError);
  assert.deepEqual([end.code, end.status, made], ['unexpected_answer', 200, 1]);
});

test('an abort ends a request, even during a backoff, with the reason of the abort', async () => {
  const reason = new Error('enough');
  const control = new AbortController();
  const client = new EngagedClient({
    baseUrl: 'http://service.example',
    key: 'k',
    fetch: async () => {
      queueMicrotask(() => setImmediate(() => control.abort(reason)));
      return response(409, { 'retry-after': '50' })();
    },
  });
  await assert.rejects(client.status({ signal: control.signal }), reason);
  await assert.rejects(client.status({ signal: control.signal }), reason);
});

test('an abort before the first attempt sends nothing, and an abort in onRetry skips the backoff', async () => {
  const reason = new Error('enough');
  const client = (options: Partial<TransportOptions>) =>
    new EngagedClient({ baseUrl: 'http://service.example', key: 'k', ...options });
  const fetch = () => assert.fail('a request was sent');
  const signal = AbortSignal.abort(reason);
  await assert.rejects(client({ fetch }).status({ signal }), reason);
  const onPart = () => assert.fail('a part was announced');
  const row = { external_id: '1', email: 'a@b.example', first_name: 'A', last_name: 'B' };
  await assert.rejects(client({ fetch }).syncRoster([row], { signal, onPart }), reason);

  const control = new AbortController();
  const retried = client({
    fetch: async () => response(503)(),
    onRetry: () => control.abort(reason),
    sleep: () => assert.fail('it slept'),
  });
  await assert.rejects(retried.status({ signal: control.signal }), reason);
});

test('after an abort onRetry is not called, whatever the response was', async () => {
  const reason = new Error('enough');
  for (const end of [response(503), response(404), () => assert.fail('broken')]) {
    const control = new AbortController();
    const client = new EngagedClient({
      baseUrl: 'http://service.example',
      key: 'k',
      fetch: async () => {
        control.abort(reason);
        return end();
      },
      onRetry: () => assert.fail('it retried'),
    });
    await assert.rejects(client.status({ signal: control.signal }), reason);
  }
});

test('an abort ends a request that has no response yet', async (t) => {
  const control = new AbortController();
  const reason = new Error('enough');
  const server = createServer(() => control.abort(reason)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  const client = new EngagedClient({ baseUrl: `http://127.0.0.1:${port}`, key: 'k' });
  await assert.rejects(client.status({ signal: control.signal }), reason);
});

test('a write without a once gets one for its row, which it keeps over its retries', async () => {
  const sent: { once: string }[][] = [];
  const client = new EngagedClient({
    baseUrl: 'http://service.example',
    key: 'svc_test_x',
    sleep: async () => {},
    fetch: async (_, init) => {
      const body = JSON.parse(String(init?.body));
      sent.push(body.awards ?? [body]);
      return sent.length % 2 === 1 ? response(503)() : response(200)();
    },
  });
  const employee = { external_id: 'E-1' };
  await client.awardXp([
    { employee, amount: 5 },
    { employee, amount: 5 },
    { employee, amount: 5, once: 'case-1' },
  ]);
  await client.redeemShopItem({ employee, item_id: '01a2012b-9c01-7004-a802-c64d0e6b8a85' });
  const [awards, awardsAgain, redemption, redemptionAgain] = sent;
  assert.deepEqual([awardsAgain, redemptionAgain], [awards, redemption]);
  const keys = [...(awards ?? []), ...(redemption ?? [])].map(({ once }) => once);
  assert.equal(new Set(keys).size, 4);
  assert.equal(keys[2], 'case-1');
});
