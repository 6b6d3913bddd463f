import { setTimeout as sleep } from 'node:timers/promises';
import { failure } from '../domain/errors.ts';
import { deserializeError } from './serialized-error.ts';
import type { WriteAnswer, WriteRequest, WriteResult } from './write-requests.ts';

/** Most requests that share a commit, and the bytes of bodies from which it takes no more. */
const MAX_REQUESTS = 256;
const MAX_BYTES = 1_048_576;

/** Bytes of bodies that may wait, for example behind a long roster sync: those of one company take no more than is left. */
const MAX_WAITING_BYTES = 64 * 1_048_576;

/**
 * Milliseconds from the start of a group to the start of the next, unless that one is full. A commit costs a write to
 * the disk and empties the caches of the main thread, so that a stream of small writes shares commits.
 */
const GROUP_INTERVAL_MS = 5;

type Waiting = {
  request: WriteRequest;
  resolve: (result: WriteResult) => void;
  reject: (error: Error) => void;
};

/**
 * Sends writes to the writer thread, a group at a time: requests that arrive while a group is written form the next
 * one and share its commit, and so do those that arrive within a few milliseconds of its start. A roster sync that is
 * sent meanwhile runs between two groups.
 */
export class WriteQueue {
  readonly #run: (requests: readonly WriteRequest[]) => Promise<readonly WriteAnswer[]>;
  readonly #intervalMs: number;
  #waiting: Waiting[] = [];
  #waitingBytes = 0;
  /** By company. */
  readonly #bytesOf = new Map<number, number>();
  #isRunning = false;
  #startedAt = Number.NEGATIVE_INFINITY;

  /** @param run writes a group */
  constructor(
    run: (requests: readonly WriteRequest[]) => Promise<readonly WriteAnswer[]>,
    intervalMs = GROUP_INTERVAL_MS,
  ) {
    this.#run = run;
    this.#intervalMs = intervalMs;
  }

  /** @throws EngagedError `unavailable` if too much is waiting already, in all or of the company */
  add(request: WriteRequest): Promise<WriteResult> {
    const { companyId, body } = request;
    const own = this.#bytesOf.get(companyId) ?? 0;
    if (own + body.length > MAX_WAITING_BYTES - this.#waitingBytes) {
      return Promise.reject(failure('writes_waiting'));
    }
    this.#count(companyId, body.length);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ request, resolve, reject });
      if (!this.#isRunning) void this.#runAll();
    });
  }

  async #runAll(): Promise<void> {
    this.#isRunning = true;
    while (this.#waiting.length > 0) {
      const pause = this.#startedAt + this.#intervalMs - performance.now();
      const isFull = this.#waiting.length >= MAX_REQUESTS || this.#waitingBytes >= MAX_BYTES;
      if (pause > 0 && !isFull) await sleep(pause);
      this.#startedAt = performance.now();
      await this.#runGroup(this.#takeGroup());
    }
    this.#isRunning = false;
  }

  async #runGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const answers = await this.#run(group.map(({ request }) => request));
      for (const [at, { resolve, reject }] of group.entries()) {
        const answer = answers[at];
        if (!answer) throw new Error('a group was answered in part');
        if (answer.ok) resolve(answer);
        else reject(deserializeError(answer.error));
      }
    } catch (error) {
      // Those that are settled stay so.
      for (const { reject } of group) reject(error as Error);
    }
  }

  #takeGroup(): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const { request } of this.#waiting.slice(0, MAX_REQUESTS)) {
      if (bytes >= MAX_BYTES) break;
      bytes += request.body.length;
      count++;
    }
    const group = this.#waiting.splice(0, count);
    for (const { request } of group) this.#count(request.companyId, -request.body.length);
    return group;
  }

  #count(companyId: number, bytes: number): void {
    this.#waitingBytes += bytes;
    const own = (this.#bytesOf.get(companyId) ?? 0) + bytes;
    if (own > 0) this.#bytesOf.set(companyId, own);
    else this.#bytesOf.delete(companyId);
  }
}
