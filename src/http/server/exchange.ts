import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Credential } from '../../service/keys/key-cache.ts';
import type { RateLimitResult } from '../admission/rate-limiter.ts';
import { belowBase } from '../base-path.ts';
import { type Problem, toErrorBody } from '../response/problems.ts';
import { BODY_LIMIT, type BodyFraming, bodyFraming, hasBody } from './body-framing.ts';
import type { Outbox } from './outbox.ts';
import { pathOf } from './path.ts';

const JSON_HEADERS = ['Content-Type', 'application/json'] as const;

/**
 * What a handler responds with: JSON, null for a 204, a text with its headers, or what is wrong. Nothing where it has responded
 * by itself, or the client has left.
 */
export type Answer =
  | string
  | Uint8Array
  | null
  | { text: string; headers: readonly string[] }
  | Problem
  | undefined;

/** The parts of the service that an exchange uses. */
export type ExchangeHost = {
  /** Once true, every new request is the last of its connection. */
  readonly isClosing: boolean;
  isAllowed(exchange: Exchange): Promise<boolean>;
  readonly outbox: Outbox;
  /** See `base-path.ts`. */
  readonly basePath: string;
  /** Called once for every response, after it was sent. */
  recordResponse(exchange: Exchange): void;
  /** Called instead where the client has left before there was one. */
  recordAbandoned(exchange: Exchange): void;
};

/**
 * One request and its response. Responses are written directly to Node's response with a flat list of headers,
 * which is the fastest way and controls when the connection closes.
 */
