import type { Socket } from 'node:net';
import { hasBody } from './body-framing.ts';
import type { Place } from './connection-admission.ts';
import type { Exchange } from './exchange.ts';

/**
 * How long a connection is read after the last response, in milliseconds: in total, and without receiving anything.
 * And how many bytes it may still send.
 */
const LINGER = { total: 5_000, silence: 1_000, bytes: 32 * 1_048_576, check: 100 };

/** Bytes of a long response that a client takes at least before each time limit. */
const MIN_PROGRESS = 1_048_576;

/**
 * How many requests are worked on at once. Their responses are in memory until the client takes them, so the next one is
 * begun when it has taken one.
 */
const AT_ONCE = 10;

/** One connection, from when it is accepted until it is closed. */
export class Connection {
  readonly socket: Socket;
  readonly #place: Place;
  /** Whether everything that still arrives is ignored. */
  isRefusing = false;
  /** Requests in order of arrival. Finished ones are dropped, except for the latest. */
  readonly #exchanges: Exchange[] = [];
  /** Those that wait for the ones before them, in order, and what begins them. */
  readonly #waiting: { exchange: Exchange; begin: () => void }[] = [];
  /** The request whose body has not arrived whole. */
  #arriving: Exchange | undefined;
  /** How many bytes had arrived when the latest request was complete. */
  #requestBytes = 0;
  /** Since when the client has left data unread, by the monotonic clock; undefined if it has read everything. */
  #unreadSince: number | undefined;
  /** How many bytes it had taken then. */
  #takenThen = 0;
  #isClosing = false;

  constructor(socket: Socket, place: Place) {
    this.socket = socket;
    this.#place = place;
    // Node calls this after the last response; its own version would close the connection at once.
    socket.destroySoon = () => this.close();
    const leave = () => {
      for (const exchange of this.#exchanges) exchange.leave();
    };
    socket.once('end', leave);
    socket.once('close', () => {
      this.#waiting.length = 0;
      leave();
      for (const exchange of this.#exchanges) exchange.abandon();
    });
  }

  /** The latest request. */
  get latest(): Exchange | undefined {
    return this.#exchanges.at(-1);
  }

  /**
   * Adds a request and begins it once few enough are before it. One with a body begins at once: how it begins decides whether what
   * follows is read as a request.
   */
  add(exchange: Exchange, begin: () => void): void {
    this.#exchanges.push(exchange);
    exchange.res.on('close', () => {
      this.#notePlace();
      this.#beginDue();
    });
    if (hasBody(exchange.body)) {
      this.#arriving = exchange;
      exchange.req.once('end', () => {
        this.#arriving = undefined;
        this.#noteEnd();
        this.#notePlace();
      });
    } else this.#noteEnd();
    this.#notePlace();
    if (hasBody(exchange.body) || this.#countBegun() <= AT_ONCE) begin();
    else this.#waiting.push({ exchange, begin });
  }

  #notePlace(): void {
    const open = this.#exchanges.filter(({ res }) => !res.closed);
    if (open.length === 0) this.#place.setIdle();
    else if (open.length === 1 && open[0] === this.#arriving) this.#place.setArriving();
    else this.#place.setBusy();
  }

  #countBegun(): number {
    return this.countOpen() - this.#waiting.length;
  }

  #beginDue(): void {
    while (this.#countBegun() < AT_ONCE) {
      const due = this.#waiting.shift();
      if (!due) return;
      due.exchange.waited = performance.now() - due.exchange.startedAt;
      due.begin();
    }
  }

  #noteEnd(): void {
    this.#requestBytes = this.socket.bytesRead;
  }

  /** How many requests wait for their responses. A finished one may be counted, too. */
  countOpen(): number {
    const exchanges = this.#exchanges;
    while (exchanges.length > 1 && exchanges[0]?.res.writableFinished) exchanges.shift();
    return exchanges.length;
  }

  /** Whether no request is arriving or waiting for its response, and everything has been sent. */
  isIdle(): boolean {
    const { writableLength, bytesRead } = this.socket;
    return (
      writableLength === 0 &&
      bytesRead === this.#requestBytes &&
      this.#exchanges.every(({ res }) => res.writableFinished)
    );
  }

  /** Calls `then` once the responses to all requests so far have been sent. */
  onceAnswered(then: () => void): void {
    const { latest } = this;
    if (!latest || latest.res.writableFinished) then();
    else latest.res.once('finish', then);
  }

  /**
   * Closes the connection if the client has left data unread for this many milliseconds. A long download may take
   * longer, as long as it goes on.
   */
  cutUnread(now: number, timeout: number): boolean {
    const { socket } = this;
    if (socket.writableLength === 0) {
      this.#unreadSince = undefined;
      return false;
    }
    const taken = socket.bytesWritten - socket.writableLength;
    const waited = now - (this.#unreadSince ?? now);
    if (waited >= timeout && taken - this.#takenThen < MIN_PROGRESS) {
      socket.destroy();
      return true;
    }
    if (this.#unreadSince === undefined || waited >= timeout) {
      this.#unreadSince = now;
      this.#takenThen = taken;
    }
    return false;
  }

  /**
   * Sends pending output and closes the connection in stages (RFC 9112, 9.6). An immediate close would reset the
   * connection if the client still sends, and responses in transit would be lost.
   */
  close(): void {
    if (this.#isClosing) return;
    this.#isClosing = true;
    this.isRefusing = true;
    this.#place.setBusy();
    this.socket.end(() => this.#linger());
    this.socket.resume();
  }

  #linger(): void {
    const { socket } = this;
    if (socket.destroyed) return;
    this.#place.setIdle();
    const startedAt = performance.now();
    const maxBytes = socket.bytesRead + LINGER.bytes;
    let bytesRead = socket.bytesRead;
    let receivedAt = startedAt;
    const check = setInterval(() => {
      const now = performance.now();
      if (socket.bytesRead !== bytesRead) {
        bytesRead = socket.bytesRead;
        receivedAt = now;
      }
      const isOver = now - receivedAt >= LINGER.silence || now - startedAt >= LINGER.total;
      if (isOver || bytesRead > maxBytes) socket.destroy();
    }, LINGER.check);
    socket.once('close', () => clearInterval(check));
  }
}
