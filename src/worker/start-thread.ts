import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Starts a worker thread. The build replaces this module: a bundle starts the bundle of the threads beside it. */
export const startThread = (options: WorkerOptions): Worker =>
  new Worker(new URL('./thread-main.ts', import.meta.url), options);
