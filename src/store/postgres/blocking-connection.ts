import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads';
import { PostgresError } from './postgres-error.ts';
import type { Answer, ConnectionData, Question, Result } from './protocol.ts';
import { startConnection } from './start-connection.ts';

/** A connection whose thread waits for every answer. A thread of its own does the network. */
export class BlockingConnection {
  readonly #port: MessagePort;
  readonly #signal = new Int32Array(new SharedArrayBuffer(4));

  /** Connects with the first question, and again when the connection was lost. @param setUp run after each connect */
  constructor(url: string, setUp: string) {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const data: ConnectionData = { url, port: port2, signal: this.#signal, setUp };
    // It ends with the port, and keeps no process alive.
    startConnection({ workerData: data, transferList: [port2] }).unref();
    port1.unref();
  }

  /** @throws PostgresError */
  ask(question: Question): Result {
    const before = Atomics.load(this.#signal, 0);
    this.#port.postMessage(question);
    Atomics.wait(this.#signal, 0, before);
    const received: { message: Answer } | undefined = receiveMessageOnPort(this.#port);
    if (!received) throw new Error('the thread of a connection gave no answer');
    const { message } = received;
    if ('error' in message) throw new PostgresError(message.error.message, message.error.code);
    return message;
  }

  close(): void {
    this.#port.postMessage(null);
  }
}
