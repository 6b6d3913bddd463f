import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { DAY_MS } from '../../src/domain/duration.ts';
import { renderWebhooks } from '../../src/http/metrics/stored-metrics.ts';
import { resetSandbox } from '../../src/service/company/sandbox.ts';
import { deleteOldEvents } from '../../src/service/events/event-upkeep.ts';
import { listDeliveries, resendDeliveries } from '../../src/service/webhooks/deliveries.ts';
import {
  createWebhook,
  deleteWebhook,
  disableWebhook,
  enableWebhook,
  rotateWebhookSecret,
  showWebhook,
} from '../../src/service/webhooks/webhooks.ts';
import * as deliveries from '../../src/store/webhooks/webhook-deliveries.ts';
import { createTestCompany, NOW, queryRows, type TestCompany } from '../service/test-company.ts';
import {
  createTestWebhook,
  LOOPBACK,
  sequencesOf,
  startDeliveries,
  writeEvents,
} from './deliveries.ts';
import { startRawReceiver, startReceiver, withStatus } from './receiver.ts';

const [SECOND, MINUTE, HOUR] = [1_000, 60_000, 3_600_000];

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at);

/** The deliveries of a webhook, oldest event first. */
const deliveriesTo = ({ db, companyId }: TestCompany, id: string) =>
  listDeliveries(db, companyId, id, { state: undefined, count: 10_000 }).reverse();

async function start(t: TestContext) {
  const company = createTestCompany(t);
  const receiver = await startReceiver(t);
  const webhook = createTestWebhook(company, receiver.url);
  return { company, receiver, webhook };
}

test('a webhook receives the events after its creation, as the API shows them, and each is recorded', async (t) => {
  const company = createTestCompany(t);
  company.write((write) => writeEvents(write, 3));
  const receiver = await startReceiver(t);
  const webhook = createTestWebhook(company, receiver.url);
  company.write((write) => writeEvents(write, 1), NOW + 5);
  const deliveries = startDeliveries(t, company, { now: NOW + 10 });
  await deliveries.until(1);
  const [received] = receiver.received;
  assert.ok(received);
  const body = JSON.parse(received.body);
  assert.deepEqual(body, {
    id: received.id,
    type: 'month.closed',
    timestamp: new Date(NOW + 5).toISOString(),
    sequence: 4,
    mode: 'live',
    data: { month: '2026-10', version: 1, people: 3, reconstructed: false },
  });
  const [delivery] = deliveriesTo(company, webhook.id);
  assert.deepEqual(delivery, {
    event_id: received.id,
    type: 'month.closed',
    occurred_at: new Date(NOW + 5).toISOString(),
    state: 'delivered',
    attempts: 1,
    attempted_at: new Date(NOW + 10).toISOString(),
    milliseconds: delivery?.milliseconds,
    status: 200,
    error: null,
    next_attempt_at: null,
  });
});

test('of many webhooks, those that have not reached the last event of their company have work', (t) => {
  const { db, companyId, write } = createTestCompany(t);
  write((write) => writeEvents(write, 2));
  const webhooks = [2, 1, 0, 2, 1].map((reached, entry) => ({ companyId, entry, reached }));
  const withWork = db.all(deliveries.listWithWork, { webhooks, now: NOW, horizon: NOW });
  assert.deepEqual(
    withWork.map(({ entry }) => entry),
    [1, 2, 4],
  );
});

test('a webhook receives only the types it names, and its sandbox has webhooks of its own', async (t) => {
  const { company, receiver } = await start(t);
  const some = await startReceiver(t);
  createTestWebhook(company, some.url, ['month.reopened']);
  const sandbox = await startReceiver(t);
  company.writeSandbox((write) =>
    createWebhook(write, { url: sandbox.url, types: null, allowed: LOOPBACK, madeBy: 'operator' }),
  );
  company.write((write) => {
    writeEvents(write, 2);
    writeEvents(write, 1, 'month.reopened');
  });
  company.writeSandbox((write) => writeEvents(write, 1));
  const deliveries = startDeliveries(t, company, { now: NOW });
  await deliveries.until(5);
  assert.deepEqual(sequencesOf(receiver.received), [1, 2, 3]);
  assert.deepEqual(sequencesOf(some.received), [3]);
  assert.deepEqual(
    sandbox.received.map(({ body }) => JSON.parse(body).mode),
    ['test'],
  );
});

