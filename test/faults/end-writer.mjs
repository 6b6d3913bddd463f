// Preloaded into a service: SIGUSR2 ends its writer thread, as a fault in it would.
import { isMainThread } from 'node:worker_threads';

if (isMainThread) {
  let writer;
  process.on('worker', (thread) => {
    if (thread.threadName === 'engaged writer') writer = thread;
  });
  process.on('SIGUSR2', () => writer?.terminate());
}
