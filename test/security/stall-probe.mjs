// Loaded into the measured process before anything else: tells over the IPC channel what its main thread
// went through. What a stall is counts in processor time of that thread, from one turn of a short timer to
// the next: on a busy machine the clock goes on while the thread is not even running.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  const RESOLUTION = 5;
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  let last = process.threadCpuUsage();
  let worst = 0;
  const turn = () => {
    const now = process.threadCpuUsage();
    worst = Math.max(worst, now.user + now.system - last.user - last.system);
    last = now;
  };
  setInterval(turn, RESOLUTION).unref();
  process.on('message', () => {
    turn();
    process.send?.({
      busyMs: worst / 1e3,
      delayMs: Math.max(0, delay.max / 1e6 - RESOLUTION),
      rss: process.memoryUsage.rss(),
    });
    delay.reset();
    worst = 0;
  });
  process.channel?.unref();
}