test('a failed delivery is repeated by the schedule with the same id and body, and ends as failed after ten attempts', async (t) => {
  const { company, receiver, webhook } = await start(t);
  receiver.answer = withStatus(500);
  company.write((write) => writeEvents(write, 1));
  const deliveries = startDeliveries(t, company, { now: NOW });
  const delays = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 5 * HOUR, 10 * HOUR];
  delays.push(14 * HOUR, 20 * HOUR, 24 * HOUR);
  const states = [];
  for (const [failed, delay] of [...delays, undefined].entries()) {
    await deliveries.until(failed + 1);
    const [delivery] = deliveriesTo(company, webhook.id);
    const next = delivery?.next_attempt_at ?? null;
    states.push([delivery?.state, next === null ? null : Date.parse(next) - deliveries.clock.now]);
    if (delay === undefined) break;
    // Nothing happens a moment too early.
    deliveries.clock.now += delay - 1;
    deliveries.check();
    deliveries.clock.now += 1;
    deliveries.check();
  }
  assert.deepEqual(states, [...delays.map((delay) => ['waiting', delay]), ['failed', null]]);
  assert.equal(receiver.received.length, 10);
  assert.equal(new Set(receiver.received.map(({ id, body }) => id + body)).size, 1);
  const timestamps = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
  assert.deepEqual(
    timestamps,
    [...new Set(timestamps)].sort((a, b) => a - b),
  );
});

test('Retry-After moves the next attempt further away', async (t) => {
  const { company, receiver, webhook } = await start(t);
  receiver.answer = withStatus(503, { 'retry-after': '600' });
  company.write((write) => writeEvents(write, 1));
  const deliveries = startDeliveries(t, company, { now: NOW });
  await deliveries.until(1);
  const [delivery] = deliveriesTo(company, webhook.id);
  assert.equal(delivery?.next_attempt_at, new Date(NOW + 600 * SECOND).toISOString());
});

test('a webhook that asks for time gets nothing until then, for ten minutes at most', async (t) => {
  for (const [retryAfter, pause] of [
    ['60', MINUTE],
    ['999999999', 10 * MINUTE],
  ] as const) {
    const { company, receiver } = await start(t);
    receiver.answer = withStatus(429, { 'retry-after': retryAfter });
    company.write((write) => writeEvents(write, 20));
    const deliveries = startDeliveries(t, company, { now: NOW });
    await deliveries.until(8);
    deliveries.clock.now += pause - 1;
    deliveries.check();
    deliveries.clock.now += 1;
    receiver.answer = withStatus(200);
    deliveries.check();
    await deliveries.until(20);
    await deliveries.stop();
    const times = receiver.received.map(({ headers }) => Number(headers['webhook-timestamp']));
    assert.deepEqual(
      times.slice(0, 20).map((time) => time * SECOND - NOW),
      [...range(1, 8).map(() => 0), ...range(9, 20).map(() => pause)],
    );
  }
});

test('a receiver that dies and comes back gets everything, once it is due', async (t) => {
  const { company, receiver, webhook } = await start(t);
  await receiver.stop();
  company.write((write) => writeEvents(write, 20));
  const deliveries = startDeliveries(t, company, { now: NOW });
  await deliveries.until(20);
  assert.equal(showWebhook(company.db, company.companyId, webhook.id).state, 'failing');
  const back = await startReceiver(t, undefined, { port: receiver.port });
  company.write((write) => writeEvents(write, 5));
  deliveries.check();
  await deliveries.until(25);
  assert.deepEqual(sequencesOf(back.received), range(21, 25));
  deliveries.clock.now += 5 * SECOND;
  deliveries.check();
  await deliveries.until(45);
  assert.deepEqual(sequencesOf(back.received), range(1, 25));
  assert.equal(showWebhook(company.db, company.companyId, webhook.id).state, 'active');
  assert.deepEqual(
    deliveries.changes.map(({ change }) => change),
    ['failing', 'recovered'],
  );
});

