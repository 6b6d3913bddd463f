import type { Step } from '../../service/roster/steps/change-in-steps.ts';
import type { Preview } from '../../service/roster/upload/preview.ts';
import type { AppliedUpload } from '../../service/roster/upload/run-upload.ts';
import { problemOf } from '../../service/roster/upload/uploaded-file.ts';
import type { InputOf, ResultOf } from '../task-messages.ts';
import type { WorkerHandle } from '../worker-handle.ts';
import type { WriteRequest, WriteResult } from '../write-requests.ts';
import type { ApplyTask, GiftListRead, InSyncSlot, ListTask, UploadTask } from '../writer.ts';
import { FileSlots } from './file-slots.ts';
import type { RosterReader } from './roster-reader.ts';
import type { RosterTasks } from './run-reader.ts';

/**
 * Previews and applies uploaded rosters, and makes changes about many people, each in a thread of its own; the writer thread
 * gets the steps to apply.
 */
export class RosterUploads {
  readonly #reader: RosterReader;
  readonly #writer: WorkerHandle;
  readonly #slots = new FileSlots();
  readonly #applying = new Set<Promise<unknown>>();

  constructor(reader: RosterReader, writer: WorkerHandle) {
    this.#reader = reader;
    this.#writer = writer;
  }

  preview(task: UploadTask): Promise<Preview> {
    const { sharer, uploadId, now: at } = task;
    return this.#slots.run(sharer, uploadId, async () => {
      try {
        return await this.#reader.run('preview', task);
      } catch (error) {
        // A file for which its thread lacks memory or time has a problem like any other.
        const problem = problemOf(error);
        if (!problem) throw error;
        return { at, sha256: null, problem, columns: null, sheet: null };
      }
    });
  }

  /** A file that waits for its turn has no slot: it would keep syncs out meanwhile. */
  apply(task: ApplyTask, inSlot: InSyncSlot): Promise<AppliedUpload> {
    const place = { owner: task.sharer, id: task.uploadId };
    return this.#queued(place, () => inSlot(() => this.#inSteps('apply', task)));
  }

  /** Makes a change of the portal in steps. */
  change(task: WriteRequest): Promise<WriteResult> {
    const place = { owner: task.companyId, id: task.name };
    return this.#queued(place, () => this.#inSteps('change', task));
  }

  async #queued<T>(
    { owner, id }: { owner: number; id: string },
    apply: () => Promise<T>,
  ): Promise<T> {
    const applied = this.#slots.run(owner, id, apply);
    this.#applying.add(applied);
    try {
      return await applied;
    } finally {
      this.#applying.delete(applied);
    }
  }

  async #inSteps<K extends 'apply' | 'change'>(
    kind: K,
    task: InputOf<RosterTasks[K]>,
  ): Promise<ResultOf<RosterTasks[K]>> {
    let last: Step | undefined;
    const take = async (step: Step): Promise<void> => {
      last = step;
      await this.#writer.call('step', step);
    };
    try {
      return await this.#reader.run(kind, task, { take });
    } catch (error) {
      // A thread that died holds the company still. If this fails, the hold ends by itself.
      const { companyId, token } = last ?? {};
      if (companyId && token)
        await this.#writer.call('step', { kind: 'end', companyId, token }).catch(() => {});
      throw error;
    }
  }

  /** Reads a list of what people are to get, or says what is wrong with it. */
  async readGiftList({ sharer, id, bytes }: ListTask): Promise<GiftListRead> {
    try {
      return await this.#slots.run(sharer, id, () => this.#reader.run('readGiftList', bytes));
    } catch (error) {
      const problem = problemOf(error);
      if (!problem) throw error;
      return { problem };
    }
  }

  isWaiting(uploadId: string): boolean {
    return this.#slots.isWaiting(uploadId);
  }

  get isApplying(): boolean {
    return this.#applying.size > 0;
  }

  /** Ends all threads, and frees the companies to which they applied something. */
  async close(): Promise<void> {
    await this.#reader.close();
    await Promise.allSettled(this.#applying);
  }
}
