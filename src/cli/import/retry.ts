import type { EngagedError } from '../../domain/errors.ts';

/** A failed attempt after which another may succeed. */
export class TransientFailure extends Error {
  override readonly name = 'TransientFailure';
  /** What is thrown in the end where no attempt succeeds. */
  readonly refusal: EngagedError;
  /** What the other side asked to be left in peace for, in milliseconds; 0 where it asked for nothing. */
  readonly leastWait: number;

  constructor(refusal: EngagedError, leastWait: number) {
    super(refusal.message);
    this.refusal = refusal;
    this.leastWait = leastWait;
  }
}

/** How a wait is spent. */
export type Waiting = {
  sleep(milliseconds: number): Promise<unknown>;
  /** From 0 up to but without 1. */
  random(): number;
  /** Told before each wait. */
  onWait(failure: TransientFailure, milliseconds: number): void;
};

const MOST_ATTEMPTS = 6;
const FIRST_BACKOFF = 1_000;

/**
 * Attempts something until it succeeds, fails for good, or has failed six times. Between attempts it waits
 * a random time up to 1, 2, 4, 8, 16 seconds (exponential backoff with full jitter, so that many callers
 * who failed together do not come back together), on top of what the other side asked for.
 *
 * @throws what `attempt` throws, and for a TransientFailure its refusal
 */
export async function retrying<T>(attempt: () => Promise<T>, waiting: Waiting): Promise<T> {
  for (let failures = 1; ; failures++) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof TransientFailure)) throw error;
      if (failures === MOST_ATTEMPTS) throw error.refusal;
      const backoff = waiting.random() * FIRST_BACKOFF * 2 ** (failures - 1);
      const milliseconds = error.leastWait + Math.round(backoff);
      waiting.onWait(error, milliseconds);
      await waiting.sleep(milliseconds);
    }
  }
}
