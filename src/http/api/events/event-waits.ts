import { EngagedError } from '../../../domain/errors.ts';
import type { Reads } from '../../../store/database.ts';
import * as events from '../../../store/events/events.ts';

/** A request that waits, and its client. */
export type WaitingRequest = {
  /** Milliseconds that it has waited. */
  waited: number;
  /** Whether its key is still valid. */
  isAllowed(): Promise<boolean>;
  /** Calls `then` when the client has closed the connection, or its own direction of it. */
  onLeave(then: () => void): void;
};

/** What a request waits for: events of a company after a number, of these types or of any. */
export type Awaited = {
  companyId: number;
  keyId: string;
  after: number;
  types: readonly string[] | null;
  /** In milliseconds. */
  timeout: number;
};

type Wait = Awaited & { request: WaitingRequest; end: () => void };

/** The requests that wait for events of one company. */
type CompanyWaits = {
  waits: Set<Wait>;
  /** Events up to this number have ended the waits that they concern. */
  checkedTo: number;
};

/** How often it is looked whether another process has committed, while a request waits, in milliseconds. */
const POLL_MS = 15;

/** A key that was revoked or has expired ends its waits after this time at most, in milliseconds. */
const KEY_CHECK_MS = 1_000;

/** How many events are looked at with one statement. */
const PORTION = 1_000;

/** How many requests continue in one turn of the event loop, so that others are not kept waiting. */
const ENDED_PER_TURN = 25;

/** Half of the connections, so that waiting clients never take them all. */
const MAX_WAITS = 2_048;
/** As many as there may be connections from one address. */
const MAX_WAITS_PER_KEY = 256;

/**
 * Requests that wait for events. A waiting request holds its connection and nothing else: commits of any process are
 * noticed by one poll for all of them.
 */
export class EventWaits {
  readonly #db: Reads;
  readonly #companies = new Map<number, CompanyWaits>();
  readonly #perKey = new Map<string, number>();
  /** Waits that are over and whose requests have not continued yet. */
  readonly #ended: Wait[] = [];
  #timer: NodeJS.Timeout | undefined;
  #snapshotVersion = -1;
  #connectionEpoch = -1;
  #keysCheckedAt = 0;
  #isPolling = false;
  /** Whether something was committed since the poll that runs began. */
  #isPollDue = false;
  #isClosing = false;
  /** How many requests wait. */
  count = 0;

  constructor(db: Reads) {
    this.#db = db;
  }

