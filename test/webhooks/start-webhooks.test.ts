import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { conflict } from '../../src/domain/errors.ts';
import { DEFAULT_DEPARTMENT_LIMIT, DEFAULT_SANDBOX_LIMIT } from '../../src/domain/limits.ts';
import { createLogger } from '../../src/service/log.ts';
import type { DeliveryAttempt } from '../../src/service/webhooks/deliveries.ts';
import { openData, placeOfData } from '../../src/store/data.ts';
import { startWebhooks } from '../../src/worker/start-webhooks.ts';
import { startWriter } from '../../src/worker/start-writer.ts';
import type { Writer } from '../../src/worker/writer.ts';
import { createTestCompany, type TestCompany } from '../service/test-company.ts';
import { createTestWebhook, sequencesOf, writeEvents } from './deliveries.ts';
import { startReceiver } from './receiver.ts';

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at + 1);

/** The threads of a service that delivers; `wrap` may interfere with the writer. */
function start(t: TestContext, company: TestCompany, wrap = (writer: Writer) => writer) {
  const threads: Worker[] = [];
  const onWorker = (thread: Worker) => threads.push(thread);
  process.on('worker', onWorker);
  t.after(() => process.off('worker', onWorker));
  const logged: string[] = [];
  const log = createLogger('debug', (line) => logged.push(JSON.parse(line).event), Date.now);
  const { file } = company;
  const db = openData(file, { write: false, snapshotPerTurn: true });
  const writer = startWriter({
    ...{ file, place: placeOfData(file), log },
    ...{ departmentLimit: DEFAULT_DEPARTMENT_LIMIT, sandboxLimit: DEFAULT_SANDBOX_LIMIT },
  });
  const attempts: DeliveryAttempt[] = [];
  let wake = () => {};
  /** Waits until that many events have a recorded attempt. */
  const until = async (events: number) => {
    while (new Set(attempts.map(({ sequence }) => sequence)).size < events)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  };
  const webhooks = startWebhooks({
    ...{ db, file, place: placeOfData(file), allow: ['127.0.0.1'], writer: wrap(writer), log },
    onAttempts: (recorded) => {
      attempts.push(...recorded);
      wake();
    },
  });
  const stop = async () => {
    await webhooks.stop();
    await writer.close();
    db.close();
  };
  return { threads, logged, until, stop };
}

test('without a webhook there is no thread for deliveries', async (t) => {
  const company = createTestCompany(t);
  const { threads, stop } = start(t, company);
  await stop();
  assert.deepEqual(threads, []);
});

test('a thread that dies in the midst of deliveries is replaced, and nothing is lost', async (t) => {
  const company = createTestCompany(t);
  const receiver = await startReceiver(t);
  createTestWebhook(company, receiver.url);
  company.write((write) => writeEvents(write, 60));
  const { threads, logged, until, stop } = start(t, company);
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
  const { until, logged, stop } = start(t, company, (writer) => ({
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
