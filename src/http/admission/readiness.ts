import { EngagedError, ServiceFault } from '../../domain/errors.ts';
import { describeError, type Logger } from '../../service/operations/log.ts';
import type { Reads } from '../../store/database.ts';
import { busy, DATA_FILE_REPLACED, toDataFileFault } from '../../store/files/data-file-fault.ts';
import * as deployment from '../../store/operations/deployment.ts';
import type { Writer } from '../../worker/writer.ts';
import { SharedResult } from '../response/shared-result.ts';

/** How long a read may take, and the writer to show that it can write, in milliseconds. */
const TIMEOUT = 2_000;

/** How many checks a second probes can cause. */
const PROBED_CHECKS = 100;

/** `Retry-After` of a service that is not ready, in seconds. */
const RETRY_AFTER = 5;

/** The error when the service is not ready. @param why a fault says it, with nothing of the data */
export const notReady = (why?: unknown): EngagedError =>
  new EngagedError(
    'unavailable',
    why instanceof ServiceFault
      ? `${why.message} (${why.reason})`
      : 'The data cannot be read or written at the moment',
    RETRY_AFTER,
  );

/**
 * Checks whether the data can be read and written. Logs each reason once, and the recovery.
 */
export class Readiness {
  readonly #db: Reads;
  readonly #writer: Writer;
  readonly #log: Logger;
  #probe: Promise<void> | undefined;
  readonly #probed = new SharedResult(() => this.check(), PROBED_CHECKS);
  #isLeaving = false;
  /** The last logged reason. */
  #reason: string | undefined;

  constructor(options: { db: Reads; writer: Writer; log: Logger }) {
    this.#db = options.db;
    this.#writer = options.writer;
    this.#log = options.log;
  }

  /** Whether the last check found that the data file at its path is not the open one. */
  get isFileReplaced(): boolean {
    return this.#reason === DATA_FILE_REPLACED;
  }

  /** The service is not ready from now on, because it is about to stop. */
  leave(): void {
    this.#isLeaving = true;
  }

  /** The check for a probe: however many ask, it is made a limited number of times. @throws as `check` */
  probe(): Promise<void> {
    return this.#isLeaving ? this.check() : this.#probed.get(performance.now());
  }

  /** Checks now. @throws EngagedError `unavailable` where the service is not ready */
  async check(): Promise<void> {
    if (this.#isLeaving) {
      throw new EngagedError('unavailable', 'The service is about to stop', RETRY_AFTER);
    }
    try {
      await within(TIMEOUT, this.#read());
      await within(TIMEOUT, this.#probeWriter());
    } catch (error) {
      this.#note(error);
      throw notReady(toDataFileFault(error) ?? error);
    }
    if (this.#reason === undefined) return;
    this.#reason = undefined;
    this.#log.info('ready_again');
  }

  /** After a fault of the service it checks, which logs what is wrong. Any other error is left alone. */
  noteFault(error: unknown): void {
    if (error instanceof ServiceFault) this.check().catch(() => {});
  }

  #note(error: unknown): void {
    const fields = describeError(error);
    const { error: name, code } = fields;
    const reason = String(code ?? name);
    if (this.#reason === reason) return;
    this.#reason = reason;
    this.#log.warn('not_ready', fields);
  }

  async #read(): Promise<void> {
    await this.#db.refreshSnapshot();
    await this.#db.one(deployment.find, {});
  }

  /** Concurrent checks share one probe. */
  #probeWriter(): Promise<void> {
    this.#probe ??= this.#writer.probe().finally(() => {
      this.#probe = undefined;
    });
    return this.#probe;
  }
}

async function within(milliseconds: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(busy()), milliseconds);
  });
  try {
    await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
