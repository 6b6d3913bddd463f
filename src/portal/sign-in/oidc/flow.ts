import { randomBytes } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../../domain/duration.ts';
import { Cursors } from '../../../http/response/cursor.ts';

/** A sign-in that has begun: what the provider must send back, and where to go then. */
export type Flow = {
  state: string;
  nonce: string;
  /** The secret of PKCE. */
  verifier: string;
  /** When it began, in milliseconds UTC. */
  at: number;
  next: string;
  /** The account that signs in again to confirm who it is; empty for a sign-in. */
  confirms: string;
};

/** How long somebody may take at the provider. */
export const FLOW_MS = 10 * MINUTE_MS;

const SCOPE = { list: 'oidc', people: '', filters: [] } as const;

const secret = (): string => randomBytes(32).toString('base64url');

/**
 * The sign-ins that have begun. Each is in the cookie of the browser that began it, encrypted with a key of this process,
 * so that many of them take no memory, and is used once.
 */
export class Flows {
  // Sealed in the same way as the cursors of lists.
  readonly #seal = new Cursors(randomBytes(32));
  readonly #used = new LRUCache<string, true>({ maxSize: 10_000, sizeCalculation: () => 1 });

  /** Begins a sign-in. `sealed` is for the cookie. */
  begin(begun: Pick<Flow, 'next' | 'confirms' | 'at'>): { flow: Flow; sealed: string } {
    const flow = { ...begun, state: secret(), nonce: secret(), verifier: secret() };
    const { state, nonce, verifier, at, next, confirms } = flow;
    const sealed = this.#seal.seal(SCOPE, [state, nonce, verifier, at, next, confirms]);
    return { flow, sealed };
  }

  /**
   * The sign-in of a cookie, once; undefined for one of another state, that is too old, was used, or is none. A request
   * that another site makes up has another state, and leaves the sign-in to its owner.
   */
  take(
    sealed: string | undefined,
    { state, now }: { state: string; now: number },
  ): Flow | undefined {
    const flow = this.#open(sealed);
    const isOver = flow && (Math.abs(now - flow.at) >= FLOW_MS || this.#used.has(flow.state));
    if (!flow || isOver || flow.state !== state) return undefined;
    this.#used.set(state, true);
    return flow;
  }

  #open(sealed: string | undefined): Flow | undefined {
    if (sealed === undefined) return undefined;
    try {
      const [state, nonce, verifier, at, next, confirms] = this.#seal.open(SCOPE, sealed);
      return { state, nonce, verifier, at, next, confirms } as Flow;
    } catch {
      return undefined;
    }
  }
}
