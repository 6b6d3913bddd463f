import type { ImportStep } from '../../service/roster/import-roster.ts';
import type { Preview } from '../../service/roster-upload/preview.ts';
import type { AppliedUpload } from '../../service/roster-upload/run-upload.ts';
import { isAboutFile } from '../../service/roster-upload/uploaded-file.ts';
import type { Tasks } from '../protocol.ts';
import type { WorkerHandle } from '../worker-handle.ts';
import type { ApplyTask, UploadTask } from '../writer.ts';
import type { RosterReader } from './roster-reader.ts';
import { Turns } from './turns.ts';

/** Previews and applies uploaded rosters, each in a thread of its own; the writer thread gets the steps to apply. */
export class RosterUploads {
  readonly #reader: RosterReader;
  readonly #writer: WorkerHandle<Tasks>;
  readonly #turns = new Turns();
  readonly #applying = new Set<Promise<AppliedUpload>>();

  constructor(reader: RosterReader, writer: WorkerHandle<Tasks>) {
    this.#reader = reader;
    this.#writer = writer;
  }

  preview(task: UploadTask): Promise<Preview> {
    const { sharer, uploadId, now: at } = task;
    return this.#turns.run(sharer, uploadId, async () => {
      try {
        return await this.#reader.run('preview', task);
      } catch (error) {
        // A file for which its thread lacks memory or time has a problem like any other.
        if (!isAboutFile(error)) throw error;
        return { at, sha256: null, problem: error.message, columns: null };
      }
    });
  }

  async apply(task: ApplyTask): Promise<AppliedUpload> {
    const { sharer, uploadId } = task;
    const applied = this.#turns.run(sharer, uploadId, () => this.#applyNow(task));
    this.#applying.add(applied);
    try {
      return await applied;
    } finally {
      this.#applying.delete(applied);
    }
  }

  async #applyNow(task: ApplyTask): Promise<AppliedUpload> {
    let last: ImportStep | undefined;
    const take = async (step: ImportStep): Promise<void> => {
      last = step;
      await this.#writer.call('importStep', step);
    };
    try {
      return await this.#reader.run('apply', task, { take });
    } catch (error) {
      // A thread that died holds the company still. If this fails, the hold ends by itself.
      const { companyId, token, now } = last ?? {};
      if (companyId && token && now)
        await this.#writer
          .call('importStep', { kind: 'end', companyId, token, now })
          .catch(() => {});
      throw error;
    }
  }

  isWaiting(uploadId: string): boolean {
    return this.#turns.isWaiting(uploadId);
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
