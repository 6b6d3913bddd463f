import { rm } from 'node:fs/promises';
import { failure } from '../domain/errors.ts';
import { describeError, type Logger } from '../service/operations/log.ts';
import type { DataFilePlace } from '../store/files/data-file-place.ts';
import { createTemporaryFile } from '../store/files/temporary-file.ts';
import { WorkerHandle } from './worker-handle.ts';

/** A verified copy of the data file. */
type BackupCopy = { file: string; bytes: number; remove(): Promise<void> };

/** Makes copies of the data file to be sent, one at a time, each in a thread of its own. */
export class BackupCopies {
  readonly #data: { file: string; place: DataFilePlace | null; log: Pick<Logger, 'error'> };
  /** Removes the copy that there is. */
  #remove: (() => Promise<void>) | undefined;

  /** @param data.place null where the data is in no file, and nothing can be copied */
  constructor(data: { file: string; place: DataFilePlace | null; log: Pick<Logger, 'error'> }) {
    this.#data = data;
  }

  /**
   * Makes a copy beside the data file for the owners of a company. Until it is removed there is no other one. What a
   * killed process or thread leaves there is removed when the next one starts.
   *
   * @param onLeave is given what to call when nobody waits for the copy any more
   * @throws EngagedError as `copyForCompany`; `conflict` while there is another one, `not_found` without a data file
   */
  async make(companyId: number, onLeave: (then: () => void) => void): Promise<BackupCopy> {
    const { file, place, log } = this.#data;
    if (!place) throw failure('backup_of_database');
    if (this.#remove) {
      throw failure('backup_busy');
    }
    const temporary = createTemporaryFile(`${file}-download`);
    const copy = temporary.file;
    const thread = new WorkerHandle({
      data: { engagedRole: 'copier', file, place },
      resourceLimits: { maxOldGenerationSizeMb: 128 },
      onCrash: (failure) => log.error('copier_died', describeError(failure)),
    });
    const remove = async () => {
      await thread.terminate();
      // Removing a large file takes long: not while others wait.
      await rm(copy, { force: true }).catch(() => {});
      temporary.remove();
      if (this.#remove === remove) this.#remove = undefined;
    };
    this.#remove = remove;
    let hasLeft = false;
    onLeave(() => {
      hasLeft = true;
      void thread.terminate();
    });
    try {
      const { bytes } = await thread.call('copyDataFile', { source: file, copy, companyId });
      await thread.terminate();
      return { file: copy, bytes, remove };
    } catch (error) {
      await remove();
      if (hasLeft) throw failure('backup_left');
      throw error;
    }
  }

  /** Ends and removes the copy that is being made or sent. */
  async close(): Promise<void> {
    await this.#remove?.();
  }
}
