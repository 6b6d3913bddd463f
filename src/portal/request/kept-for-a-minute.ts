import { LRUCache } from 'lru-cache';
import { MINUTE_MS } from '../../domain/duration.ts';
import type { Html } from '../../http/response/html.ts';

/** The most characters that what is kept holds: one message may be a page of links. */
const MAX_KEPT = 16_000_000;

/**
 * Keeps what came of forms for as long as somebody may still ask for it. It may hold a secret.
 *
 * @param messageOf the message of what is kept, as far as there is one
 */
export const keptForAMinute = <V extends object>(messageOf: (kept: V) => Html | undefined) =>
  new LRUCache<string, V>({
    max: 1_000,
    maxSize: MAX_KEPT,
    sizeCalculation: (kept) => Math.max(1, messageOf(kept)?.text.length ?? 0),
    ttl: MINUTE_MS,
    // The memory is freed even if nobody asks.
    ttlAutopurge: true,
  });