test('410 disables a webhook; enabled again it receives what it missed', async (t) => {
  const { company, receiver, webhook } = await start(t);
  receiver.answer = withStatus(410);
  company.write((write) => writeEvents(write, 30));
  const deliveries = startDeliveries(t, company, { now: NOW });
  await deliveries.until(8);
  const show = () => showWebhook(company.db, company.companyId, webhook.id);
  assert.deepEqual([show().state, show().disabled_by], ['disabled', 'receiver']);
  assert.deepEqual(
    deliveries.changes.map(({ change }) => change),
    ['disabled'],
  );
  deliveries.check();
  assert.equal(receiver.received.length, 8);
  receiver.answer = withStatus(204);
  company.write((write) => enableWebhook(write, webhook.id, { skipMissed: false }));
  deliveries.clock.now += 5 * SECOND;
  deliveries.check();
  await deliveries.until(38);
  assert.deepEqual(sequencesOf(receiver.received), range(1, 30));
  assert.equal(show().state, 'active');
});

test('a webhook that was disabled can be enabled without what it missed', async (t) => {
  const { company, receiver, webhook } = await start(t);
  receiver.answer = withStatus(500);
  company.write((write) => writeEvents(write, 2));
  const deliveries = startDeliveries(t, company, { now: NOW });
  await deliveries.until(2);
  company.write((write) => disableWebhook(write, webhook.id));
  company.write((write) => writeEvents(write, 3));
  deliveries.clock.now += DAY_MS;
  deliveries.check();
  receiver.answer = withStatus(200);
  company.write((write) => enableWebhook(write, webhook.id, { skipMissed: true }));
  company.write((write) => writeEvents(write, 1));
  deliveries.check();
  await deliveries.until(3);
  assert.deepEqual(sequencesOf(receiver.received), [1, 2, 6]);
  assert.deepEqual(
    deliveriesTo(company, webhook.id).map(({ state }) => state),
    ['failed', 'failed', 'delivered'],
  );
});

test('five days of failures disable a webhook', async (t) => {
  const { company, receiver, webhook } = await start(t);
  receiver.answer = withStatus(500);
  const deliveries = startDeliveries(t, company, { now: NOW });
  const show = () => showWebhook(company.db, company.companyId, webhook.id);
  for (const day of range(0, 5)) {
    assert.notEqual(show().state, 'disabled');
    company.write((write) => writeEvents(write, 10));
    const before = deliveries.recorded;
    deliveries.clock.now = NOW + day * DAY_MS;
    deliveries.check();
    if (day < 5) await deliveries.until(before + 10);
  }
  while (show().state !== 'disabled') await deliveries.until(deliveries.recorded + 1);
  const { state, disabled_by, failing_since } = show();
  assert.deepEqual([state, disabled_by], ['disabled', 'failures']);
  assert.equal(failing_since, new Date(NOW).toISOString());
});

test('receivers that hang hold up neither other webhooks nor each other', async (t) => {
  const company = createTestCompany(t);
  const hanging = await Promise.all(range(1, 20).map(() => startRawReceiver(t, () => {})));
  for (const { url } of hanging) createTestWebhook(company, url);
  const receiver = await startReceiver(t);
  createTestWebhook(company, receiver.url);
  company.write((write) => writeEvents(write, 100));
  // The hanging attempts never end by themselves in this test.
  const deliveries = startDeliveries(t, company, { now: NOW, timeoutMs: 60_000 });
  await receiver.until(100);
  await deliveries.until(100);
  assert.deepEqual(sequencesOf(receiver.received), range(1, 100));
  deliveries.crash();
});

