import { connect, type Socket } from 'node:net';

/** What Redis answers to the few commands used here. */
export type Reply = string | number | null;

type Waiting = { resolve: (reply: Reply) => void; reject: (error: Error) => void };

/**
 * A connection to Redis that knows its protocol (RESP 2, without arrays) and nothing else. Commands
 * given in one turn of the event loop leave in one write, so that the client costs as little as it can.
 */
export class RedisConnection {
  readonly #socket: Socket;
  readonly #waiting: Waiting[] = [];
  #outgoing = '';
  #incoming = '';

  constructor(port: number) {
    this.#socket = connect({ host: '127.0.0.1', port, noDelay: true });
    this.#socket.setEncoding('latin1');
    this.#socket.on('data', (chunk: string) => this.#receive(chunk));
    this.#socket.on('error', (error) => {
      for (const { reject } of this.#waiting.splice(0)) reject(error);
    });
  }

  send(...words: readonly string[]): Promise<Reply> {
    if (this.#outgoing === '') setImmediate(() => this.#flush());
    this.#outgoing += `*${words.length}\r\n`;
    for (const word of words) this.#outgoing += `$${Buffer.byteLength(word)}\r\n${word}\r\n`;
    return new Promise((resolve, reject) => this.#waiting.push({ resolve, reject }));
  }

  close(): void {
    this.#socket.destroy();
  }

  #flush(): void {
    this.#socket.write(this.#outgoing);
    this.#outgoing = '';
  }

  #receive(chunk: string): void {
    this.#incoming += chunk;
    let at = 0;
    for (;;) {
      const end = this.#incoming.indexOf('\r\n', at);
      if (end < 0) break;
      const kind = this.#incoming.charAt(at);
      const rest = this.#incoming.slice(at + 1, end);
      let next = end + 2;
      let reply: Reply = rest;
      if (kind === ':') reply = Number(rest);
      if (kind === '$') {
        const length = Number(rest);
        reply = length < 0 ? null : this.#incoming.slice(next, next + length);
        if (length >= 0) next += length + 2;
        if (next > this.#incoming.length) break;
      }
      at = next;
      const waiting = this.#waiting.shift();
      if (kind === '-') waiting?.reject(new Error(`Redis: ${rest}`));
      else waiting?.resolve(reply);
    }
    this.#incoming = this.#incoming.slice(at);
  }
}
