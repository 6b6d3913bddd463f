import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { failure } from '../../domain/errors.ts';

/** What a hash costs: in N and r the memory, in all three the time. */
export type PasswordCost = { N: number; r: number; p: number };

/** 32 MB and a quarter of a second for each hash, on a thread of Node's pool. */
const COST: PasswordCost = { N: 2 ** 15, r: 8, p: 3 };
const HASH_BYTES = 32;

/** Hashes computed at once, and those that may wait. */
const MAX_RUNNING = 2;
const MAX_WAITING = 100;

/** Makes and verifies the hashes of passwords, a few at once. */
export class Passwords {
  readonly #cost: PasswordCost;
  #running = 0;
  readonly #waiting: (() => void)[] = [];

  /** @param cost of the hashes that it makes; a hash that is kept says its own */
  constructor(cost: PasswordCost = COST) {
    this.#cost = cost;
  }

  /**
   * A password as it is kept, with the algorithm and its cost.
   *
   * @throws EngagedError `unavailable` while too many wait
   */
  async hash(password: string): Promise<string> {
    const salt = randomBytes(16);
    return toKept(this.#cost, salt, await this.#derive(password, salt, this.#cost));
  }

  /**
   * Whether a password is the one that is kept. Without one it takes as long, so that nobody learns who has an account.
   *
   * @throws as `hash`
   */
  async verify(password: string, kept: string | null): Promise<boolean> {
    const nobody = () => toKept(this.#cost, Buffer.alloc(16), Buffer.alloc(HASH_BYTES));
    const [, N = '', r = '', p = '', salt = '', expected = ''] = (kept ?? nobody()).split(':');
    const cost = { N: Number(N), r: Number(r), p: Number(p) };
    const hash = await this.#derive(password, Buffer.from(salt, 'base64url'), cost);
    const isEqual = timingSafeEqual(hash, Buffer.from(expected, 'base64url'));
    return isEqual && kept !== null;
  }

  async #derive(password: string, salt: Uint8Array, cost: PasswordCost): Promise<Buffer> {
    await this.#acquirePlace();
    try {
      const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r };
      return await new Promise<Buffer>((resolve, reject) => {
        scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, hash) =>
          error ? reject(error) : resolve(hash),
        );
      });
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running--;
    }
  }

  async #acquirePlace(): Promise<void> {
    if (this.#running < MAX_RUNNING) {
      this.#running++;
      return;
    }
    if (this.#waiting.length >= MAX_WAITING) throw failure('sign_in_busy');
    // The one before hands over its place.
    await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}

const toKept = ({ N, r, p }: PasswordCost, salt: Buffer, hash: Buffer): string =>
  `scrypt:${N}:${r}:${p}:${salt.toString('base64url')}:${hash.toString('base64url')}`;
