import type { SyncCounts } from '../domain/roster/sync-result.ts';
import type { KeyUsage } from '../service/key-usage.ts';
import type { DeliveryBatch, WebhookChange } from '../service/webhooks/deliveries.ts';
import type { WriteRequest } from './write-requests.ts';

/** A roster sync as it is sent to the writer thread. */
export type SyncTask = {
  companyId: number;
  keyId: string;
  requestId: string;
  /** When the request arrived, in milliseconds UTC. */
  now: number;
  /** The body, not parsed yet. It is moved to the thread; the sender's buffer is empty afterwards. */
  body: ArrayBuffer;
  /** The key's hourly window including this sync, recorded in the same transaction. */
  budget: { windowStartedAt: number; used: number };
};

/** The result of a sync: the response body, and counts and reasons for the log. */
export type SyncAnswer = {
  /** The body of the response, encoded in this thread to spare the main thread. */
  json: Uint8Array<ArrayBuffer>;
  counts: SyncCounts & { errors: number; warnings: number };
  /** True for a dry run. */
  dryRun: boolean;
};

/** The thread that holds the only writing connection of a serving process. */
export interface Writer {
  /** Runs a sync. @throws EngagedError for a refused body */
  sync(task: SyncTask): Promise<SyncAnswer>;
  /**
   * Makes one change, on disk when this resolves. Changes that wait at the same time share a commit.
   *
   * @returns the body of the response as JSON text; null without one
   * @throws EngagedError for a refused request
   */
  write(request: WriteRequest): Promise<string | null>;
  /** Records when keys were used. */
  noteKeyUses(uses: readonly KeyUsage[]): Promise<void>;
  /** Records attempts to deliver events to webhooks. */
  recordDeliveries(batch: DeliveryBatch): Promise<readonly WebhookChange[]>;
  /** Resolves when the thread is alive and its connection can write. */
  probe(): Promise<void>;
  /** Ends the thread after its pending tasks. */
  close(): Promise<void>;
}
