import { setTimeout as sleep } from 'node:timers/promises';
import { patiently, type TakeStep, takeStep } from '../service/roster/steps/change-in-steps.ts';
import { openAnother } from '../store/data.ts';
import type { Database } from '../store/database.ts';

/** Each row is read once, in MiB. */
const READER_CACHE = 2;

/** Between two transactions: a process that waits for SQLite's lock asks for it again within this time. */
const PAUSE_MS = 25;

/** Carries out the steps of a change in this process. */
export const takingSteps =
  (db: Database, clock: () => number): TakeStep =>
  async (step) => {
    takeStep(db, step, clock);
    if (step.kind === 'plan' || (step.kind === 'apply' && !step.isLast)) await sleep(PAUSE_MS);
  };

/** Takes steps, each a transaction of its own, until the last one, which it returns. */
export async function stepByStep<T extends { isDone: boolean }>(take: () => T): Promise<T> {
  for (;;) {
    const step = await patiently(take);
    if (step.isDone) return step;
    await sleep(PAUSE_MS);
  }
}

/** Reads by a connection of its own: the hold of the company is renewed while its people are read. */
export async function withReader<T>(
  data: string,
  work: (reader: Database) => Promise<T>,
): Promise<T> {
  const reader = openAnother(data, { write: false, cacheMegabytes: READER_CACHE });
  try {
    return await work(reader);
  } finally {
    reader.close();
  }
}
