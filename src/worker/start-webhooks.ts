import { setTimeout as sleep } from 'node:timers/promises';
import type { Worker, WorkerOptions } from 'node:worker_threads';
import { describeError, type Logger } from '../service/operations/log.ts';
import type { DeliveryAttempt, DeliveryBatch } from '../service/webhooks/deliveries.ts';
import type { Reads } from '../store/database.ts';
import type { DataFilePlace } from '../store/files/data-file-place.ts';
import * as webhooks from '../store/webhooks/webhooks.ts';
import type { DelivererData, DelivererTasks } from './open-deliverer.ts';
import { WorkerHandle } from './worker-handle.ts';
import type { Writer } from './writer.ts';

/** How often it is checked whether there is a first webhook, in milliseconds. */
const CHECK_MS = 1_000;

/** Attempts within this time share a commit, because every commit invalidates caches; in milliseconds. */
const COLLECT_MS = 100;

/** How long to wait after a failure, in milliseconds. */
const RETRY_MS = 2_000;

/** The deliveries to webhooks of a running service. */
export type Webhooks = {
  /** Ends the deliveries and records the last attempts. */
  stop(): Promise<void>;
};

/**
 * Starts the thread that delivers events to webhooks, as soon as there is one, also if another process makes it. The
 * writer records the attempts.
 *
 * @param options.db of the main thread
 * @param options.start starts the thread, again after each crash
 * @param options.allow what webhooks may call although it is refused otherwise
 * @param options.onAttempts called with attempts that were recorded
 */
export function startWebhooks(options: {
  db: Reads;
  file: string;
  place: DataFilePlace | null;
  allow: readonly string[];
  start: (options: WorkerOptions) => Worker;
  writer: Writer;
  log: Logger;
  onAttempts: (attempts: readonly DeliveryAttempt[]) => void;
}): Webhooks {
  const { db, file, place, start, allow, writer, log, onAttempts } = options;
  const stopping = new AbortController();
  const { signal } = stopping;
  const pause = (ms: number) => sleep(ms, undefined, { signal, ref: false }).catch(() => {});
  const thread = new WorkerHandle<DelivererTasks, DelivererData>({
    start,
    data: { engagedRole: 'deliverer', file, place, webhookAllow: allow },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
    onCrash: (failure) => log.error('deliverer_died', describeError(failure)),
  });

  /** Runs a task until it succeeds, or once more when the service stops. The first failure is logged. */
  const retryUntilDone = async <T>(
    event: string,
    task: () => Promise<T>,
  ): Promise<T | undefined> => {
    for (let failures = 0; ; failures++) {
      try {
        return await task();
      } catch (error) {
        if (failures === 0) log.warn(event, describeError(error));
        if (signal.aborted) return undefined;
        await pause(RETRY_MS);
      }
    }
  };

  const record = async (batch: DeliveryBatch) => {
    if (batch.attempts.length === 0 && batch.deliveredThrough.length === 0) return;
    const changes = await retryUntilDone('deliveries_not_recorded', () =>
      writer.recordDeliveries(batch),
    );
    if (!changes) return;
    onAttempts(batch.attempts);
    for (const { companyId, webhookId, change } of changes) {
      const write = change === 'recovered' ? log.info : log.warn;
      write(`webhook_${change}`, { webhook_id: webhookId, company_id: companyId });
    }
  };

  const deliver = async () => {
    while (!signal.aborted) {
      const collect = () => thread.call('collectDeliveries', null);
      const batch = await retryUntilDone('events_not_delivered', collect);
      if (batch) await record(batch);
      await pause(COLLECT_MS);
    }
  };

  let delivering: Promise<void> | undefined;
  const startIfNeeded = async () => {
    if (!(await hasWebhooks(db)) || delivering || signal.aborted) return;
    clearInterval(timer);
    delivering = deliver();
  };
  const timer = setInterval(() => void startIfNeeded(), CHECK_MS);
  timer.unref();
  void startIfNeeded();

  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      if (!delivering) return;
      const drain = () => thread.call('drainDeliveries', null);
      const last = await retryUntilDone('deliveries_not_drained', drain);
      await delivering;
      if (last) await record(last);
      await thread.close();
    },
  };
}

/** False also while the data cannot be read. */
async function hasWebhooks(db: Reads): Promise<boolean> {
  try {
    await db.refreshSnapshot();
    return (await db.all(webhooks.listEnabled, {})).length > 0;
  } catch {
    return false;
  }
}