test('a webhook whose events come last is not held up by receivers that hang', async (t) => {
  const company = createTestCompany(t);
  const hanging = await startRawReceiver(t, () => {});
  for (const at of range(1, 40)) createTestWebhook(company, `${hanging.url}${at}`);
  const receiver = await startReceiver(t);
  createTestWebhook(company, receiver.url, ['month.reopened']);
  company.write((write) => writeEvents(write, 100));
  const deliveries = startDeliveries(t, company, { now: NOW, timeoutMs: 60_000 });
  deliveries.check();
  company.write((write) => writeEvents(write, 100, 'month.reopened'));
  deliveries.check();
  await receiver.until(100);
  deliveries.crash();
});

test('failing webhooks, however many, get a quarter of the attempts', async (t) => {
  const company = createTestCompany(t);
  const failing = await startReceiver(t, withStatus(500));
  for (const at of range(1, 40))
    createTestWebhook(company, `${failing.url}${at}`, ['month.closed']);
  const receiver = await startReceiver(t);
  createTestWebhook(company, receiver.url, ['month.reopened']);
  company.write((write) => writeEvents(write, 1));
  const deliveries = startDeliveries(t, company, { now: NOW, timeoutMs: 60_000 });
  await deliveries.until(40);
  // From now on they hang.
  failing.answer = () => {};
  company.write((write) => {
    writeEvents(write, 1);
    writeEvents(write, 100, 'month.reopened');
  });
  deliveries.check();
  await deliveries.until(140);
  assert.deepEqual(sequencesOf(receiver.received), range(3, 102));
  assert.equal(failing.received.length, 40 + 32);
  deliveries.crash();
});

test('a receiver gets at most eight requests at once, and a failing one gets one at a time', async (t) => {
  const { company, receiver } = await start(t);
  let open = 0;
  const most = { healthy: 0, failing: 0 };
  const answerLater =
    (phase: keyof typeof most, status: number) =>
    (...[response]: Parameters<typeof receiver.answer>) => {
      most[phase] = Math.max(most[phase], ++open);
      setImmediate(() => {
        open--;
        response.writeHead(status).end();
      });
    };
  receiver.answer = answerLater('healthy', 200);
  company.write((write) => writeEvents(write, 200));
  const deliveries = startDeliveries(t, company, { now: NOW });
  await deliveries.until(200);
  receiver.answer = withStatus(500);
  company.write((write) => writeEvents(write, 1));
  deliveries.check();
  await deliveries.until(201);
  receiver.answer = answerLater('failing', 500);
  company.write((write) => writeEvents(write, 50));
  deliveries.check();
  await deliveries.until(251);
  assert.ok(most.healthy <= 8 && most.failing === 1, JSON.stringify(most));
});

test('what was delivered but not recorded at a crash is delivered again with the same id, and nothing else is', async (t) => {
  const { company, receiver, webhook } = await start(t);
  company.write((write) => writeEvents(write, 40));
  const first = startDeliveries(t, company, { now: NOW });
  await first.until(20);
  first.crash();
  const recorded = deliveriesTo(company, webhook.id).length;
  const second = startDeliveries(t, company, { now: NOW });
  await second.until(40 - recorded);
  await second.stop();
  assert.deepEqual(sequencesOf(receiver.received), range(1, 40));
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 40);
  assert.deepEqual(
    deliveriesTo(company, webhook.id).map(({ state, attempts }) => [state, attempts]),
    range(1, 40).map(() => ['delivered', 1]),
  );
});

test('while nothing can be recorded, deliveries stop after a while and lose nothing', async (t) => {
  const { company, receiver } = await start(t);
  company.write((write) => writeEvents(write, 3_000));
  const { promise, resolve } = Promise.withResolvers<void>();
  const deliveries = startDeliveries(t, company, { now: NOW, release: promise });
  await receiver.until(1_000);
  deliveries.check();
  await new Promise((done) => setTimeout(done, 500));
  assert.ok(receiver.received.length < 1_200, String(receiver.received.length));
  resolve();
  await deliveries.until(3_000);
  assert.deepEqual(sequencesOf(receiver.received), range(1, 3_000));
  assert.equal(receiver.received.length, 3_000);
});

