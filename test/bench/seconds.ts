import type { Bench } from './bench.ts';

/** How long something took: on the clock, and of the processor in this thread. */
export type Seconds = { clock: number; processor: number };

/** Runs something, and returns its result and how long it took. */
export function timed<T>(run: () => T): { result: T; seconds: Seconds } {
  const before = process.threadCpuUsage();
  const began = performance.now();
  const result = run();
  const clock = (performance.now() - began) / 1_000;
  const { user, system } = process.threadCpuUsage(before);
  return { result, seconds: { clock, processor: (user + system) / 1e6 } };
}

/** Adds a row for the clock, and one for the processor, which says something on a busy machine too. */
export function addSeconds(
  bench: Bench,
  name: string,
  seconds: readonly Seconds[],
  atMost: number,
): void {
  const rows = { [name]: 'clock', [`${name}-processor`]: 'processor' } as const;
  for (const [name, measure] of Object.entries(rows)) {
    const ours = seconds.map((one) => one[measure]);
    bench.add({
      ...{ case: name, unit: 's', ours, baseline: ours.map(() => 0), stallMs: null },
      ...{ against: 'zero', compare: 'difference', target: { atMost } },
    });
  }
}
