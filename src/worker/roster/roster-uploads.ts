import { invalid } from '../../domain/errors.ts';
import type { Preview } from '../../service/roster-upload/preview.ts';
import type { AppliedUpload, UploadRun } from '../../service/roster-upload/run-upload.ts';
import {
  isAboutFile,
  type PackedUpload,
  packedBuffersOf,
  type UploadReading,
} from '../../service/roster-upload/uploaded-file.ts';
import type { Tasks } from '../protocol.ts';
import type { WorkerHandle } from '../worker-handle.ts';
import type { ApplyTask, UploadTask } from '../writer.ts';
import type { RosterReader } from './roster-reader.ts';
import { Turns } from './turns.ts';

/** Previews and applies uploaded rosters: each is read in a thread of its own, and the writer thread gets its rows. */
export class RosterUploads {
  readonly #reader: RosterReader;
  readonly #writer: WorkerHandle<Tasks>;
  readonly #turns = new Turns();

  constructor(reader: RosterReader, writer: WorkerHandle<Tasks>) {
    this.#reader = reader;
    this.#writer = writer;
  }

  preview(task: UploadTask): Promise<Preview> {
    const { sharer, uploadId, now: at } = task;
    return this.#turns.run(sharer, uploadId, async () => {
      const reading = await this.#read(task);
      if ('problem' in reading) return { at, ...reading };
      const { sha256, file, upload } = reading;
      const run = toRun(task, upload);
      const done = await this.#writer.call('planUpload', run, packedBuffersOf(upload));
      return 'plan' in done
        ? { at, sha256, file, ...done }
        : { at, sha256, columns: file.columns, ...done };
    });
  }

  apply(task: ApplyTask): Promise<AppliedUpload> {
    const { sharer, uploadId, digest } = task;
    return this.#turns.run(sharer, uploadId, async () => {
      const reading = await this.#read(task);
      if ('problem' in reading) throw invalid(reading.problem);
      const { upload } = reading;
      const run = { ...toRun(task, upload), digest };
      return this.#writer.call('applyUpload', run, packedBuffersOf(upload));
    });
  }

  isWaiting(uploadId: string): boolean {
    return this.#turns.isWaiting(uploadId);
  }

  /** A file for which its thread lacks memory or time has a problem like any other. */
  async #read({ bytes, options, now }: UploadTask): Promise<UploadReading | Unread> {
    try {
      return await this.#reader.run('readUpload', { bytes, options, now });
    } catch (error) {
      if (!isAboutFile(error)) throw error;
      return { sha256: null, problem: error.message, columns: null };
    }
  }
}

type Unread = { sha256: null; problem: string; columns: null };

const toRun = (
  { companyId, now, actor, options }: UploadTask,
  upload: PackedUpload,
): UploadRun => ({ companyId, now, actor, options, upload });
