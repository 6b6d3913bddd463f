import type { BenchCase } from '../bench.ts';
import { READS } from '../reads.ts';

const SMALL = 1_000;

/** The cost of a read must not depend on the size of the company. */
const growth: BenchCase = {
  name: 'growth',
  about: 'the cost of each read in a company of a million, compared with one of a thousand',
  run: async (bench) => {
    const sizes = [bench.options.large, SMALL].map((people) => bench.seeded({ people }));
    const servers = await Promise.all(sizes.map(({ file }) => bench.ours(file)));
    try {
      for (const read of READS) {
        const candidates = await Promise.all(
          servers.map(async (target, i) => {
            const size = sizes[i];
            if (!size) throw new Error('a server has no file');
            const source = { port: target.port, file: size.file, company: size.main };
            return { target, lines: await read.lines(source) };
          }),
        );
        const [large] = servers;
        await large?.stats();
        const [ours = [], baseline = []] = (await bench.alternate(candidates)).map((rates) =>
          rates.map((rate) => 1e6 / rate),
        );
        bench.add({
          ...{
            case: `growth-${read.name}`,
            against: `${SMALL} people`,
            unit: 'µs',
            compare: 'ratio',
          },
          ...{ ours, baseline, target: { atMost: 1.5 } },
          stallMs: (await large?.stats())?.stallMs ?? null,
        });
      }
    } finally {
      for (const server of servers) await server.stop();
      for (const { file } of sizes) bench.discard(file);
    }
  },
};

export const cases: readonly BenchCase[] = [growth];
