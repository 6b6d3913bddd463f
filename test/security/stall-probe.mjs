// Preloaded into the measured process: reports over the IPC channel what its main thread went through.
// A stall is measured in processor time of that thread, from one turn of a short timer to the next,
// because on a busy machine wall time passes while the thread does not run.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  const RESOLUTION = 5;
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  let last = process.threadCpuUsage();
  let longest = 0;
  const turn = () => {
    const now = process.threadCpuUsage();
    longest = Math.max(longest, now.user + now.system - last.user - last.system);
    last = now;
  };
  setInterval(turn, RESOLUTION).unref();
  process.on('message', () => {
    turn();
    process.send?.({
      busyMs: longest / 1e3,
      delayMs: Math.max(0, delay.max / 1e6 - RESOLUTION),
      rss: process.memoryUsage.rss(),
    });
    delay.reset();
    longest = 0;
  });
  process.channel?.unref();
}
