import type { ResourceLimits, Worker } from 'node:worker_threads';
import { EngagedError } from '../domain/errors.ts';
import type { TaskKind, TaskRequest, TaskResponse, Tasks, ThreadData } from './protocol.ts';
import { deserializeError, serializeError, WorkerError } from './serialized-error.ts';
import { startThread } from './start-thread.ts';

/** How long a thread that keeps dying is left alone before the next attempt, in milliseconds. */
const MAX_RESTART_DELAY_MS = 5_000;
const FIRST_RESTART_DELAY_MS = 50;

type Call = {
  question: TaskRequest;
  transfer: ArrayBuffer[];
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
};

/**
 * The main thread's side of one worker thread, which is started by the first call. A thread that dies takes the
 * calls it had along, each with an error, and is replaced: at once the first time, after growing pauses while
 * it keeps dying.
 */
export class WorkerHandle {
  readonly #data: ThreadData;
  readonly #resourceLimits: ResourceLimits;
  readonly #onDeath: (failure: WorkerError) => void;
  readonly #calls = new Map<number, Call>();
  #worker: Worker | undefined;
  #nextId = 1;
  #crashes = 0;
  #restart: NodeJS.Timeout | undefined;
  #closing: Promise<void> | undefined;

  /** @param options.onDeath hears of every end that was not asked for */
  constructor(options: {
    data: ThreadData;
    resourceLimits: ResourceLimits;
    onCrash: (failure: WorkerError) => void;
  }) {
    this.#data = options.data;
    this.#resourceLimits = options.resourceLimits;
    this.#onDeath = options.onCrash;
  }

  /**
   * Asks the thread; it answers in the order of asking. What is in `transfer` is gone from this thread.
   *
   * @throws EngagedError where the task was refused, ThreadFailure where it broke or the thread died
   */
  call<K extends TaskKind>(
    kind: K,
    task: Tasks[K]['task'],
    transfer: ArrayBuffer[] = [],
  ): Promise<Tasks[K]['answer']> {
    if (this.#closing)
      return Promise.reject(new EngagedError('unavailable', 'The service is stopping'));
    const question = { id: this.#nextId++, kind, task } as TaskRequest;
    return new Promise((resolve, reject) => {
      if (!this.#worker && !this.#restart) this.#start();
      const call = { question, transfer, resolve, reject };
      this.#calls.set(question.id, call);
      if (this.#worker) this.#post(this.#worker, call);
    });
  }

  /** Lets the thread finish what it was asked, and ends it. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  async #end(): Promise<void> {
    clearTimeout(this.#restart);
    const worker = this.#worker;
    if (!worker) {
      this.#rejectAll(new WorkerError('thread ended'));
      return;
    }
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage({ id: this.#nextId++, kind: 'close', task: null } satisfies TaskRequest);
    await ended;
  }

  #start(): void {
    let worker: Worker;
    try {
      worker = startThread({
        workerData: this.#data,
        resourceLimits: this.#resourceLimits,
        name: `engaged ${this.#data.engagedRole}`,
      });
    } catch (error) {
      // The system may have no thread to give.
      this.#lose(serializeError(error).code);
      return;
    }
    this.#worker = worker;
    worker.on('message', (reply: TaskResponse) => this.#handleResponse(reply));
    // Whatever ended it is followed by 'exit'. Without a listener it would end the whole process.
    let cause = 'thread ended';
    worker.on('error', (error) => {
      cause = serializeError(error).code;
    });
    // The call that the reply was for would wait for ever.
    worker.on('messageerror', () => {
      cause = 'unreadable reply';
      void worker.terminate();
    });
    worker.once('exit', () => this.#lose(cause));
    for (const call of this.#calls.values()) this.#post(worker, call);
  }

  #lose(cause: string): void {
    this.#worker = undefined;
    const failure = new WorkerError(cause);
    this.#rejectAll(failure);
    if (this.#closing) return;
    this.#onDeath(failure);
    this.#scheduleRestart();
  }

  #scheduleRestart(): void {
    const pause = this.#crashes === 0 ? 0 : FIRST_RESTART_DELAY_MS * 2 ** (this.#crashes - 1);
    this.#crashes++;
    this.#restart = setTimeout(
      () => {
        this.#restart = undefined;
        this.#start();
      },
      Math.min(pause, MAX_RESTART_DELAY_MS),
    );
  }

  #post(worker: Worker, { question, transfer, reject }: Call): void {
    try {
      worker.postMessage(question, transfer);
    } catch (error) {
      this.#calls.delete(question.id);
      reject(error as Error);
    }
  }

  #handleResponse(reply: TaskResponse): void {
    this.#crashes = 0;
    const call = this.#calls.get(reply.id);
    this.#calls.delete(reply.id);
    if (reply.ok) call?.resolve(reply.answer as never);
    else call?.reject(deserializeError(reply.error));
  }

  #rejectAll(failure: WorkerError): void {
    for (const { reject } of this.#calls.values()) reject(failure);
    this.#calls.clear();
  }
}
