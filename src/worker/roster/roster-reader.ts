import { MessageChannel, type Worker, type WorkerOptions } from 'node:worker_threads';
import { failure, ThreadFault } from '../../domain/errors.ts';
import { describeError, type Logger } from '../../service/operations/log.ts';
import { serveCalls } from '../remote-calls.ts';
import type { InputOf, ResultOf } from '../task-messages.ts';
import { WorkerHandle } from '../worker-handle.ts';
import type { RosterThreadSettings, StepWriter } from './protocol.ts';
import type { RosterTasks } from './run-reader.ts';
import { startRosterThread } from './start-thread.ts';

/** In MiB; several times what the largest file needs. The file itself and its packed rows lie outside of it. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 32 };

/** Many times what the largest file needs on a slow machine, in milliseconds. */
const TIME_LIMIT = 120_000;

/** What a thread reads, for messages. */
const NOUNS = {
  preview: 'file',
  apply: 'file',
  readGiftList: 'file',
  readBody: 'body',
} as const;

const tooMuch = (what: 'memory' | 'time', kind: keyof RosterTasks) =>
  kind === 'change'
    ? failure('change_too_large', { what })
    : failure('roster_too_large', { noun: NOUNS[kind], what });

export type ReaderOptions = {
  /** Starts a thread. */
  start?: (options: WorkerOptions) => Worker;
  timeLimit?: number;
  resourceLimits?: Partial<typeof RESOURCE_LIMITS>;
};

type Surroundings = Omit<RosterThreadSettings, 'engagedRole'> & { log: Logger };

type Handle = WorkerHandle<RosterTasks, RosterThreadSettings>;

/** Reads rosters, each in a thread of its own that ends with it, so that no file can hold up or end anything else. */
export class RosterReader {
  readonly #options: Surroundings & ReaderOptions;
  readonly #threads = new Set<Handle>();
  #isClosed = false;

  constructor(options: Surroundings & ReaderOptions) {
    this.#options = options;
  }

  /**
   * Runs a task in a new thread.
   *
   * @param options.take carries out the steps of a change. What is being applied is not limited in time
   * @throws EngagedError `validation_failed` for a roster that needs too much memory or time, and what the task throws
   */
  async run<K extends keyof RosterTasks>(
    kind: K,
    task: InputOf<RosterTasks[K]>,
    {
      transfer,
      take = async () => {},
    }: { transfer?: ArrayBuffer[]; take?: StepWriter['take'] } = {},
  ): Promise<ResultOf<RosterTasks[K]>> {
    if (this.#isClosed) throw failure('service_stopping');
    const { file, place, limits, log, start = startRosterThread } = this.#options;
    const { timeLimit = TIME_LIMIT } = this.#options;
    const writer: StepWriter = {
      take: (step) => {
        if (step.kind === 'apply') clearTimeout(timer);
        return take(step);
      },
    };
    const { port1, port2 } = new MessageChannel();
    serveCalls(port1, { writer });
    const thread: Handle = new WorkerHandle({
      data: { engagedRole: 'roster', file, place, limits },
      start: ({ workerData, ...rest }) =>
        start({ ...rest, workerData: { ...workerData, writer: port2 }, transferList: [port2] }),
      resourceLimits: { ...RESOURCE_LIMITS, ...this.#options.resourceLimits },
      onCrash: (fault) => log.error('roster_reader_died', describeError(fault)),
    });
    this.#threads.add(thread);
    let isOverdue = false;
    const timer = setTimeout(() => {
      isOverdue = true;
      log.error('roster_reader_stopped', { seconds: timeLimit / 1_000 });
      void thread.terminate();
    }, timeLimit);
    try {
      const answer = await thread.call(kind, task, transfer);
      await thread.close();
      return answer;
    } catch (error) {
      if (isOverdue) throw tooMuch('time', kind);
      if (error instanceof ThreadFault && /OUT_OF_MEMORY/.test(error.reason))
        throw tooMuch('memory', kind);
      throw error;
    } finally {
      clearTimeout(timer);
      await thread.terminate();
      port1.close();
      this.#threads.delete(thread);
    }
  }

  /** Ends all threads; what they read is rejected, and everything after that. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#threads].map((thread) => thread.terminate()));
  }
}
