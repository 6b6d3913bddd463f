import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../domain/duration.ts';
import { failure } from '../../domain/errors.ts';

/** Wrong passwords without any delay, for an account and for an address, behind which a whole office may be. */
const FREE = { account: 3, address: 10 } as const;

const MAX_DELAY_MS = 30_000;

/** A wrong password is forgotten after this time without another one. */
const MEMORY_MS = 60 * MINUTE_MS;

/** Delayed attempts of one address that may wait at the same time, and all delayed attempts that may. */
const MAX_HELD = { address: 5, all: 500 } as const;

/** Attempts that may wait for those of their address that are checked, and all that may. */
const MAX_WAITING = { address: 100, all: 1_000 } as const;

type Failures = { count: number; at: number };

type Kind = keyof typeof FREE;

/** Hashed, because an attacker chooses the name, which may be as long as a form. */
const keyOf = (kind: Kind, name: string): string =>
  createHash('sha256').update(`${kind} ${name}`).digest('base64');

/**
 * Delays attempts to sign in, the longer the more have failed before, for the account and for the address. Nobody is
 * ever locked out: a delayed attempt is still checked.
 */
export class SignInThrottle {
  // With `max` the cache would allocate memory for all entries at once.
  readonly #failures = new LRUCache<string, Failures>({
    maxSize: 100_000,
    sizeCalculation: () => 1,
  });
  readonly #held = new Map<string, number>();
  #heldInAll = 0;
  /** Attempts that are not checked yet, by account and by address: sent at once, they would all be without a delay. */
  readonly #unchecked = new Map<string, number>();
  /** Called when an attempt is checked, by its address. */
  readonly #waiting = new Map<string, (() => void)[]>();
  #waitingInAll = 0;

  /**
   * Checks a password when its delay is over, and notes the result. Of one address only as many are checked at once as
   * could fail without a delay; the others wait for what comes of these.
   *
   * @throws EngagedError `rate_limit_exceeded` where too many attempts wait already, and what `verify` throws
   */
  async check(
    { account, address, now }: { account: string; address: string; now: number },
    verify: () => Promise<boolean>,
  ): Promise<boolean> {
    const addressKey = keyOf('address', address);
    while (this.#isUndecided(addressKey, now)) await this.#nextChecked(addressKey);
    const held = this.hold(account, address, now);
    if (!held) {
      throw failure('sign_in_attempts');
    }
    try {
      // A shutdown waits for open connections, and not for a delay.
      if (held.delay > 0) await sleep(held.delay, undefined, { ref: false });
      const isRight = await verify();
      if (isRight) this.succeed(account);
      else this.fail(account, address, now);
      return isRight;
    } finally {
      held.release();
    }
  }

  /**
   * Milliseconds for which an attempt waits before it is checked; undefined where too many wait already.
   * `release` ends the wait.
   */
  hold(
    account: string,
    address: string,
    now: number,
  ): { delay: number; release: () => void } | undefined {
    const accountKey = keyOf('account', account);
    const addressKey = keyOf('address', address);
    const delay = Math.max(
      this.#delay(accountKey, FREE.account, now),
      this.#delay(addressKey, FREE.address, now),
    );
    const isHeld = delay > 0;
    // An office that signs in at nine waits for nobody's wrong password.
    const heldHere = this.#held.get(addressKey) ?? 0;
    if (isHeld && (heldHere >= MAX_HELD.address || this.#heldInAll >= MAX_HELD.all)) {
      return undefined;
    }
    const keys = [accountKey, addressKey];
    for (const key of keys) add(this.#unchecked, key, 1);
    if (isHeld) {
      add(this.#held, addressKey, 1);
      this.#heldInAll++;
    }
    return {
      delay,
      release: () => {
        for (const key of keys) add(this.#unchecked, key, -1);
        this.#noteChecked(addressKey);
        if (!isHeld) return;
        add(this.#held, addressKey, -1);
        this.#heldInAll--;
      },
    };
  }

  /** Whether the attempts of an address that are not checked yet decide about a delay of the next one. */
  #isUndecided(key: string, now: number): boolean {
    const failures = this.#recent(key, now)?.count ?? 0;
    const unchecked = this.#unchecked.get(key) ?? 0;
    return failures < FREE.address && failures + unchecked >= FREE.address;
  }

  #nextChecked(key: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const waiting = this.#waiting.get(key) ?? [];
    if (waiting.length >= MAX_WAITING.address || this.#waitingInAll >= MAX_WAITING.all) {
      throw failure('sign_in_attempts');
    }
    this.#waiting.set(key, waiting);
    this.#waitingInAll++;
    waiting.push(resolve);
    return promise;
  }

  #noteChecked(key: string): void {
    const waiting = this.#waiting.get(key) ?? [];
    this.#waiting.delete(key);
    this.#waitingInAll -= waiting.length;
    for (const goOn of waiting) goOn();
  }

  /** Notes a wrong password. */
  fail(account: string, address: string, now: number): void {
    for (const key of [keyOf('account', account), keyOf('address', address)]) {
      const failures = this.#recent(key, now);
      this.#failures.set(key, { count: (failures?.count ?? 0) + 1, at: now });
    }
  }

  /** Notes the right password: the account's failures are forgotten, and not the address's. */
  succeed(account: string): void {
    this.#failures.delete(keyOf('account', account));
  }

  #delay(key: string, free: number, now: number): number {
    const count = (this.#recent(key, now)?.count ?? 0) + (this.#unchecked.get(key) ?? 0);
    const over = count - free;
    return over < 0 ? 0 : Math.min(MAX_DELAY_MS, 500 * 2 ** Math.min(over, 10));
  }

  #recent(key: string, now: number): Failures | undefined {
    const failures = this.#failures.get(key);
    return failures && Math.abs(now - failures.at) < MEMORY_MS ? failures : undefined;
  }
}

/** Counts; what comes to nothing takes no memory. */
function add(counts: Map<string, number>, key: string, change: 1 | -1): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}
