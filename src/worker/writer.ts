import type { SyncRequest } from '../domain/roster/sync-request.ts';
import type { SyncCounts } from '../domain/roster/sync-result.ts';
import type { SlackState } from '../domain/slack-state.ts';
import type { WriteContext } from '../service/company/company-write.ts';
import type { ClosedContest } from '../service/contests/close-contest.ts';
import type { readGiftList } from '../service/gifts/list-file.ts';
import type { KeyUsage } from '../service/keys/key-usage.ts';
import type { MailAttempt, MailResult } from '../service/mail/record-mails.ts';
import type { ClosedMonth, Timing } from '../service/months/closed-months.ts';
import type { RetentionDays } from '../service/operations/retention.ts';
import type { Look } from '../service/people/history-looks.ts';
import type { UploadOptions } from '../service/roster/upload/options.ts';
import type { Preview } from '../service/roster/upload/preview.ts';
import type { AppliedUpload } from '../service/roster/upload/run-upload.ts';
import type { DeliveryBatch, WebhookChange } from '../service/webhooks/deliveries.ts';
import type { CloseContestTask, CloseMonthTask, Due } from './protocol.ts';
import type { WriteRequest, WriteResult } from './write-requests.ts';

/** A roster sync as it is sent to the writer thread. */
export type SyncTask = {
  companyId: number;
  keyId: string;
  requestId: string;
  /** When the request arrived, in milliseconds UTC. */
  now: number;
  /** The body, not parsed yet. It is moved to a thread; the sender's buffer is empty afterwards. */
  body: ArrayBuffer;
  /** The key's hourly window including this sync, recorded in the same transaction. */
  budget: { windowStartedAt: number; used: number };
};

/** A body that was read in a thread of its own. */
export type ReadBody = {
  /** Of its bytes. */
  digest: string;
  length: number;
  request: SyncRequest;
};

/** A roster sync whose body is read already, if it is long. */
export type SyncRun = Omit<SyncTask, 'body'> & { body: ArrayBuffer | ReadBody };

/** The result of a sync: the response body, and counts and reasons for the log. */
export type SyncAnswer = {
  /** The body of the response, encoded in this thread to spare the main thread. */
  json: Uint8Array<ArrayBuffer>;
  counts: SyncCounts & { errors: number; warnings: number };
  /** True for a dry run. */
  dryRun: boolean;
};

/** An uploaded roster and what is to be done with it. */
export type UploadTask = WriteContext & {
  uploadId: string;
  /** The company in whose queue it waits to be read: that of the account, also for its sandbox. */
  sharer: number;
  /** Best shared, not copied, between the threads. */
  bytes: Uint8Array;
  options: UploadOptions;
};

/** An uploaded list to read; `sharer` as of an upload. */
export type ListTask = { sharer: number; id: string; bytes: Uint8Array };

export type GiftListRead = Awaited<ReturnType<typeof readGiftList>>;

/** An uploaded roster to apply, and the digest of what its preview says. */
export type ApplyTask = UploadTask & { digest: string };

/** Runs work where it has the slot of a roster sync. @throws EngagedError `conflict` where there is none */
export type InSyncSlot = <T>(work: () => Promise<T>) => Promise<T>;

/** A session of the portal that was used, by the hash of its token, in milliseconds UTC. */
export type SessionUse = { hash: Uint8Array; now: number };

/** What has been kept for long enough is deleted; `step` as in `moveDeletionTime`. `now` is in milliseconds UTC. */
export type Upkeep = { now: number; keep: RetentionDays; step: number };

/** By which time a portion was deleted, and whether there may be more. */
export type UpkeepPortion = { deletedAsOf: number; isMore: boolean };

/** The thread that holds the only writing connection of a serving process. */
export interface Writer {
  /** Runs a sync. @throws EngagedError for a refused body */
  sync(task: SyncTask): Promise<SyncAnswer>;
  /** Reads a list of gifts, in a thread of its own as a roster. */
  readGiftList(task: ListTask): Promise<GiftListRead>;
  /** Tells what an uploaded roster would do. It is read in a thread of its own, two at once. */
  previewUpload(task: UploadTask): Promise<Preview>;
  /**
   * Applies an uploaded roster if it does what its preview says. It is read again, as for a preview.
   *
   * @param inSlot is asked when its turn comes
   * @throws EngagedError as `syncRoster` and `inSlot` do
   */
  applyUpload(task: ApplyTask, inSlot: InSyncSlot): Promise<AppliedUpload>;
  /** Whether an upload waits until others are read. */
  isWaiting(uploadId: string): Promise<boolean>;
  /**
   * Makes one change, on disk when this resolves. Changes that wait at the same time share a commit.
   *
   * @throws EngagedError for a refused request
   */
  write(request: WriteRequest): Promise<WriteResult>;
  /** What is to be closed, of all companies. */
  due(timing: Timing): Promise<Due>;
  /** Closes a ranked month if it is due. @returns null if it is not, because it was closed since */
  closeMonth(task: CloseMonthTask): Promise<ClosedMonth | null>;
  /** Closes a ranked contest if it is due. @returns null if it is not, because it was closed or cancelled since */
  closeContest(task: CloseContestTask): Promise<ClosedContest | null>;
  /** Records when keys were used. */
  noteKeyUses(uses: readonly KeyUsage[]): Promise<void>;
  /** Records attempts to deliver events to webhooks. */
  recordDeliveries(batch: DeliveryBatch): Promise<readonly WebhookChange[]>;
  /** Records attempts to send mail. */
  recordMails(attempts: readonly MailAttempt[]): Promise<readonly MailResult[]>;
  /** As `takeRoundStep`. @param now in milliseconds UTC */
  takeRoundStep(now: number): Promise<number>;
  /** Records how the service is connected to Slack; null where it is not any more. */
  noteSlack(state: SlackState | null): Promise<void>;
  /** Records that a session of the portal was used. */
  noteLook(look: Look): Promise<void>;
  noteSessionUse(use: SessionUse): Promise<void>;
  /** Writes the events of keys that expire soon, and deletes a portion of what has been kept for long enough. */
  upkeep(task: Upkeep): Promise<UpkeepPortion>;
  /** Ends the holds of imports whose processes have died. */
  endHolds(): Promise<void>;
  /** Empties the write-ahead log of a data file if little was written since the last call. @returns whether it is empty now */
  shrinkLog(): Promise<boolean>;
  /** Resolves when the thread is alive and its connection can write. */
  probe(): Promise<void>;
  /** Ends the thread after its pending tasks. */
  close(): Promise<void>;
}
