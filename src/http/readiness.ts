import { EngagedError } from '../domain/errors.ts';
import { describeError, type Logger } from '../service/log.ts';
import { busy } from '../store/data-file-fault.ts';
import type { Database } from '../store/database.ts';
import * as deployment from '../store/deployment.ts';
import type { Writer } from '../worker/writer.ts';

/** How long the writer may take to show that it can write, in milliseconds. */
const TIMEOUT = 2_000;

/** Seconds after which a service that is not ready is worth another look. */
const RETRY_AFTER = 5;

/** What somebody hears who asks whether the service is ready, and it is not. */
export const notReady = (): EngagedError =>
  new EngagedError(
    'unavailable',
    'The data file cannot be read or written at the moment',
    RETRY_AFTER,
  );

/**
 * Knows whether the data file can be read and written. The log says why it cannot, once for every reason, and when
 * it can again.
 */
export class Readiness {
  readonly #db: Database;
  readonly #writer: Writer;
  readonly #log: Logger;
  #probe: Promise<void> | undefined;
  /** Why the service is not ready, as far as the log knows. */
  #reason: string | undefined;

  constructor(options: { db: Database; writer: Writer; log: Logger }) {
    this.#db = options.db;
    this.#writer = options.writer;
    this.#log = options.log;
  }

  /** Finds out anew. @throws EngagedError `unavailable` where the service is not ready */
  async check(): Promise<void> {
    try {
      this.#db.one(deployment.find, {});
      await within(TIMEOUT, this.#probeWriter());
    } catch (error) {
      this.#note(error);
      throw notReady();
    }
    if (this.#reason === undefined) return;
    this.#reason = undefined;
    this.#log.info('ready_again');
  }

  #note(error: unknown): void {
    const fields = describeError(error);
    const { error: name, code } = fields;
    const reason = String(code ?? name);
    if (this.#reason === reason) return;
    this.#reason = reason;
    this.#log.warn('not_ready', fields);
  }

  /** Whoever asks while a probe runs waits for that one. */
  #probeWriter(): Promise<void> {
    this.#probe ??= this.#writer.probe().finally(() => {
      this.#probe = undefined;
    });
    return this.#probe;
  }
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
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
