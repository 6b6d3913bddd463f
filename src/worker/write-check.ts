import { EngagedError } from '../domain/errors.ts';
import type { Database } from '../store/database.ts';
import { busy } from '../store/files/data-file-fault.ts';
import {
  type DataFilePlace,
  requireInPlace,
  requireSpace,
} from '../store/files/data-file-place.ts';
import { FileContents } from '../store/files/file-contents.ts';

/** How long a commit counts as proof that the next one works, in milliseconds. */
const PROOF_LASTS = 10_000;

/** Checks that the writer writes to the right files, and whether it can. */
export class WriteCheck {
  readonly #db: Database;
  /** Null where the data is in no file. */
  readonly #place: DataFilePlace | null;
  readonly #contents: FileContents | undefined;
  #provenAt = Number.NEGATIVE_INFINITY;

  /** @param place of the data file when the service opened it */
  constructor(db: Database, place: DataFilePlace | null) {
    this.#db = db;
    this.#place = place;
    this.#contents = place === null ? undefined : new FileContents(db, place);
  }

  /**
   * Runs a task that writes.
   *
   * @throws DataFileFault before anything is written, where the data file is not at its path any more
   */
  run<T>(task: () => T): T {
    this.#requireOwnFile();
    try {
      return task();
    } catch (error) {
      // The next probe must commit.
      this.#provenAt = Number.NEGATIVE_INFINITY;
      throw error;
    }
  }

  /**
   * Checks that a task could write. A commit costs disk access and invalidates caches, so a commit by a probe within
   * the last seconds is proof enough if the write lock is available. A task is no proof: it may commit nothing.
   */
  probe(): void {
    this.#requireOwnFile();
    if (this.#place) requireSpace(this.#place);
    try {
      if (performance.now() - this.#provenAt < PROOF_LASTS) {
        this.#db.dryRun(() => {});
      } else {
        this.#db.writeNothing();
        this.#provenAt = performance.now();
      }
    } catch (error) {
      throw error instanceof EngagedError && error.code === 'conflict' ? busy() : error;
    }
  }

  #requireOwnFile(): void {
    if (this.#place) requireInPlace(this.#place);
    this.#contents?.require();
  }
}
