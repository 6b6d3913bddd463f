import type { Socket } from 'node:net';
import { clientAddress, isProxy, type TrustedProxies } from '../admission/client-address.ts';
import { RateLimiter } from '../admission/rate-limiter.ts';
import { Link } from './ring.ts';

/** How many connections may be open at the same time. */
export type ConnectionLimits = {
  total: number;
  /** From one address, or from one /64 of IPv6; trusted proxies speak for many and are left out. */
  perAddress: number;
};

/** How many addresses are counted at once. */
const MAX_CLIENTS = 100_000;

/** The place of a connection that was admitted. It is idle from the beginning, and free again when its socket closes. */
export class Place {
  readonly #socket: Socket;
  readonly #links: readonly { share: Share; link: Link<Place> }[];
  #isTaken = true;

  constructor(socket: Socket, shares: readonly Share[]) {
    this.#socket = socket;
    this.#links = shares.map((share) => ({ share, link: new Link<Place>(this) }));
    for (const share of shares) share.size++;
    this.setIdle();
  }

  /** No request is in progress from now on: the connection may be closed to make room for another one. */
  setIdle(): void {
    this.#join('idle');
  }

  /** The body of a request is waited for from now on: the connection may be closed where none is idle. */
  setArriving(): void {
    this.#join('arriving');
  }

  #join(ring: 'idle' | 'arriving'): void {
    if (!this.#isTaken) return;
    for (const { share, link } of this.#links) link.join(share[ring]);
  }

  setBusy(): void {
    for (const { link } of this.#links) link.leave();
  }

  /** Frees the place at once and closes its connection. */
  clear(): void {
    this.free();
    this.#socket.destroy();
  }

  free(): void {
    if (!this.#isTaken) return;
    this.#isTaken = false;
    this.setBusy();
    for (const { share } of this.#links) share.leave();
  }
}

/** Connections with a limit in common. */
class Share {
  readonly #limit: number;
  readonly #onEmpty: () => void;
  size = 0;
  readonly idle = new Link<Place>();
  readonly arriving = new Link<Place>();

  constructor(limit: number, onEmpty = () => {}) {
    this.#limit = limit;
    this.#onEmpty = onEmpty;
  }

  leave(): void {
    this.size--;
    if (this.size === 0) this.#onEmpty();
  }

  /** The one that makes room; undefined where all are busy. */
  get longest(): Place | undefined {
    return this.idle.first ?? this.arriving.first;
  }

  get isFull(): boolean {
    return this.size >= this.#limit;
  }
}

/**
 * Limits how many connections each client and all of them have open, and how many TLS handshakes a client may begin in a
 * minute: a handshake is expensive, and done before any request could be refused. Where a limit is reached, the
 * connection that has been idle longest makes room, or else the one whose body has been arriving longest; one with a whole
 * request in progress never does. Trusted proxies speak for many and count for the total only.
 */
export class ConnectionAdmission {
  readonly #limits: ConnectionLimits & { handshakes: number };
  readonly #trustedProxies: TrustedProxies;
  readonly #all: Share;
  readonly #clients = new Map<string, Share>();
  readonly #handshakes = new RateLimiter(MAX_CLIENTS);
  /** Called for each connection that made room for another one. */
  readonly #onCleared: () => void;

  /** @param limits.handshakes handshakes in a minute; 0 for no limit */
  constructor(
    limits: ConnectionLimits & { handshakes: number },
    trustedProxies: TrustedProxies,
    onCleared: () => void,
  ) {
    this.#limits = limits;
    this.#trustedProxies = trustedProxies;
    this.#onCleared = onCleared;
    this.#all = new Share(limits.total);
  }

  /** Gives a new connection its place. @returns undefined where it is refused */
  admit(socket: Socket): Place | undefined {
    const { remoteAddress } = socket;
    if (isProxy(remoteAddress, this.#trustedProxies)) return this.#place(socket, [this.#all]);
    const client = clientAddress(remoteAddress, undefined, undefined);
    if (!this.#takeHandshake(client)) return undefined;
    const share = this.#clients.get(client) ?? this.#newShare(client);
    // Its own first: a client with its full share never takes room from others.
    const place = this.#place(socket, [share, this.#all]);
    if (place) this.#clients.set(client, share);
    return place;
  }

  #newShare(client: string): Share {
    return new Share(this.#limits.perAddress, () => this.#clients.delete(client));
  }

  #place(socket: Socket, shares: readonly Share[]): Place | undefined {
    for (const share of shares) {
      if (!share.isFull) continue;
      const { longest } = share;
      if (!longest) return undefined;
      longest.clear();
      this.#onCleared();
    }
    const place = new Place(socket, shares);
    socket.once('close', () => place.free());
    return place;
  }

  #takeHandshake(client: string): boolean {
    const { handshakes } = this.#limits;
    return (
      handshakes === 0 || this.#handshakes.take(client, handshakes, performance.now()).isAllowed
    );
  }
}
