import { setTimeout as sleep } from 'node:timers/promises';
import { PERIODS } from '../../../src/domain/period.ts';
import type { BenchCase } from '../bench.ts';
import { fetchResponse } from '../fixed-response.ts';
import { mixedLines } from '../reads.ts';

/** How often the memory of the process is measured. */
const SAMPLE_MS = 200;

/** The memory of a large company's boards under full load, including workers. */
const memory: BenchCase = {
  name: 'memory',
  about:
    'resident memory with a million people, all boards cached, under load, compared with the idle process',
  run: async (bench) => {
    const { file, main } = bench.seeded({ people: bench.options.large });
    const loaded: number[] = [];
    const idle: number[] = [];
    let stallMs = 0;
    try {
      for (let round = 0; round < bench.options.rounds; round++) {
        const ours = await bench.ours(file);
        const inMegabytes = async () => (await ours.stats()).rss / 2 ** 20;
        await sleep(1_000);
        idle.push(await inMegabytes());
        const key = main.keys[0] ?? '';
        for (const period of PERIODS) {
          await fetchResponse(ours.port, { path: `/v1/leaderboard?period=${period}`, key });
        }
        const lines = await mixedLines({ port: ours.port, file, company: main });
        await ours.stats();
        const sizes: number[] = [];
        let isOver = false;
        const load = bench.load(ours, lines, bench.options.seconds * 3).finally(() => {
          isOver = true;
        });
        while (!isOver) {
          const stats = await ours.stats();
          sizes.push(stats.rss / 2 ** 20);
          stallMs = Math.max(stallMs, stats.stallMs);
          await sleep(SAMPLE_MS);
        }
        await load;
        loaded.push(Math.max(...sizes));
        await ours.stop();
      }
    } finally {
      bench.discard(file);
    }
    bench.add({
      ...{
        case: 'memory',
        against: 'the idle process',
        unit: 'MB',
        compare: 'difference',
        stallMs,
      },
      ...{ ours: loaded, baseline: idle, target: { atMost: 250 } },
    });
  },
};

export const cases: readonly BenchCase[] = [memory];
