import type { BenchCase } from '../bench.ts';
import { freePort, runChild, startChild, waitUntilReady } from '../children.ts';
import { serveArguments } from '../engaged-server.ts';
import { READS } from '../reads.ts';

/** Starts are short and vary, so that they need more rounds than other cases. */
const STARTS_A_ROUND = 5;

const start: BenchCase = {
  name: 'start',
  about:
    'from the command to the first response on a file of a million people, compared with node -e 0',
  run: async (bench) => {
    const { file, main } = bench.seeded({ people: bench.options.large });
    const ours: number[] = [];
    const baseline: number[] = [];
    try {
      const employee = READS.find(({ name }) => name === 'employee');
      const [line] = (await employee?.lines({ port: 0, file, company: main })) ?? [];
      if (!line) throw new Error('there are no people');
      const request = { path: line.path, headers: { authorization: `Bearer ${line.key}` } };
      for (let i = 0; i < bench.options.rounds * STARTS_A_ROUND; i++) {
        baseline.push((await runChild(process.execPath, ['-e', '0'])).elapsed);
        const port = await freePort();
        const began = performance.now();
        const child = startChild(process.execPath, serveArguments(file, port));
        await waitUntilReady(child, port, request);
        ours.push(performance.now() - began);
        await child.stop();
      }
    } finally {
      bench.discard(file);
    }
    bench.add({
      ...{ case: 'start', against: 'node -e 0', unit: 'ms', compare: 'difference', stallMs: null },
      ...{ ours, baseline, target: { atMost: 200 } },
    });
  },
};

export const cases: readonly BenchCase[] = [start];
