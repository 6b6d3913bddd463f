import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Starts the thread of a connection. The build replaces this module. Node reads its types without a loader. */
export const startConnection = (options: WorkerOptions): Worker =>
  new Worker(new URL('./connection-thread.ts', import.meta.url), { ...options, execArgv: [] });
