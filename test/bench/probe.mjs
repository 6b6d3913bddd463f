// Preloaded into the measured process: reports about it over the IPC channel, so that the product needs no
// interface for that. Worker threads inherit the flag and are left alone.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  const RESOLUTION = 5;
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  const milliseconds = ({ user, system }) => (user + system) / 1e3;
  process.on('message', (message) => {
    if (message === 'gc') globalThis.gc?.();
    process.send?.({
      // The histogram counts the interval of the timer as delay.
      stallMs: Math.max(0, delay.max / 1e6 - RESOLUTION),
      rss: process.memoryUsage.rss(),
      processorMs: milliseconds(process.threadCpuUsage()),
      allThreadsMs: milliseconds(process.cpuUsage()),
    });
    delay.reset();
  });
  process.channel?.unref();
}
