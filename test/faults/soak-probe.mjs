// Loaded into the soaked process before anything else: tells how much it holds, over the IPC channel.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  process.on('message', () => {
    globalThis.gc?.();
    const { rss, heapUsed, external, arrayBuffers } = process.memoryUsage();
    process.send?.({ rss, heapUsed, external, arrayBuffers, cpu: process.cpuUsage() });
  });
  process.channel?.unref();
}
