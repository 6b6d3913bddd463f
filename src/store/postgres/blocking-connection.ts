import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  type Worker,
} from 'node:worker_threads';
import { lastResult, PostgresError } from './postgres-error.ts';
import type { Answer, ConnectionData, Question, Result } from './protocol.ts';
import { startConnection } from './start-connection.ts';

/** How long a thread may give no sign of life, twice in a row, in milliseconds. Once, the process may have been stopped. */
const SILENCE_MS = 5_000;

type Thread = { worker: Worker; port: MessagePort };

/** A connection whose thread waits for every answer. A thread of its own does the network. */
export class BlockingConnection {
  readonly #url: string;
  readonly #setUp: readonly string[];
  /** Of one thread after another. */
  readonly #signal = new Int32Array(new SharedArrayBuffer(8));
  #thread: Thread | undefined;

  /** Connects with the first question, and again when the connection was lost. @param setUp run after each connect */
  constructor(url: string, setUp: readonly string[]) {
    this.#url = url;
    this.#setUp = setUp;
  }

  /** @returns the last result @throws PostgresError */
  ask(question: Question): Result {
    this.#thread ??= this.#start();
    const thread = this.#thread;
    thread.port.postMessage(question);
    const answer = waitFor(thread.port, this.#signal);
    if (!answer) {
      this.#thread = undefined;
      void thread.worker.terminate();
      throw noThread();
    }
    return lastResult(answer);
  }

  /** How many connections there were. */
  get count(): number {
    return Atomics.load(this.#signal, 1);
  }

  close(): void {
    this.#thread?.port.postMessage(null);
    this.#thread = undefined;
  }

  #start(): Thread {
    const { port1, port2 } = new MessageChannel();
    const data: ConnectionData = {
      ...{ url: this.#url, port: port2, signal: this.#signal },
      setUp: this.#setUp,
    };
    let worker: Worker;
    try {
      worker = startConnection({
        workerData: data,
        transferList: [port2],
        name: 'engaged postgres',
      });
    } catch (error) {
      throw noThread((error as NodeJS.ErrnoException).code);
    }
    const thread = { worker, port: port1 };
    // Without a listener an error would end the process.
    worker.on('error', () => {});
    worker.once('exit', () => {
      if (this.#thread === thread) this.#thread = undefined;
    });
    // It ends with the port, and keeps no process alive.
    worker.unref();
    port1.unref();
    return thread;
  }
}

/** Sleeps until there is an answer; undefined where the thread is silent. */
function waitFor(port: MessagePort, signal: Int32Array): Answer | undefined {
  for (let silences = 0; silences < 2; ) {
    const before = Atomics.load(signal, 0);
    const received: { message: Answer } | undefined = receiveMessageOnPort(port);
    if (received) return received.message;
    silences = Atomics.wait(signal, 0, before, SILENCE_MS) === 'timed-out' ? silences + 1 : 0;
  }
  return undefined;
}

const noThread = (code = 'thread_ended') =>
  new PostgresError({
    message: 'the thread of the connection cannot be started, or ended',
    code,
    isLoss: true,
  });
