// Preloaded into the soaked process: reports its memory use over the IPC channel.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  process.on('message', () => {
    globalThis.gc?.();
    const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
    process.send?.({ rss, heapUsed, external, arrayBuffers, cpu: process.cpuUsage() });
  });
  process.channel?.unref();
}
