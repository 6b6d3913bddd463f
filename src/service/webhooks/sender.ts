import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import type { LookupFunction } from 'node:net';
import type { Attempt } from '../../domain/webhook/attempt.ts';
import { retryAfterMs } from '../../domain/webhook/schedule.ts';
import { signatureHeaders } from '../../domain/webhook/signature.ts';
import { Lookups, type Resolve } from './lookups.ts';
import { type AllowedTargets, isAllowedAddress, literalAddress, type Maker } from './target.ts';

/** How long an attempt may take in all, in milliseconds. */
const TIMEOUT_MS = 15_000;

/** More of an answer than this is not read. */
const MAX_ANSWER_BYTES = 65_536;

/** With more interim answers (1xx) than this an attempt ends: no limit of size counts them. */
const MAX_INTERIM = 16;

/** How long an unused connection is kept for the next delivery, in milliseconds. */
const IDLE_MS = 10_000;

/** How long a connection to one of several addresses may take before the next one is tried, in milliseconds. */
const CONNECT_MS = 2_000;

/** Where something of a company is sent. Who made the webhook limits its addresses. Without a secret nothing is signed. */
type Receiver = { companyId: number; url: string; secrets: readonly Uint8Array[]; madeBy: Maker };

/** What is sent: `body` is JSON. */
export type Message = { id: string; body: string };

/** Of all senders of a thread. */
const LOOKUPS = new Lookups();

type Agents = { http: HttpAgent; https: HttpsAgent };

/** An attempt that ended without an answer. The code is what operators see. */
class AttemptError extends Error {
  override readonly name = 'AttemptError';
  readonly code: string;

  constructor(code: string) {
    super(code);
    this.code = code;
  }
}

/** The beginning of an answer. `ended` resolves when the rest does not matter any more. */
type Answer = { status: number; retryAfter: string | undefined; ended: Promise<void> };

/** The receiver has closed a connection that was kept from an earlier delivery. */
class StaleConnection extends Error {}

/** Sends messages to webhooks. A connection is only made to an address that was checked. */
export class Sender {
  readonly #allowed: AllowedTargets;
  readonly #timeoutMs: number;
  readonly #lookups: Lookups;
  // Apart, so that none is sent over a connection that was made for another maker's.
  readonly #agents: Readonly<Record<Maker, Agents>>;
  readonly #requests = new Set<ClientRequest>();

  constructor(options: { allowed: AllowedTargets; timeoutMs?: number; resolve?: Resolve }) {
    const { allowed, timeoutMs = TIMEOUT_MS, resolve } = options;
    this.#allowed = allowed;
    this.#timeoutMs = timeoutMs;
    this.#lookups = resolve ? new Lookups(resolve) : LOOKUPS;
    const agentsOf = (): Agents => {
      const connections = {
        keepAlive: true,
        timeout: IDLE_MS,
        autoSelectFamilyAttemptTimeout: CONNECT_MS,
      };
      return { http: new HttpAgent(connections), https: new HttpsAgent(connections) };
    };
    this.#agents = { operator: agentsOf(), portal: agentsOf() };
  }

  /** Makes one attempt. Never rejects. @param now in milliseconds UTC */
  async send(receiver: Receiver, message: Message, now: number): Promise<Attempt> {
    const startedAt = performance.now();
    const headers = {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(message.body)),
      'user-agent': 'engaged',
      ...(receiver.secrets.length > 0 && signatureHeaders(message, receiver.secrets, now)),
    };
    const result = (status: number | null, error: string | null, retryAfter?: string): Attempt => ({
      at: now,
      milliseconds: Math.round(performance.now() - startedAt),
      ...{ status, error, retryAfterMs: retryAfterMs(retryAfter, now) },
    });
    try {
      const { status, retryAfter, ended } = await this.#request(receiver, headers, message.body);
      const attempt = result(status, null, retryAfter);
      await ended;
      return attempt;
    } catch (error) {
      const { code, name } = error as NodeJS.ErrnoException;
      return result(null, code ?? name);
    }
  }

  /** Ends all attempts and closes all connections. */
  close(): void {
    for (const outgoing of this.#requests) outgoing.destroy(new AttemptError('stopped'));
    for (const { http, https } of Object.values(this.#agents)) {
      http.destroy();
      https.destroy();
    }
  }

  async #request(
    { companyId, url: text, madeBy }: Receiver,
    headers: Record<string, string>,
    body: string,
  ): Promise<Answer> {
    const url = new URL(text);
    // Node does not look up a host that is an address.
    const address = literalAddress(url);
    if (address !== undefined && !isAllowedAddress(address, this.#allowed, madeBy)) {
      throw new AttemptError('address_not_allowed');
    }
    const deadline = performance.now() + this.#timeoutMs;
    const find = (host: string) => this.#lookups.find(companyId, host);
    const lookup = checkedLookup(find, this.#allowed, madeBy);
    const request = { headers, lookup, body, deadline };
    for (;;) {
      try {
        return await this.#exchange(url, this.#agents[madeBy], request);
      } catch (error) {
        if (!(error instanceof StaleConnection)) throw error;
      }
    }
  }

  #exchange(
    url: URL,
    agents: Agents,
    { body, deadline, ...options }: { body: string; deadline: number } & RequestOptions,
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const isHttps = url.protocol === 'https:';
      const outgoing = isHttps
        ? httpsRequest(url, { method: 'POST', ...options, agent: agents.https })
        : httpRequest(url, { method: 'POST', ...options, agent: agents.http });
      this.#requests.add(outgoing);
      // Runs until the answer has ended.
      const timer = setTimeout(
        () => outgoing.destroy(new AttemptError('timeout')),
        deadline - performance.now(),
      );
      let interim = 0;
      outgoing.on('information', () => {
        if (++interim > MAX_INTERIM) outgoing.destroy(new AttemptError('no_final_answer'));
      });
      outgoing.on('response', (answer) => {
        const { statusCode: status = 0, headers: received } = answer;
        resolve({ status, retryAfter: received['retry-after'], ended: discard(answer) });
      });
      outgoing.on('error', (error: NodeJS.ErrnoException) => {
        const isStale = outgoing.reusedSocket && /^(ECONNRESET|EPIPE)$/.test(error.code ?? '');
        reject(isStale ? new StaleConnection() : error);
      });
      outgoing.on('close', () => {
        clearTimeout(timer);
        this.#requests.delete(outgoing);
        reject(new AttemptError('connection_closed'));
      });
      outgoing.end(body);
    });
  }
}

/** Reads an answer to its end, so that the connection can be used again, unless it is large or slow. */
function discard(answer: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let bytes = 0;
    answer.on('data', (chunk: Uint8Array) => {
      bytes += chunk.length;
      if (bytes > MAX_ANSWER_BYTES) answer.destroy();
    });
    // The status has been received: what happens to the rest does not matter.
    answer.on('error', () => {});
    answer.on('close', resolve);
  });
}

/** A lookup for Node's sockets that gives them allowed addresses only. */
function checkedLookup(resolve: Resolve, allowed: AllowedTargets, madeBy: Maker): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (found) => {
        const usable = found.filter(
          ({ address }) =>
            allowed.hosts.has(hostname) || isAllowedAddress(address, allowed, madeBy),
        );
        const [first] = usable;
        if (!first) callback(new AttemptError('address_not_allowed'), '');
        else if (options.all) callback(null, usable);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, ''),
    );
  };
}