  /**
   * Resolves when there is such an event, after the timeout, when the client has left, when its key is no longer valid,
   * or when the service shuts down. Call it in the turn in which the events up to `after` were read.
   *
   * @throws EngagedError `rate_limit_exceeded` where too many requests wait
   */
  async until(request: WaitingRequest, awaited: Awaited): Promise<void> {
    if (this.#isClosing) return;
    const { keyId, timeout } = awaited;
    const ofKey = this.#perKey.get(keyId) ?? 0;
    if (ofKey >= MAX_WAITS_PER_KEY || this.count >= MAX_WAITS) {
      const whose = ofKey >= MAX_WAITS_PER_KEY ? ' of this API key' : '';
      const message = `Too many requests${whose} are waiting for events`;
      throw new EngagedError('rate_limit_exceeded', message, 5);
    }
    const startedAt = performance.now();
    const { promise, resolve } = Promise.withResolvers<void>();
    const wait: Wait = { ...awaited, request, end: resolve };
    this.#add(wait);
    const timer = setTimeout(() => this.#end(wait), timeout);
    request.onLeave(() => this.#end(wait));
    await promise;
    clearTimeout(timer);
    request.waited += performance.now() - startedAt;
  }

  /** Looks for new events now. Call it when this process has committed. */
  noteCommit(): void {
    if (this.count > 0) void this.#poll();
  }

  /** Ends all waits, and those to come at once. */
  close(): void {
    this.#isClosing = true;
    this.#endAll();
  }

  #add(wait: Wait): void {
    const { companyId, keyId, after } = wait;
    let company = this.#companies.get(companyId);
    if (!company) {
      company = { waits: new Set(), checkedTo: after };
      this.#companies.set(companyId, company);
    }
    company.waits.add(wait);
    this.#perKey.set(keyId, (this.#perKey.get(keyId) ?? 0) + 1);
    if (this.count++ > 0) return;
    this.#snapshotVersion = this.#db.snapshotVersion();
    this.#connectionEpoch = this.#db.connectionEpoch();
    this.#keysCheckedAt = performance.now();
    this.#timer = setInterval(() => void this.#poll(), POLL_MS);
  }

  #end(wait: Wait): void {
    const { companyId, keyId } = wait;
    const company = this.#companies.get(companyId);
    if (!company?.waits.delete(wait)) return;
    if (company.waits.size === 0) this.#companies.delete(companyId);
    const ofKey = (this.#perKey.get(keyId) ?? 0) - 1;
    if (ofKey > 0) this.#perKey.set(keyId, ofKey);
    else this.#perKey.delete(keyId);
    if (--this.count === 0) clearInterval(this.#timer);
    if (this.#ended.push(wait) === 1) setImmediate(() => this.#continueSome());
  }

  #endAll(): void {
    for (const wait of this.#all()) this.#end(wait);
  }

  #all(): Wait[] {
    return [...this.#companies.values()].flatMap(({ waits }) => [...waits]);
  }

  #continueSome(): void {
    for (const { end } of this.#ended.splice(0, ENDED_PER_TURN)) end();
    if (this.#ended.length > 0) setImmediate(() => this.#continueSome());
  }

  async #poll(): Promise<void> {
    this.#isPollDue = true;
    if (this.#isPolling) return;
    this.#isPolling = true;
    try {
      while (this.#isPollDue) {
        this.#isPollDue = false;
        await this.#db.refreshSnapshot();
        await this.#endConcerned();
        await this.#checkKeys();
      }
    } catch {
      // Each request meets the fault of the data file itself, and reports it.
      this.#endAll();
    } finally {
      this.#isPolling = false;
    }
  }

  async #checkKeys(): Promise<void> {
    const now = performance.now();
    if (now - this.#keysCheckedAt < KEY_CHECK_MS) return;
    this.#keysCheckedAt = now;
    // All at once, so that they share their questions to a server.
    await Promise.all(
      this.#all().map(async (wait) => {
        if (!(await wait.request.isAllowed())) this.#end(wait);
      }),
    );
  }

  /** Ends the waits for events that were written since the last look. */
  async #endConcerned(): Promise<void> {
    const snapshotVersion = this.#db.snapshotVersion();
    if (snapshotVersion === this.#snapshotVersion) return;
    if (this.#db.connectionEpoch() !== this.#connectionEpoch) {
      // Events may be lost, and their numbers used again: each request reads for itself.
      this.#endAll();
      return;
    }
    const companies = [...this.#companies].map(([companyId, { checkedTo }]) => ({
      companyId,
      checkedTo,
    }));
    for (const { companyId, last } of await this.#db.all(events.listNewer, { companies })) {
      const company = this.#companies.get(companyId);
      if (!company) continue;
      const newest = [...(await this.#newestByType(companyId, company.checkedTo))];
      company.checkedTo = last;
      for (const wait of [...company.waits]) {
        const isConcerned = newest.some(
          ([type, sequence]) =>
            sequence > wait.after && (wait.types === null || wait.types.includes(type)),
        );
        if (isConcerned) this.#end(wait);
      }
    }
    this.#snapshotVersion = snapshotVersion;
  }

  /** The number of the newest event of each type after a number. */
  async #newestByType(companyId: number, after: number): Promise<Map<string, number>> {
    const newest = new Map<string, number>();
    for (let from = after; ; ) {
      const read = await this.#db.all(events.listTypes, { companyId, after: from, count: PORTION });
      for (const { type, sequence } of read) newest.set(type, sequence);
      if (read.length < PORTION) return newest;
      from = read.at(-1)?.sequence ?? from;
    }
  }
}
