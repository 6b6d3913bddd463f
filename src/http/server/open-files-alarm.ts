import { describeError, type Logger } from '../../service/operations/log.ts';
import { openFilesError, tooManyOpenFiles } from '../../store/files/open-files.ts';

/** Minimum interval between two alarms, in milliseconds. */
const INTERVAL_MS = 60_000;

/**
 * Logs when no more files can be opened, and when they can be again. Node leaves connections unaccepted then, or closes
 * them, usually without an error.
 */
export class OpenFilesAlarm {
  readonly #log: Logger;
  #isRaised = false;
  #nextAt = 0;

  constructor(log: Logger) {
    this.#log = log;
  }

  /** @param now by the monotonic clock, in milliseconds */
  check(now: number): void {
    const error = openFilesError();
    const advice = tooManyOpenFiles(error);
    if (advice === undefined) this.#clear();
    else if (!this.#isRaised && now >= this.#nextAt) {
      this.#log.error('too_many_open_files', { ...describeError(error), advice });
      this.#isRaised = true;
      this.#nextAt = now + INTERVAL_MS;
    }
  }

  #clear(): void {
    if (this.#isRaised) this.#log.info('files_can_be_opened_again');
    this.#isRaised = false;
  }
}
