import type { Socket } from 'node:net';
import { hasBody } from './body.ts';
import type { Exchange } from './exchange.ts';

/**
 * How long a connection is read on after the last answer, in milliseconds: at most, and without hearing anything.
 * And how many bytes it may still send.
 */
const LINGER = { longest: 5_000, silence: 1_000, bytes: 32 * 1_048_576, check: 100 };

/** One connection, from when it is accepted until it is closed. */
export class Connection {
  readonly socket: Socket;
  /** Set when nothing that still arrives is to be read as a request. */
  isRefusing = false;
  /** Requests in the order in which they came. Those answered are dropped, but for the latest. */
  readonly #exchanges: Exchange[] = [];
  /** How many bytes had arrived when the latest request was complete. */
  #requestBytes = 0;
  /** Since when the client has left something unread, by the monotonic clock; undefined when nothing is. */
  #unreadSince: number | undefined;
  #isClosing = false;

  constructor(socket: Socket) {
    this.socket = socket;
    // Node calls this after the last answer, and its own would close the connection at once.
    socket.destroySoon = () => this.close();
  }

  /** The request that came last. */
  get latest(): Exchange | undefined {
    return this.#exchanges.at(-1);
  }

  add(exchange: Exchange): void {
    this.#exchanges.push(exchange);
    if (hasBody(exchange.body)) exchange.req.once('end', () => this.#noteEnd());
    else this.#noteEnd();
  }

  #noteEnd(): void {
    this.#requestBytes = this.socket.bytesRead;
  }

  /** How many requests have not had their answers. One that has may be counted, too. */
  countOpen(): number {
    const exchanges = this.#exchanges;
    while (exchanges.length > 1 && exchanges[0]?.res.writableFinished) exchanges.shift();
    return exchanges.length;
  }

  /** Whether no request has begun to arrive or waits for its answer, and everything has been sent. */
  isIdle(): boolean {
    const { writableLength, bytesRead } = this.socket;
    return (
      writableLength === 0 &&
      bytesRead === this.#requestBytes &&
      this.#exchanges.every(({ res }) => res.writableFinished)
    );
  }

  /** Does something once every request so far has been answered and the answers have been sent. */
  onceAnswered(then: () => void): void {
    const { latest } = this;
    if (!latest || latest.res.writableFinished) then();
    else latest.res.once('finish', then);
  }

  /** Closes the connection if the client has left data unread for this many milliseconds. */
  cutUnread(now: number, longest: number): boolean {
    if (this.socket.writableLength === 0) this.#unreadSince = undefined;
    else this.#unreadSince ??= now;
    const isTooLong = this.#unreadSince !== undefined && now - this.#unreadSince >= longest;
    if (isTooLong) this.socket.destroy();
    return isTooLong;
  }

  /**
   * Sends pending output and closes the connection in stages (RFC 9112, 9.6). An immediate close would reset the
   * connection if the client still sends, and responses in transit would be lost.
   */
  close(): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.isRefusing = true;
    this.socket.end(() => this.#linger());
    this.socket.resume();
  }

  #linger(): void {
    const { socket } = this;
    if (socket.destroyed) return;
    const startedAt = performance.now();
    const most = socket.bytesRead + LINGER.bytes;
    let heard = socket.bytesRead;
    let heardAt = startedAt;
    const check = setInterval(() => {
      const now = performance.now();
      if (socket.bytesRead !== heard) {
        heard = socket.bytesRead;
        heardAt = now;
      }
      const isOver = now - heardAt >= LINGER.silence || now - startedAt >= LINGER.longest;
      if (isOver || heard > most) socket.destroy();
    }, LINGER.check);
    socket.once('close', () => clearInterval(check));
  }
}
