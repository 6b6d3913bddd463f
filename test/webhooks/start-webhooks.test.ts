import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conflict } from '../../src/domain/errors.ts';
import { createTestCompany } from '../service/test-company.ts';
import { createTestWebhook, sequencesOf, writeEvents } from './deliveries.ts';
import { startDeliveringService } from './delivering-service.ts';
import { startReceiver } from './receiver.ts';

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

test('without a webhook there is no thread for deliveries', async (t) => {
  const company = createTestCompany(t);
  const { threads, stop } = startDeliveringService(t, company);
  await stop();
  assert.deepEqual(threads, []);
});

test('a thread that dies in the midst of deliveries is replaced, and nothing is lost', async (t) => {
  const company = createTestCompany(t);
  const receiver = await startReceiver(t);
  createTestWebhook(company, receiver.url);
  company.write((write) => writeEvents(write, 60));
  const { threads, logged, until, stop } = startDeliveringService(t, company);
  for (const count of [5, 20]) {
    await receiver.until(count);
    await threads
      .filter(({ threadName }) => threadName?.includes('deliverer'))
      .at(-1)
      ?.terminate();
  }
  await until(60);
  await stop();
  assert.deepEqual(sequencesOf(receiver.received), range(60));
  assert.equal(new Set(receiver.received.map(({ id }) => id)).size, 60);
  assert.ok(logged.includes('deliverer_died'), logged.join());
});

test('attempts that cannot be recorded at the moment are recorded later, and logged once', async (t) => {
  const company = createTestCompany(t);
  const receiver = await startReceiver(t);
  createTestWebhook(company, receiver.url);
  company.write((write) => writeEvents(write, 10));
  let refusals = 2;
  const { until, logged, stop } = startDeliveringService(t, company, (writer) => ({
    ...writer,
    recordDeliveries: async (batch) => {
      if (refusals-- > 0) throw conflict('Another process is writing');
      return writer.recordDeliveries(batch);
    },
  }));
  await until(10);
  await stop();
  assert.deepEqual(sequencesOf(receiver.received), range(10));
  assert.equal(receiver.received.length, 10);
  assert.deepEqual(
    logged.filter((event) => event === 'deliveries_not_recorded'),
    ['deliveries_not_recorded'],
  );
});
