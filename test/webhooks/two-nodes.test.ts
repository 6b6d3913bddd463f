import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createTestCompany, NOW } from '../service/test-company.ts';
import { usePostgres } from '../store/postgres-server.ts';
import { createTestWebhook, sequencesOf, startDeliveries, writeEvents } from './deliveries.ts';
import { startDeliveringService } from './delivering-service.ts';
import { startReceiver } from './receiver.ts';

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

/** A company in a database and its webhook. `endTurn` ends the session that has the turn to deliver, and waits for that. */
async function start(t: TestContext) {
  const server = await usePostgres(t);
  if (server === undefined) return undefined;
  const company = createTestCompany(t, server);
  const receiver = await startReceiver(t);
  createTestWebhook(company, receiver.url);
  const endTurn = () =>
    company.db.execute(
      `select pg_terminate_backend(pid, 5000) from pg_locks where locktype = 'advisory' and objid = 2 and objsubid = 1
       and database = (select oid from pg_database where datname = current_database())`,
    );
  return { company, receiver, endTurn };
}

test('of two services on one database one delivers, and the other one goes on when it stops', async (t) => {
  const started = await start(t);
  if (!started) return;
  const { company, receiver } = started;
  const services = [startDeliveringService(t, company), startDeliveringService(t, company)];
  company.write((write) => writeEvents(write, 30));
  const delivering = await Promise.race(services.map((one) => one.until(30).then(() => one)));
  assert.equal(receiver.received.length, 30);
  await delivering.stop();
  company.write((write) => writeEvents(write, 30));
  const [other] = services.filter((one) => one !== delivering);
  await other?.until(30);
  await other?.stop();
  assert.deepEqual(sequencesOf(receiver.received), range(60));
  assert.equal(receiver.received.length, 60);
});

test('a service that loses its turn in the midst of deliveries sends nothing twice but what it had not recorded, and nothing is lost', async (t) => {
  const started = await start(t);
  if (!started) return;
  const { company, receiver, endTurn } = started;
  const services = [startDeliveringService(t, company), startDeliveringService(t, company)];
  company.write((write) => writeEvents(write, 200));
  for (const count of [20, 60, 100]) {
    await receiver.until(count);
    endTurn();
  }
  while (sequencesOf(receiver.received).length < 200)
    await receiver.until(receiver.received.length + 1);
  await Promise.all(services.map(({ stop }) => stop()));
  assert.deepEqual(sequencesOf(receiver.received), range(200));
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 200);
});

test('a process whose connection was lost sends nothing more while another one has the turn', async (t) => {
  const started = await start(t);
  if (!started) return;
  const { company, receiver, endTurn } = started;
  const first = startDeliveries(t, company, { now: NOW });
  company.write((write) => writeEvents(write, 1));
  await first.until(1);
  const second = startDeliveries(t, company, { now: NOW });
  // It waits for its turn.
  second.check();
  endTurn();
  second.check();
  company.write((write) => writeEvents(write, 20));
  first.check();
  await second.until(20);
  first.check();
  assert.deepEqual([first.recorded, second.recorded, receiver.received.length], [1, 20, 21]);
  await second.stop();
  company.write((write) => writeEvents(write, 1));
  first.check();
  await first.until(2);
  assert.equal(receiver.received.length, 22);
});
