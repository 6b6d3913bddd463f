// Preloaded into the measured process: reports about it over the IPC channel, so that the product needs no
// interface for that. Worker threads inherit the flag and are left alone.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

/** How often it is noted what the main thread does, in microseconds. */
const SAMPLING = 100;

const milliseconds = ({ user, system }) => (user + system) / 1e3;

/** The share of a profile in functions of the bundle itself, of the time in which the thread had something to do. */
const ownShare = ({ nodes, samples, timeDeltas }) => {
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  let own = 0;
  let busy = 0;
  for (const [i, id] of samples.entries()) {
    const { functionName, url } = frames.get(id);
    if (functionName === '(idle)') continue;
    busy += timeDeltas[i];
    if (url.endsWith('/dist/engaged.mjs')) own += timeDeltas[i];
  }
  return own / busy;
};

/**
 * Profiles the main thread from one call to the next, which gives the milliseconds of the processor that it took in functions
 * of the bundle. By the clock alone the time in which other work had the processor would count, too.
 */
const profiler = () => {
  let began;
  // Loaded here, as it would count in a start.
  const session = new (process.getBuiltinModule('node:inspector').Session)();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: SAMPLING });
  return () => {
    if (!began) {
      began = process.threadCpuUsage();
      session.post('Profiler.start');
      return undefined;
    }
    const took = milliseconds(process.threadCpuUsage(began));
    began = undefined;
    let share;
    session.post('Profiler.stop', (_, { profile }) => {
      share = ownShare(profile);
    });
    return share * took;
  };
};

if (isMainThread && process.send) {
  const RESOLUTION = 5;
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  let profile = () => {
    profile = profiler();
    return profile();
  };
  process.on('message', (message) => {
    if (message === 'gc') globalThis.gc?.();
    process.send?.({
      ownMs: message === 'profile' ? profile() : undefined,
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
