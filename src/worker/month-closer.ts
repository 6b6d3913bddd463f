import { formatMonth } from '../domain/period.ts';
import { describeError, type LogFields, type Logger } from '../service/log.ts';
import type { CompanyMonth, Timing } from '../service/months/closed-months.ts';
import type { MonthRanker } from './ranker.ts';
import type { Writer } from './writer.ts';

type MonthWriter = Pick<Writer, 'dueMonths' | 'closeMonth'>;

/**
 * Closes months that are due, one after another: the ranker thread ranks, and the writer thread, which always runs,
 * finds what is due and writes.
 */
export class MonthCloser {
  readonly #writer: MonthWriter;
  readonly #ranker: MonthRanker;
  readonly #log: Logger;
  readonly #timing: () => Timing;
  #isRunning = false;
  #isStopped = false;

  /**
   * @param options.now the time in milliseconds UTC
   * @param options.graceMs how long after its end a month is closed, in milliseconds
   */
  constructor(options: {
    writer: MonthWriter;
    ranker: MonthRanker;
    log: Logger;
    now: () => number;
    graceMs: number;
  }) {
    this.#writer = options.writer;
    this.#ranker = options.ranker;
    this.#log = options.log;
    const { now, graceMs } = options;
    this.#timing = () => ({ now: now(), graceMs });
  }

  /** Closes every month that is due. What fails is logged, and tried again with the next run. */
  async run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      for (const due of await this.#writer.dueMonths(this.#timing())) {
        if (this.#isStopped) return;
        await this.#close(due);
      }
    } catch (error) {
      this.#logFailure(error);
    } finally {
      this.#isRunning = false;
    }
  }

  /** Closes no further month. */
  stop(): void {
    this.#isStopped = true;
  }

  async #close({ companyId, id, month }: CompanyMonth): Promise<void> {
    try {
      const ranking = await this.#ranker.rankMonth(companyId, month);
      const closed = await this.#writer.closeMonth({ companyId, ranking, ...this.#timing() });
      if (closed) this.#log.info('month_closed', { company_id: id, ...closed });
    } catch (error) {
      // The other months and companies do not wait for it.
      this.#logFailure(error, { company_id: id, month: formatMonth(month) });
    }
  }

  #logFailure(error: unknown, about: LogFields = {}): void {
    if (!this.#isStopped) this.#log.warn('month_not_closed', { ...about, ...describeError(error) });
  }
}
