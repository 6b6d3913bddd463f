import { randomBytes } from 'node:crypto';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Any RFC 9562 text form, in either case, whatever its version: ids are compared, never parsed. */
export const isUuid = (text: string): boolean => UUID.test(text);

/** The first time that the 48 bits of an id cannot hold. */
const TIME_LIMIT = 2 ** 48;

let lastTime = 0;
let counter = 0;
/** The part of an id before the counter, made from the time. */
let prefix = prefixFor(lastTime);
let pool = '';
let poolAt = 0;

/**
 * A UUIDv7 (RFC 9562, 5.7), lower case. Within a process each one sorts after the one before, also when
 * the clock steps back: the 12 bits behind the timestamp count, and borrow a millisecond when they are full.
 * A time that an id cannot hold counts as a step back.
 *
 * @param now milliseconds since 1970, UTC
 */
export function newId(now: number): string {
  if (now > lastTime && now < TIME_LIMIT) {
    startAt(now);
  } else if (++counter > 0xfff) {
    startAt(lastTime + 1);
  }
  if (poolAt === pool.length) {
    pool = randomBytes(4096).toString('hex');
    poolAt = 0;
  }
  const random = pool.slice(poolAt, poolAt + 16);
  poolAt += 16;
  const variant = ((Number.parseInt(random.charAt(0), 16) & 0x3) | 0x8).toString(16);
  const count = counter.toString(16).padStart(3, '0');
  return `${prefix}${count}-${variant}${random.slice(1, 4)}-${random.slice(4)}`;
}

/** What every id made at or after a time is not below, and every earlier one is. */
export const firstIdOf = (time: number): string => prefixFor(Math.max(0, time));

/** When an id was made, in milliseconds since 1970, UTC. */
export const timeOfId = (id: string): number =>
  Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);

function startAt(time: number): void {
  lastTime = time;
  counter = 0;
  prefix = prefixFor(time);
}

function prefixFor(time: number): string {
  const digits = time.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7`;
}
