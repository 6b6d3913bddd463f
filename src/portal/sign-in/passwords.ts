import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto';
import { failure } from '../../domain/errors.ts';

/** 32 MB and a quarter of a second for each hash, on a thread of Node's pool. */
const COST = { N: 2 ** 15, r: 8, p: 3 } as const;
const HASH_BYTES = 32;

/** Hashes computed at once, and those that may wait. */
const MAX_RUNNING = 2;
const MAX_WAITING = 100;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * A password as it is kept, with the algorithm and its cost.
 *
 * @throws EngagedError `unavailable` while too many wait
 */
export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, COST);
  return `scrypt:${COST.N}:${COST.r}:${COST.p}:${salt.toString('base64url')}:${hash.toString('base64url')}`;
}

/**
 * Whether a password is the one that is kept. Without one it takes as long, so that nobody learns who has an account.
 *
 * @throws as `hashPassword`
 */
export async function verifyPassword(password: string, kept: string | null): Promise<boolean> {
  const [, N = '', r = '', p = '', salt = '', expected = ''] = (kept ?? NOBODY).split(':');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const hash = await derive(password, Buffer.from(salt, 'base64url'), cost);
  const isEqual = timingSafeEqual(hash, Buffer.from(expected, 'base64url'));
  return isEqual && kept !== null;
}

const noBytes = (count: number): string => Buffer.alloc(count).toString('base64url');
const NOBODY = `scrypt:${COST.N}:${COST.r}:${COST.p}:${noBytes(16)}:${noBytes(HASH_BYTES)}`;

async function derive(
  password: string,
  salt: Uint8Array,
  cost: { N: number; r: number; p: number },
): Promise<Buffer> {
  await acquirePlace();
  try {
    const options: ScryptOptions = { ...cost, maxmem: 256 * cost.N * cost.r };
    return await new Promise<Buffer>((resolve, reject) => {
      scrypt(password.normalize('NFKC'), salt, HASH_BYTES, options, (error, hash) =>
        error ? reject(error) : resolve(hash),
      );
    });
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

async function acquirePlace(): Promise<void> {
  if (running < MAX_RUNNING) {
    running++;
    return;
  }
  if (waiting.length >= MAX_WAITING) {
    throw failure('sign_in_busy');
  }
  // The one before hands over its place.
  await new Promise<void>((resolve) => waiting.push(resolve));
}
