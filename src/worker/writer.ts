import type { SyncResult } from '../domain/roster/sync-result.ts';
import type { KeyUsage } from '../service/key-usage.ts';

/** A roster sync on its way to the one thread that writes. */
export type SyncTask = {
  companyId: number;
  keyId: string;
  requestId: string;
  /** When the request arrived, in milliseconds UTC. */
  now: number;
  /** The body as it came, not yet looked at. It is handed over: the sender's own is empty afterwards. */
  body: ArrayBuffer;
  /** The key's hourly window, this sync counted; written down together with the sync's effect. */
  budget: { windowStartedAt: number; used: number };
};

/** What a sync says to the client, and to us: numbers and reasons, and nothing of a person. */
export type SyncAnswer = {
  /** The body of the answer, encoded where there is time for it. */
  json: Uint8Array<ArrayBuffer>;
  counts: Omit<SyncResult, 'deactivation_candidates' | 'errors' | 'warnings'> & {
    errors: number;
    warnings: number;
  };
  /** True where nothing was changed, because only that was asked for. */
  dryRun: boolean;
};

/** The thread that holds the only writing connection of a serving process. */
export interface Writer {
  /** Runs a sync. @throws EngagedError for a refused body */
  sync(task: SyncTask): Promise<SyncAnswer>;
  /** Writes down when keys were used. */
  noteKeyUses(uses: readonly KeyUsage[]): Promise<void>;
  /** Resolves when the thread is alive and its connection can write. */
  probe(): Promise<void>;
  /** Lets running work finish, then ends the thread. */
  close(): Promise<void>;
}
