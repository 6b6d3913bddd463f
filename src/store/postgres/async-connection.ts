import { MessageChannel, type MessagePort, type Worker } from 'node:worker_threads';
import { PostgresError } from './postgres-error.ts';
import type { Answer, ConnectionData, Question, Result } from './protocol.ts';
import { startConnection } from './start-connection.ts';

type Waiting = { resolve: (result: Result) => void; reject: (error: Error) => void };

/** A thread with one connection to the server, and the questions that it has not answered yet. */
type Thread = { worker: Worker; port: MessagePort; waiting: Waiting[] };

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

  /** Answers come in the order of the questions. @throws PostgresError */
  async ask(question: Question): Promise<Result> {
    if (this.#isClosed) throw lost('closed');
    this.#thread ??= this.#start();
    const { port, waiting } = this.#thread;
    const { promise, resolve, reject } = Promise.withResolvers<Result>();
    // The process does not end while an answer is awaited.
    if (waiting.push({ resolve, reject }) === 1) port.ref();
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
    let worker: Worker;
    try {
      worker = startConnection({ workerData: data, transferList: [port2] });
    } catch (error) {
      // The system may be unable to start a thread.
      throw lost((error as NodeJS.ErrnoException).code);
    }
    const thread: Thread = { worker, port, waiting: [] };
    const giveUp = () => this.#giveUp(thread);
    worker.on('error', giveUp).on('exit', giveUp).unref();
    port.on('message', (answer: Answer) => {
      const { resolve, reject } = thread.waiting.shift() ?? {};
      if ('error' in answer) reject?.(new PostgresError(answer.error));
      else resolve?.(answer);
      if (thread.waiting.length === 0) port.unref();
    });
    port.unref();
    return thread;
  }

  /** The next question starts another thread. */
  #giveUp(thread: Thread): void {
    if (this.#thread === thread) this.#thread = undefined;
    thread.port.close();
    for (const { reject } of thread.waiting.splice(0)) reject(lost());
    void thread.worker.terminate();
  }
}

const lost = (code = 'thread_ended') =>
  new PostgresError({ message: 'the connection was closed', code, isLoss: true });
