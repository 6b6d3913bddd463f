import type { ResourceLimits, Worker, WorkerOptions } from 'node:worker_threads';
import { failure, ThreadFault } from '../domain/errors.ts';
import type { ThreadData } from './protocol.ts';
import { deserializeError, serializeError } from './serialized-error.ts';
import { startThread } from './start-thread.ts';
import {
  CLOSE,
  type InputOf,
  type ResultOf,
  type TaskMap,
  type TaskRequest,
  type TaskResponse,
} from './task-messages.ts';
import type { Tasks } from './thread.ts';

/** Maximum delay before restarting a thread that keeps crashing, in milliseconds. Calls wait for it. */
const MAX_RESTART_DELAY_MS = 1_000;
const FIRST_RESTART_DELAY_MS = 50;

const ENDED = 'thread_ended';

const alive = new Map<string, number>();

/** How many threads of each role run in this process; 0 for a role whose thread has ended. */
export const threadsAlive = (): ReadonlyMap<string, number> => alive;

const countThread = (role: string, difference: number): void => {
  alive.set(role, (alive.get(role) ?? 0) + difference);
};

/**
 * Space for young objects, in MiB. On a machine with much memory V8 takes 192, most of which a thread then keeps for
 * good. With half of it a sync of 5,000 rows has as many collections; with a quarter twice as many, 20 ms more.
 */
const YOUNG_GENERATION_MIB = 96;

/** What the start data of every thread has. */
type RoleData = { engagedRole: string };

type Call<T extends TaskMap> = {
  question: TaskRequest<T>;
  transfer: ArrayBuffer[];
  resolve: (answer: never) => void;
  reject: (error: Error) => void;
};

/**
 * The handle of one worker thread, which the first call starts. When a thread dies, its calls are
 * rejected and it is replaced: at once the first time, with growing delays while it keeps crashing.
 */
export class WorkerHandle<T extends TaskMap = Tasks, D extends RoleData = ThreadData> {
  readonly #data: D;
  readonly #startThread: (options: WorkerOptions) => Worker;
  readonly #resourceLimits: ResourceLimits;
  readonly #onCrash: (fault: ThreadFault) => void;
  readonly #calls = new Map<number, Call<T>>();
  #worker: Worker | undefined;
  #nextId = 1;
  #crashes = 0;
  #restart: NodeJS.Timeout | undefined;
  #closing: Promise<void> | undefined;

  /**
   * @param options.start starts the thread, again after each crash; one of `thread.ts` by default
   * @param options.onCrash called when the thread ends unexpectedly or cannot start; once until it works again
   */
  constructor(options: {
    data: D;
    start?: (options: WorkerOptions) => Worker;
    resourceLimits: ResourceLimits;
    onCrash: (fault: ThreadFault) => void;
  }) {
    this.#data = options.data;
    this.#startThread = options.start ?? startThread;
    this.#resourceLimits = options.resourceLimits;
    this.#onCrash = options.onCrash;
  }

  /**
   * Sends a task to the thread, which runs tasks in order. Buffers in `transfer` are moved to the thread.
   *
   * @throws EngagedError where the task was refused, WorkerError where it failed, ThreadFault where the thread died
   */
  call<K extends keyof T & string>(
    kind: K,
    task: InputOf<T[K]>,
    transfer: ArrayBuffer[] = [],
  ): Promise<ResultOf<T[K]>> {
    if (this.#closing) return Promise.reject(failure('service_stopping'));
    const question: TaskRequest<T> = { id: this.#nextId++, kind, task };
    return new Promise((resolve, reject) => {
      if (!this.#worker && !this.#restart) this.#start();
      const call = { question, transfer, resolve, reject };
      this.#calls.set(question.id, call);
      if (this.#worker) this.#post(this.#worker, call);
    });
  }

  /** Ends the thread after its pending tasks. */
  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  /** Ends the thread at once; its tasks are rejected. */
  terminate(): Promise<void> {
    this.#closing ??= this.#kill();
    return this.#closing;
  }

  async #kill(): Promise<void> {
    clearTimeout(this.#restart);
    await this.#worker?.terminate();
    this.#rejectAll(new ThreadFault(ENDED));
  }

  async #end(): Promise<void> {
    clearTimeout(this.#restart);
    const worker = this.#worker;
    if (!worker) {
      this.#rejectAll(new ThreadFault(ENDED));
      return;
    }
    const ended = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage({ kind: CLOSE });
    await ended;
  }

  #start(): void {
    let worker: Worker;
    try {
      worker = this.#startThread({
        workerData: this.#data,
        resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MIB, ...this.#resourceLimits },
        name: `engaged ${this.#data.engagedRole}`,
      });
    } catch (error) {
      // The system may be unable to start a thread.
      this.#lose(causeOf(error));
      return;
    }
    this.#worker = worker;
    const { engagedRole } = this.#data;
    countThread(engagedRole, 1);
    worker.once('exit', () => countThread(engagedRole, -1));
    worker.on('message', (reply: TaskResponse<unknown>) => this.#handleResponse(reply));
    // 'exit' follows every error. Without a listener an error would end the process.
    let cause = ENDED;
    worker.on('error', (error) => {
      cause = causeOf(error);
    });
    // Otherwise the call would wait forever.
    worker.on('messageerror', () => {
      cause = 'unreadable_reply';
      void worker.terminate();
    });
    worker.once('exit', () => this.#lose(cause));
    for (const call of this.#calls.values()) this.#post(worker, call);
  }

  #lose(cause: string): void {
    this.#worker = undefined;
    const fault = new ThreadFault(cause);
    this.#rejectAll(fault);
    if (this.#closing) return;
    if (this.#crashes === 0) this.#onCrash(fault);
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

  #post(worker: Worker, { question, transfer, reject }: Call<T>): void {
    try {
      worker.postMessage(question, transfer);
    } catch (error) {
      this.#calls.delete(question.id);
      reject(error as Error);
    }
  }

  #handleResponse(reply: TaskResponse<unknown>): void {
    this.#crashes = 0;
    const call = this.#calls.get(reply.id);
    this.#calls.delete(reply.id);
    if (reply.ok) call?.resolve(reply.answer as never);
    else call?.reject(deserializeError(reply.error));
  }

  #rejectAll(fault: ThreadFault): void {
    for (const { reject } of this.#calls.values()) reject(fault);
    this.#calls.clear();
  }
}

/** Node names the system's reason, such as EAGAIN or EMFILE, only at the end of the message. */
function causeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const system = code === 'ERR_WORKER_INIT_FAILED' ? /\bE[A-Z]+$/.exec(message)?.[0] : undefined;
  return system ?? serializeError(error).code;
}
