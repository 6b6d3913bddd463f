import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import { PostgresError } from './postgres-error.ts';
import type { Answer, ConnectionData, Question, Result } from './protocol.ts';
import { startConnection } from './start-connection.ts';

/** How long an answer may take before the connection is given up, in milliseconds. */
const TIMEOUT_MS = 15_000;

const THREAD_DIED = 'thread_died';

type Waiting = { resolve: (result: Result) => void; reject: (error: Error) => void };

/** A thread with one connection to the server. */
type Thread = { worker: Worker; port: MessagePort; waiting: Waiting[] };

/** A connection whose thread goes on while it waits for answers. A thread of its own does the network. */
export class AsyncConnection {
  readonly #url: string;
  readonly #setUp: string;
  #thread: Thread | undefined;
  #timer: NodeJS.Timeout | undefined;
  #answeredAt = 0;
  #isClosed = false;

  /** Connects with the first question, and again when the connection was lost. @param setUp run after each connect */
  constructor(url: string, setUp: string) {
    this.#url = url;
    this.#setUp = setUp;
  }

  /** Answers come in the order of the questions. @throws PostgresError */
  async ask(question: Question): Promise<Result> {
    if (this.#isClosed) throw closed();
    const thread = this.#thread ?? this.#start();
    this.#thread = thread;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    if (thread.waiting.push({ resolve, reject }) === 1) {
      this.#answeredAt = performance.now();
      thread.port.ref();
    }
    this.#timer ??= setInterval(() => this.#checkTime(), TIMEOUT_MS / 10).unref();
    thread.port.postMessage(question);
    return promise;
  }

  close(): void {
    this.#isClosed = true;
    this.#giveUp(this.#thread, closed());
  }

  #start(): Thread {
    const { port1: port, port2 } = new MessageChannel();
    const signal = new Int32Array(new SharedArrayBuffer(4));
    const data: ConnectionData = { url: this.#url, port: port2, signal, setUp: this.#setUp };
    let worker: Worker;
    try {
      worker = startConnection({ workerData: data, transferList: [port2] });
    } catch (error) {
      // The system may be unable to start a thread.
      throw new PostgresError(String(error), THREAD_DIED);
    }
    const thread: Thread = { worker, port, waiting: [] };
    const fail = (error: unknown) => {
      this.#giveUp(thread, new PostgresError(String(error), THREAD_DIED));
    };
    worker.on('error', fail).on('exit', fail).unref();
    port.on('message', (answer: Answer) => {
      this.#answeredAt = performance.now();
      const { resolve, reject } = thread.waiting.shift() ?? {};
      if (!('error' in answer)) resolve?.(answer);
      else reject?.(new PostgresError(answer.error.message, answer.error.code));
      if (thread.waiting.length === 0) port.unref();
    });
    port.unref();
    return thread;
  }

  #checkTime(): void {
    const thread = this.#thread;
    if (!thread || thread.waiting.length === 0) return;
    if (performance.now() - this.#answeredAt < TIMEOUT_MS) return;
    this.#giveUp(thread, new PostgresError('The server did not answer in time', 'ETIMEDOUT'));
  }

  /** The next question starts another thread. */
  #giveUp(thread: Thread | undefined, error: PostgresError): void {
    if (!thread || this.#thread !== thread) return;
    this.#thread = undefined;
    clearInterval(this.#timer);
    this.#timer = undefined;
    thread.port.close();
    for (const { reject } of thread.waiting.splice(0)) reject(error);
    void thread.worker.terminate();
  }
}

const closed = () => new PostgresError('The connection was closed', undefined);
