import type { TestContext } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { DEFAULT_DEPARTMENT_LIMIT, DEFAULT_SANDBOX_LIMIT } from '../../src/domain/limits.ts';
import { startDelivererThread } from '../../src/portal/chat/start-thread.ts';
import { createLogger } from '../../src/service/operations/log.ts';
import type { DeliveryAttempt } from '../../src/service/webhooks/deliveries.ts';
import { openData, placeOfData } from '../../src/store/data.ts';
import { startWebhooks } from '../../src/worker/start-webhooks.ts';
import { startWriter } from '../../src/worker/start-writer.ts';
import type { Writer } from '../../src/worker/writer.ts';
import type { TestCompany } from '../service/test-company.ts';

/** The threads of a service that delivers; `wrap` may interfere with the writer. */
export function startDeliveringService(
  t: TestContext,
  company: TestCompany,
  wrap = (writer: Writer) => writer,
) {
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
    while (new Set(attempts.flatMap(({ sequences }) => sequences)).size < events)
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
  };
  const webhooks = startWebhooks({
    ...{ db, file, place: placeOfData(file), allow: ['127.0.0.1'], writer: wrap(writer), log },
    start: startDelivererThread,
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
