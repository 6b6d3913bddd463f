import { Worker, type WorkerOptions } from 'node:worker_threads';

/**
 * Starts a worker thread. The build replaces this module: a bundle starts itself again and detects that it is a
 * worker by `isWorkerThread`.
 */
export const startThread = (options: WorkerOptions): Worker =>
  new Worker(new URL('./thread-main.ts', import.meta.url), options);
