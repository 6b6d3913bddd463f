import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Starts the thread of Slack. The build replaces this module: a bundle starts the bundle of the thread beside it. */
export const startSlackThread = (options: WorkerOptions): Worker =>
  new Worker(new URL('./thread-main.ts', import.meta.url), options);