export class Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Created by the service; in every response and log line. */
  readonly requestId: string;
  /** When the request arrived, in milliseconds UTC. */
  readonly now: number;
  readonly body: BodyFraming;
  /** Whether the client waits for a `100 Continue` before it sends the body (RFC 9110, 10.1.1). */
  readonly expectsContinue: boolean;
  /** The key's rate limit state, if the response is to carry rate headers. */
  rateLimit: RateLimitResult | undefined;
  /** The pattern of the matched path, for log and metrics; a path itself could contain anything. */
  route: string | null = null;
  /** How many bytes the body of the response has, as far as it was made. */
  bodyBytes = 0;
  /** The client's address, or the /64 of an IPv6 one. */
  client = '';
  /** When the request arrived, by the monotonic clock, in milliseconds. */
  readonly startedAt = performance.now();
  /** What is wrong with the request already. */
  readonly flaw: Problem | undefined;
  /** Path and query as sent, below the base path. */
  readonly url: string;
  /** The path in its one normal form; undefined where there is none. */
  readonly path: string | undefined;
  /** Which errors carry no rate headers. */
  hidesRateLimit: ((problem: Problem) => boolean) | undefined;
  /** Makes the body of an error that is not the API's JSON. */
  describeProblem: ((problem: Problem) => { body: string; headers: readonly string[] }) | undefined;
  /** Whether the connection closes after the response. */
  closesConnection: boolean;
  /** The status of the response; 0 before there is one. */
  status = 0;
  /** Milliseconds that it has waited for the requests before it, and for an event. */
  waited = 0;
  readonly #host: ExchangeHost;
  #credential: Credential | undefined;
  #wasContinued = false;
  #readsBody = false;
  #badBody: Problem | undefined;
  #onLeave: (() => void) | undefined;
  /** Whether the response was recorded, or will be when its stream ends. */
  #isRecorded = false;

  constructor(
    req: IncomingMessage,
    res: ServerResponse,
    host: ExchangeHost,
    arrival: { requestId: string; now: number; isWaiting: boolean; flaw: Problem | undefined },
  ) {
    this.req = req;
    this.res = res;
    this.#host = host;
    this.requestId = arrival.requestId;
    this.now = arrival.now;
    this.expectsContinue = arrival.isWaiting;
    this.body = bodyFraming(req);
    this.url = belowBase(host.basePath, req.url ?? '');
    this.path = pathOf(this.url);
    this.flaw = arrival.flaw;
    this.closesConnection = host.isClosing || this.flaw !== undefined || asksForUpgrade(req);
  }

  /** The key of a request that was admitted with one. */
  get credential(): Credential {
    if (!this.#credential) throw new Error('this route takes no key');
    return this.#credential;
  }

  set credential(found: Credential) {
    this.#credential = found;
  }

  /** The key of the request; null for none that is valid. */
  get keyId(): string | null {
    return this.#credential?.keyId ?? null;
  }

  /** Whether its key is still valid. */
  isAllowed(): Promise<boolean> {
    return this.#host.isAllowed(this);
  }

  /** Calls `then` when the client has closed the connection, or its own direction of it. */
  onLeave(then: () => void): void {
    const { socket } = this.req;
    if (socket.destroyed || socket.readableEnded) then();
    else this.#onLeave = then;
  }

  /** Notes that the client has done so. */
  leave(): void {
    this.#onLeave?.();
  }

  /** Notes that the connection has closed. */
  abandon(): void {
    if (this.#isRecorded) return;
    this.#isRecorded = true;
    this.#host.recordAbandoned(this);
  }

  /** Tells a client that waits for it to send its body. */
  continue(): void {
    if (!this.expectsContinue || this.status !== 0) return;
    this.#wasContinued = true;
    this.res.writeContinue();
  }

  /**
   * Call it before the body is read.
   *
   * @returns false where the request is refused or its client has left, so that no event of the body follows
   */
  beginBody(): boolean {
    this.#readsBody = true;
    if (this.#badBody) this.refuse(this.#badBody);
    return this.status === 0 && !this.req.destroyed && !this.res.destroyed;
  }

  /** Refuses the request for what was found wrong with its body; only once that is read, because it may be refused before. */
  refuseBody(problem: Problem): void {
    this.#badBody = problem;
    if (this.#readsBody) this.refuse(problem);
  }

  /** Responds with what a handler returns. */
  answer(answer: Answer): void {
    if (answer === undefined) return;
    if (answer === null) this.#send(204, '', []);
    else if (typeof answer === 'string' || answer instanceof Uint8Array) {
      this.#send(200, answer, [...JSON_HEADERS]);
    } else if ('text' in answer) this.#send(200, answer.text, [...answer.headers]);
    else this.refuse(answer);
  }

  /** Responds with any status. @param headers names and values in turn, with the `Content-Type` */
  respond(status: number, body: string | Uint8Array, headers: readonly string[]): void {
    this.#send(status, body, [...headers]);
  }

  /**
   * Responds with a 200 whose body is made while it is sent, no faster than the client reads it.
   *
   * @returns when all of it was sent, or the client has left
   * @throws what `chunks` throws; the client sees that the body is incomplete
   */
  async stream(
    chunks: AsyncIterable<string | Uint8Array>,
    headers: readonly string[],
  ): Promise<void> {
    const { res, req } = this;
    if (this.status !== 0 || res.destroyed) return;
    this.status = 200;
    this.#isRecorded = true;
    const sent = [...headers];
    this.#addHeaders(sent);
    res.writeHead(200, sent);
    try {
      if (req.method === 'HEAD') res.end();
      else await pipeline(Readable.from(this.#counted(chunks)), res);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
    } finally {
      this.#host.recordResponse(this);
    }
  }

  async *#counted(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<string | Uint8Array> {
    for await (const chunk of chunks) {
      this.bodyBytes += Buffer.byteLength(chunk);
      yield chunk;
    }
  }

  /** Responds with an error. */
  refuse(problem: Problem): void {
    // Also where all of the body has arrived, so that it does not depend on when it was read.
    if (problem.status === 413) this.closesConnection = true;
    if (this.hidesRateLimit?.(problem)) this.rateLimit = undefined;
    const page = this.describeProblem?.(problem);
    const headers: string[] = [...(page?.headers ?? JSON_HEADERS)];
    if (problem.retryAfter !== undefined) headers.push('Retry-After', String(problem.retryAfter));
    if (problem.challenge !== undefined) headers.push('WWW-Authenticate', problem.challenge);
    this.#send(problem.status, page?.body ?? toErrorBody(problem, this.requestId), headers);
  }

  #send(status: number, body: string | Uint8Array, headers: string[]): void {
    if (this.status !== 0 || this.res.destroyed) return;
    this.status = status;
    const length = Buffer.byteLength(body);
    // Plain ASCII is the same in both encodings, and latin1 is faster.
    const encoding = length === body.length ? 'latin1' : 'utf8';
    // A 204 must not have a length (RFC 9110, 8.6).
    if (status !== 204) headers.push('Content-Length', String(length));
    this.#addHeaders(headers);
    this.#host.outbox.add(() => {
      if (this.res.destroyed) return;
      this.res.writeHead(status, headers);
      this.res.end(body, encoding);
      this.#isRecorded = true;
      if (this.req.method !== 'HEAD') this.bodyBytes = length;
      this.#host.recordResponse(this);
    });
  }

  /** Adds the headers that every response has. */
  #addHeaders(headers: string[]): void {
    headers.push('X-Request-Id', this.requestId);
    headers.push('X-Content-Type-Options', 'nosniff');
    if (!headers.includes('Cache-Control')) headers.push('Cache-Control', 'no-store');
    if (this.rateLimit) {
      const { limit, remaining, resetAt } = this.rateLimit;
      headers.push('X-RateLimit-Limit', String(limit), 'X-RateLimit-Remaining', String(remaining));
      headers.push('X-RateLimit-Reset', String(resetAt));
    }
    if (this.#isStillSending()) this.closesConnection = true;
    if (this.closesConnection) headers.push('Connection', 'close');
  }

  /**
   * Whether more of the body may follow than Node should discard. A client that waits for `100 Continue` may or may
   * not send its body, so what follows its headers cannot be recognised as a new request.
   */
  #isStillSending(): boolean {
    const { body } = this;
    if (!hasBody(body) || this.req.complete) return false;
    if (this.expectsContinue && !this.#wasContinued) return true;
    return body.kind !== 'sized' || body.length > BODY_LIMIT;
  }
}

/**
 * Whether the client asks for another protocol, which it never gets (RFC 9110, 7.8). Node's parser drops the rest of
 * the packet after such a request and reports no more errors on its connection, so it must be the last request.
 */
const asksForUpgrade = ({ headers }: IncomingMessage): boolean =>
  headers.upgrade !== undefined && /upgrade/i.test(headers.connection ?? '');