test('a clock that is set back or forward loses no retry', async (t) => {
  const { company, receiver } = await start(t);
  receiver.answer = withStatus(500);
  company.write((write) => writeEvents(write, 1));
  const deliveries = startDeliveries(t, company, { now: NOW });
  await deliveries.until(1);
  // The retry was planned by a clock that was years ahead.
  deliveries.clock.now = NOW - 1_000 * DAY_MS;
  deliveries.check();
  await deliveries.until(2);
  deliveries.clock.now = NOW + 1_000 * DAY_MS;
  receiver.answer = withStatus(200);
  deliveries.check();
  await deliveries.until(3);
  assert.equal(receiver.received.length, 3);
});

test('an event is sent again on request, and so is all that was not delivered', async (t) => {
  const { company, receiver, webhook } = await start(t);
  receiver.answer = (response, { body }) =>
    response.writeHead(JSON.parse(body).sequence === 2 ? 500 : 200).end();
  company.write((write) => writeEvents(write, 3));
  const deliveries = startDeliveries(t, company, { now: NOW });
  await deliveries.until(3);
  const [first] = deliveriesTo(company, webhook.id);
  receiver.answer = withStatus(200);
  const resend = (ids: string[] | null) =>
    company.write((write) => resendDeliveries(write, webhook.id, ids));
  assert.deepEqual(resend(null), { resent: 1 });
  assert.deepEqual(resend([first?.event_id ?? '']), { resent: 1 });
  deliveries.check();
  await deliveries.until(5);
  assert.equal(receiver.received.filter(({ id }) => id === first?.event_id).length, 2);
  assert.deepEqual(
    deliveriesTo(company, webhook.id).map(({ state }) => state),
    ['delivered', 'delivered', 'delivered'],
  );
});

test('while a secret rotates both sign, and then only the new one', async (t) => {
  const { company, receiver, webhook } = await start(t);
  const rotated = company.write((write) => rotateWebhookSecret(write, webhook.id, HOUR));
  const deliveries = startDeliveries(t, company, { now: NOW });
  const accepts = (secret: string) => {
    const received = receiver.received.at(-1);
    assert.ok(received);
    const { id, body, headers } = received;
    const at = new Date(Number(headers['webhook-timestamp']) * 1_000);
    const signatures = headers['webhook-signature']?.split(' ') ?? [];
    return signatures.includes(new Webhook(secret).sign(id, at, body));
  };
  company.write((write) => writeEvents(write, 1));
  await deliveries.until(1);
  assert.deepEqual([webhook.secret, rotated.secret].map(accepts), [true, true]);
  deliveries.clock.now += HOUR;
  company.write((write) => writeEvents(write, 1));
  deliveries.check();
  await deliveries.until(2);
  assert.deepEqual([webhook.secret, rotated.secret].map(accepts), [false, true]);
});

test('a webhook that is made, disabled or deleted by another process is noticed', async (t) => {
  const { company, receiver, webhook } = await start(t);
  const deliveries = startDeliveries(t, company, { now: NOW });
  const later = await startReceiver(t);
  const added = createTestWebhook(company, later.url);
  company.write((write) => disableWebhook(write, webhook.id));
  company.write((write) => writeEvents(write, 1));
  await deliveries.until(1);
  company.write((write) => deleteWebhook(write, added.id));
  company.write((write) => writeEvents(write, 1));
  deliveries.check();
  assert.deepEqual([receiver.received.length, later.received.length], [0, 1]);
});

