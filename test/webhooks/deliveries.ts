import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { EventType } from '../../src/domain/event.ts';
import { renderChat } from '../../src/portal/chat/render-chat.ts';
import type { CompanyWrite } from '../../src/service/company/company-write.ts';
import { recordEvents } from '../../src/service/events/events.ts';
import {
  type DeliveryBatch,
  recordDeliveries,
  type WebhookChange,
} from '../../src/service/webhooks/deliveries.ts';
import { Sender } from '../../src/service/webhooks/sender.ts';
import { parseAllowedTargets } from '../../src/service/webhooks/target.ts';
import { createWebhook, type IssuedWebhook } from '../../src/service/webhooks/webhooks.ts';
import { openData } from '../../src/store/data.ts';
import { Deliverer } from '../../src/worker/deliverer.ts';
import type { TestCompany } from '../service/test-company.ts';
import type { Received } from './receiver.ts';

export const LOOPBACK = parseAllowedTargets(['127.0.0.0/8']);

/** Creates a webhook of the live company. */
export const createTestWebhook = (
  company: TestCompany,
  url: string,
  types: readonly EventType[] | null = null,
): IssuedWebhook =>
  company.write((write) =>
    createWebhook(write, { url, types, allowed: LOOPBACK, madeBy: 'operator' }),
  );

/** Deliveries of a company in the thread of the test, by a clock that only the test moves. */
export type TestDeliveries = {
  clock: { now: number };
  /** Changes of webhooks that were recorded. */
  changes: WebhookChange[];
  /** How many attempts were recorded, as the deliverer knows. */
  readonly recorded: number;
  /** Waits until that many attempts are recorded in all. */
  until(recorded: number): Promise<void>;
  /** Resolves when the data file could not be read. */
  failure: Promise<void>;
  /** Looks for work at once, for example because the clock was moved. */
  check(): void;
  /** Ends the deliveries as a service does that stops. */
  stop(): Promise<void>;
  /** Ends the deliveries as a crash does: attempts that are not recorded yet are lost. */
  crash(): void;
};

/** Starts deliveries. @param options.holdBack records nothing until `release` resolves */
export function startDeliveries(
  t: TestContext,
  company: TestCompany,
  {
    now,
    timeoutMs = 10_000,
    release,
  }: { now: number; timeoutMs?: number; release?: Promise<void> },
): TestDeliveries {
  const db = openData(company.file, { write: false });
  const writer = openData(company.file, { write: true });
  const clock = { now };
  const sender = new Sender({ allowed: LOOPBACK, timeoutMs });
  const deliverer = new Deliverer({ db, sender, renderChat, clock: () => clock.now });
  const changes: WebhookChange[] = [];
  let recorded = 0;
  let told = 0;
  let isStopping = false;
  let isCrashed = false;
  let wake = () => {};
  const { promise: failure, resolve: noteFailure } = Promise.withResolvers<void>();
  const record = (batch: Parameters<typeof recordDeliveries>[1]) => {
    changes.push(...recordDeliveries(writer, batch, () => 0));
    recorded += batch.attempts.length;
  };
  const run = async () => {
    while (!isStopping) {
      const collected = deliverer.collect();
      // Only now the deliverer knows that they are recorded.
      told = recorded;
      wake();
      const batch = await collected.catch(() => {
        noteFailure();
        return NOTHING;
      });
      await release;
      if (!isCrashed) record(batch);
      // As in the service, more attempts share the next commit.
      await sleep(20);
    }
  };
  const running = run();
  let stopping: Promise<void> | undefined;
  const stop = () => {
    stopping ??= (async () => {
      isStopping = true;
      const last = await deliverer.drain();
      if (!isCrashed) record(last);
      await running;
      db.close();
      writer.close();
    })();
    return stopping;
  };
  t.after(stop);
  return {
    clock,
    changes,
    get recorded() {
      return told;
    },
    until: async (count) => {
      while (told < count)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    },
    failure,
    check: () => deliverer.check(),
    stop,
    crash: () => {
      isCrashed = true;
      void stop();
    },
  };
}

const NOTHING: DeliveryBatch = { attempts: [], deliveredThrough: [] };

type MonthEvent = 'month.closed' | 'month.reopened';

/** Writes events of one company; `version` counts them from 1. */
export const writeEvents = (
  write: CompanyWrite,
  count: number,
  type: MonthEvent = 'month.closed',
): void =>
  recordEvents(
    write,
    Array.from({ length: count }, (_, at) => ({
      type,
      data: { month: '2026-10', version: at + 1, people: 3, reconstructed: false },
    })),
  );

/** The events that a receiver got, without repetitions, in the order of their numbers. */
export const sequencesOf = (received: readonly Received[]): number[] =>
  [
    ...new Set(received.map(({ body }) => (JSON.parse(body) as { sequence: number }).sequence)),
  ].sort((a, b) => a - b);
