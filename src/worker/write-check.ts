import { EngagedError } from '../domain/errors.ts';
import { busy } from '../store/data-file-fault.ts';
import { type DataFilePlace, requireInPlace, requireSpace } from '../store/data-file-place.ts';
import type { Database } from '../store/database.ts';

/** How long a commit counts as proof that the next one works, in milliseconds. */
const PROOF_LASTS = 10_000;

/** Sees to it that the writer only writes where it is of use, and finds out whether it can. */
export class WriteCheck {
  readonly #db: Database;
  readonly #place: DataFilePlace;
  #provenAt = Number.NEGATIVE_INFINITY;

  /** @param place of the data file when the service opened it */
  constructor(db: Database, place: DataFilePlace) {
    this.#db = db;
    this.#place = place;
  }

  /**
   * Runs a task that writes.
   *
   * @throws DataFileFault before anything is written, where the data file is not at its path any more
   */
  run<T>(task: () => T): T {
    requireInPlace(this.#place);
    // Whatever goes wrong, the next probe has to commit something.
    this.#provenAt = Number.NEGATIVE_INFINITY;
    const outcome = task();
    this.#provenAt = performance.now();
    return outcome;
  }

  /**
   * Makes sure that a task could write. A commit wakes the disk and is a change to every other connection, so one
   * of the last seconds is proof enough, as long as the write lock can be had.
   */
  probe(): void {
    requireInPlace(this.#place);
    requireSpace(this.#place);
    try {
      if (performance.now() - this.#provenAt < PROOF_LASTS) this.#db.rehearse(() => {});
      else this.run(() => this.#db.writeNothing());
    } catch (error) {
      throw error instanceof EngagedError && error.code === 'conflict' ? busy() : error;
    }
  }
}
