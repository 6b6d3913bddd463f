import { formatMonth } from '../domain/period.ts';
import type { Timing } from '../service/months/closed-months.ts';
import { describeError, type LogFields, type Logger } from '../service/operations/log.ts';
import type { ClosingRanker } from './ranker.ts';
import type { Writer } from './writer.ts';

type ClosingWriter = Pick<Writer, 'due' | 'closeMonth' | 'closeContest'>;

/**
 * Closes months and contests that are due, one after another: the ranker thread ranks, and the writer thread, which always
 * runs, finds what is due and writes.
 */
export class Closer {
  readonly #writer: ClosingWriter;
  readonly #ranker: ClosingRanker;
  readonly #log: Logger;
  readonly #timing: () => Timing;
  #isRunning = false;
  #isStopped = false;

  /**
   * @param options.now the time in milliseconds UTC
   * @param options.graceMs how long after its end a month or contest is closed, in milliseconds
   */
  constructor(options: {
    writer: ClosingWriter;
    ranker: ClosingRanker;
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

  /** Closes everything that is due. What fails is logged, and tried again with the next run. */
  async run(): Promise<void> {
    if (this.#isRunning) return;
    this.#isRunning = true;
    try {
      const { months, contests } = await this.#writer.due(this.#timing());
      for (const { companyId, id, month } of months) {
        await this.#close('month', { company_id: id, month: formatMonth(month) }, async () => {
          const ranking = await this.#ranker.rankMonth(companyId, month);
          return this.#writer.closeMonth({ companyId, ranking, ...this.#timing() });
        });
      }
      for (const { companyId, id, entry, contestId } of contests) {
        await this.#close('contest', { company_id: id, contest_id: contestId }, async () => {
          const ranking = await this.#ranker.rankContest(companyId, entry);
          const task = { companyId, ranking, ...this.#timing() };
          const closed = await this.#writer.closeContest(task);
          if (!closed) return null;
          const { people, prizes_granted, prizes_withheld } = closed;
          return { people, prizes_granted, prizes_withheld };
        });
      }
    } catch (error) {
      this.#logFailure('month', {}, error);
    } finally {
      this.#isRunning = false;
    }
  }

  /** Closes nothing more. */
  stop(): void {
    this.#isStopped = true;
  }

  /** What fails does not keep the other months, contests and companies waiting. */
  async #close(
    what: 'month' | 'contest',
    about: LogFields,
    close: () => Promise<LogFields | null>,
  ): Promise<void> {
    if (this.#isStopped) return;
    try {
      const closed = await close();
      if (closed) this.#log.info(`${what}_closed`, { ...about, ...closed });
    } catch (error) {
      this.#logFailure(what, about, error);
    }
  }

  #logFailure(what: 'month' | 'contest', about: LogFields, error: unknown): void {
    if (!this.#isStopped) {
      this.#log.warn(`${what}_not_closed`, { ...about, ...describeError(error) });
    }
  }
}
