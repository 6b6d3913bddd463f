import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import { lastResult } from './postgres-error.ts';
import type { Answer, ConnectionData, Question, Result } from './protocol.ts';
import { startConnection } from './start-connection.ts';

/** A thread with one connection to the server, and the questions that it has not answered yet. */
type Thread = { worker: Worker; port: MessagePort; waiting: ((answer: Answer) => void)[] };

/** A connection whose thread goes on while it waits for answers. A thread of its own does the network. */
export class AsyncConnection {
  readonly #url: string;
  readonly #setUp: readonly string[];
  #thread: Thread | undefined;
  #isClosed = false;

  /** Connects with the first question, and again when the connection was lost. @param setUp run after each connect */
  constructor(url: string, setUp: readonly string[]) {
    this.#url = url;
    this.#setUp = setUp;
  }

  /** @returns the last result @throws PostgresError */
  async ask(question: Question): Promise<Result> {
    return lastResult(await this.askAll(question));
  }

  /** Answers come in the order of the questions. Where the connection is lost or closed, that is the answer. */
  async askAll(question: Question): Promise<Answer> {
    if (this.#isClosed) return lost('closed');
    try {
      this.#thread ??= this.#start();
    } catch (error) {
      // The system may be unable to start a thread.
      return lost((error as NodeJS.ErrnoException).code);
    }
    const { port, waiting } = this.#thread;
    const { promise, resolve } = Promise.withResolvers<Answer>();
    // The process does not end while an answer is awaited.
    if (waiting.push(resolve) === 1) port.ref();
    port.postMessage(question);
    return promise;
  }

  close(): void {
    this.#isClosed = true;
    if (this.#thread) this.#giveUp(this.#thread);
  }

  #start(): Thread {
    const { port1: port, port2 } = new MessageChannel();
    const signal = new Int32Array(new SharedArrayBuffer(8));
    const data: ConnectionData = { url: this.#url, port: port2, signal, setUp: this.#setUp };
    const worker = startConnection({ workerData: data, transferList: [port2] });
    const thread: Thread = { worker, port, waiting: [] };
    const giveUp = () => this.#giveUp(thread);
    worker.on('error', giveUp).on('exit', giveUp).unref();
    port.on('message', (answer: Answer) => {
      thread.waiting.shift()?.(answer);
      if (thread.waiting.length === 0) port.unref();
    });
    port.unref();
    return thread;
  }

  /** The next question starts another thread. */
  #giveUp(thread: Thread): void {
    if (this.#thread === thread) this.#thread = undefined;
    thread.port.close();
    for (const resolve of thread.waiting.splice(0)) resolve(lost());
    void thread.worker.terminate();
  }
}

const lost = (code = 'thread_ended'): Answer => ({
  results: [],
  error: { message: 'the connection was closed', code, isLoss: true },
});
