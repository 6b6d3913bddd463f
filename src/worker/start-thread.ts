import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a thread on the code that serves in one. The build replaces this module: a bundle starts itself
 * once more, and recognises a thread of ours by `isWorkerThread`.
 */
export const startThread = (options: WorkerOptions): Worker =>
  new Worker(new URL('./thread-main.ts', import.meta.url), options);