test('a webhook that is deleted, or a sandbox that is reset, during a delivery does no harm', async (t) => {
  const { company, receiver, webhook } = await start(t);
  const sandbox = await startReceiver(t);
  company.writeSandbox((write) =>
    createWebhook(write, { url: sandbox.url, types: null, allowed: LOOPBACK, madeBy: 'operator' }),
  );
  receiver.answer = (response) => {
    company.write((write) => deleteWebhook(write, webhook.id));
    response.end();
  };
  sandbox.answer = (response) => {
    company.writeSandbox((write) => resetSandbox(write));
    sandbox.answer = withStatus(200);
    response.end();
  };
  company.write((write) => writeEvents(write, 1));
  company.writeSandbox((write) => writeEvents(write, 1));
  const deliveries = startDeliveries(t, company, { now: NOW });
  await deliveries.until(2);
  company.writeSandbox((write) => writeEvents(write, 1));
  deliveries.check();
  await deliveries.until(3);
  assert.deepEqual(sequencesOf(sandbox.received), [1, 2]);
});

test('the lag is the age of the oldest event of its types that an enabled webhook has not received', async (t) => {
  const { company, receiver, webhook } = await start(t);
  company.write((write) => disableWebhook(write, webhook.id));
  createTestWebhook(company, receiver.url, ['month.reopened', 'badge.awarded']);
  const lag = async () =>
    /^engaged_webhook_lag_seconds (.*)$/m.exec(await renderWebhooks(company.db, NOW))?.[1];
  const writeAt = (now: number, type: 'month.closed' | 'month.reopened') =>
    company.write((write) => writeEvents(write, 1, type), now);
  writeAt(NOW - HOUR, 'month.closed');
  assert.equal(await lag(), '0');
  writeAt(NOW - MINUTE, 'month.reopened');
  writeAt(NOW - SECOND, 'month.reopened');
  assert.equal(await lag(), '60');
});

test('an event that cannot be read for a while is delivered later', async (t) => {
  const { company, receiver } = await start(t);
  const held: (() => void)[] = [];
  receiver.answer = (response) => held.push(() => response.end());
  company.write((write) => writeEvents(write, 20));
  const deliveries = startDeliveries(t, company, { now: NOW });
  await receiver.until(8);
  company.db.execute('alter table employees rename to hidden');
  held.shift()?.();
  await deliveries.failure;
  company.db.execute('alter table hidden rename to employees');
  receiver.answer = withStatus(200);
  for (const answer of held) answer();
  await deliveries.until(20);
  assert.deepEqual(sequencesOf(receiver.received), range(1, 20));
});

test('a stop waits for attempts in progress and records them', async (t) => {
  const { company, receiver, webhook } = await start(t);
  const { promise, resolve } = Promise.withResolvers<void>();
  receiver.answer = async (response) => {
    await promise;
    response.end();
  };
  company.write((write) => writeEvents(write, 20));
  const deliveries = startDeliveries(t, company, { now: NOW });
  await receiver.until(8);
  const stopped = deliveries.stop();
  resolve();
  await stopped;
  assert.equal(receiver.received.length, 8);
  assert.equal(deliveriesTo(company, webhook.id).length, 8);
});

test('the deliveries of an event are deleted with it, and those of other events stay', async (t) => {
  const { company, receiver, webhook } = await start(t);
  receiver.answer = withStatus(500);
  company.write((write) => writeEvents(write, 2));
  company.write((write) => writeEvents(write, 1), NOW + DAY_MS);
  const deliveries = startDeliveries(t, company, { now: NOW + DAY_MS });
  await deliveries.until(3);
  assert.equal(deleteOldEvents(company.db, NOW + 1), true);
  assert.equal(deleteOldEvents(company.db, NOW + 1), false);
  const rows = queryRows(
    company.db,
    company.companyId,
    'select sequence from webhook_deliveries where company_id = :companyId',
    { sequence: 'integer' },
  );
  assert.deepEqual(rows, [{ sequence: 3 }]);
  deliveries.clock.now += 5 * SECOND;
  deliveries.check();
  await deliveries.until(4);
  assert.deepEqual(
    deliveriesTo(company, webhook.id).map(({ attempts }) => attempts),
    [2],
  );
});
