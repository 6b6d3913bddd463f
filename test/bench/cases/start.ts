import type { Bench, BenchCase } from '../bench.ts';
import { type Child, freePort, runChild, startChild, waitUntilReady } from '../children.ts';
import { PROBE, type ProcessStats, serveArguments } from '../engaged-server.ts';
import { READS } from '../reads.ts';

/** Starts are short and vary, so that they need more rounds than other cases. */
const STARTS_A_ROUND = 5;

/** Starts the program on a file of a million people again and again, and measures until its first response. */
async function measureStarts(
  bench: Bench,
  nodeFlags: readonly string[],
  measure: (child: Child, began: number) => number | Promise<number>,
): Promise<number[]> {
  const { file, main } = bench.seeded({ people: bench.options.large });
  const taken: number[] = [];
  try {
    const employee = READS.find(({ name }) => name === 'employee');
    const [line] = (await employee?.lines({ port: 0, file, company: main })) ?? [];
    if (!line) throw new Error('there are no people');
    const request = { path: line.path, headers: { authorization: `Bearer ${line.key}` } };
    for (let i = 0; i < bench.options.rounds * STARTS_A_ROUND; i++) {
      const port = await freePort();
      const began = performance.now();
      const child = startChild(process.execPath, [...nodeFlags, ...serveArguments(file, port)]);
      await waitUntilReady(child, port, request);
      taken.push(await measure(child, began));
      await child.stop();
    }
  } finally {
    bench.discard(file);
  }
  return taken;
}

const start: BenchCase = {
  name: 'start',
  about:
    'from the command to the first response on a file of a million people, compared with node -e 0',
  run: async (bench) => {
    const ours = await measureStarts(bench, [], (_, began) => performance.now() - began);
    const baseline: number[] = [];
    while (baseline.length < ours.length) {
      baseline.push((await runChild(process.execPath, ['-e', '0'])).elapsed);
    }
    bench.add({
      ...{ case: 'start', against: 'node -e 0', unit: 'ms', compare: 'difference', stallMs: null },
      ...{ ours, baseline, target: { atMost: 200 } },
    });
  },
};

const processor: BenchCase = {
  name: 'start-processor',
  about: 'processor time of all threads of such a start, until the first response',
  run: async (bench) => {
    const ours = await measureStarts(
      bench,
      ['--import', PROBE],
      async (child) => ((await child.ask('stats')) as ProcessStats).allThreadsMs,
    );
    bench.add({
      ...{ case: 'start-processor', against: 'zero', unit: 'ms', compare: 'difference' },
      ...{ ours, baseline: ours.map(() => 0), target: { atMost: 150 }, stallMs: null },
    });
  },
};

export const cases: readonly BenchCase[] = [start, processor];
