import { EngagedError, ServiceFault } from '../domain/errors.ts';
import type { LogFields, Logger } from '../service/operations/log.ts';
import type { SyncAnswer } from './writer.ts';

/** How a sync that reached the writer ended. `seconds` include the wait in the queue. */
export type SyncEvent = {
  outcome: 'applied' | 'deactivation_blocked' | 'dry_run' | 'refused' | 'failed';
  seconds: number;
  counts?: SyncAnswer['counts'];
};

/** The outcome of a sync that is not a dry run. */
export const outcomeOf = (counts: SyncAnswer['counts']): SyncEvent['outcome'] =>
  counts.deactivation_skipped_reason === null ? 'applied' : 'deactivation_blocked';

/** Logs and reports the end of every sync. */
export class SyncLog {
  readonly #log: Logger;
  readonly #onSync: ((end: SyncEvent) => void) | undefined;

  constructor(log: Logger, onSync?: (end: SyncEvent) => void) {
    this.#log = log;
    this.#onSync = onSync;
  }

  /**
   * Runs a sync.
   *
   * @param origin what the log line says about who asked for it
   * @param toEnd how a result that is not an error ended
   */
  async run<A>(
    origin: LogFields,
    call: () => Promise<A>,
    toEnd: (answer: A) => Pick<SyncEvent, 'outcome' | 'counts'>,
  ): Promise<A> {
    const startedAt = performance.now();
    const end = (event: Pick<SyncEvent, 'outcome' | 'counts'>, code?: string) =>
      this.#note(origin, { ...event, seconds: (performance.now() - startedAt) / 1_000 }, code);
    try {
      const answer = await call();
      end(toEnd(answer));
      return answer;
    } catch (error) {
      if (error instanceof ServiceFault) end({ outcome: 'failed' }, error.reason);
      else end({ outcome: error instanceof EngagedError ? 'refused' : 'failed' });
      throw error;
    }
  }

  #note(origin: LogFields, event: SyncEvent, code: string | undefined): void {
    const { outcome, seconds, counts } = event;
    const isNotable = outcome === 'deactivation_blocked' || outcome === 'failed';
    const write = isNotable ? this.#log.warn : this.#log.info;
    const milliseconds = Math.round(seconds * 1_000);
    write('roster_sync', { ...origin, outcome, milliseconds, code, ...counts });
    this.#onSync?.(event);
  }
}
