import { join } from 'node:path';
import type { Bench, BenchCase } from '../bench.ts';
import { runChild } from '../children.ts';
import { median } from '../results.ts';
import type { SeededCompany } from '../seed.ts';

/** Lets clients wait for events for a while, and gives the times that it took them to get those that were written. */
export async function waitForEvents(
  { port }: { port: number },
  options: {
    file: string;
    company: SeededCompany;
    seconds: number;
    clients: number;
    writer: 'http' | 'file' | 'none';
  },
): Promise<number[]> {
  const { file, company, seconds, clients, writer } = options;
  const script = join(import.meta.dirname, '..', 'wait-driver.ts');
  const args = [port, file, seconds, clients, writer].map(String);
  const timeout = (seconds + 60) * 1_000;
  const run = [script, ...args, JSON.stringify(company)];
  const { stdout } = await runChild(process.execPath, run, { timeout });
  return (JSON.parse(stdout) as { milliseconds: number[] }).milliseconds;
}

const latency = (clients: number, writer: 'http' | 'file', by: string): BenchCase => ({
  name: `event-${writer}-${clients}`,
  about: `from the commit of an event by ${by} to ${clients === 1 ? 'a waiting client' : `${clients} waiting clients`}`,
  run: async (bench: Bench) => {
    const { file, main: company } = bench.seeded({ people: bench.options.people });
    const server = await bench.ours(file);
    const ours: number[] = [];
    let worst = 0;
    try {
      for (let round = 0; round < bench.options.rounds; round++) {
        const seconds = bench.options.seconds * 3;
        const times = await waitForEvents(server, { file, company, seconds, clients, writer });
        ours.push(median(times));
        worst = Math.max(worst, ...times);
      }
      const { stallMs } = await server.stats();
      bench.add({
        ...{ case: `event-${writer}-${clients}`, against: 'zero', unit: 'ms', stallMs },
        ...{ ours, baseline: ours.map(() => 0), compare: 'difference', target: { atMost: 50 } },
        note: `the slowest took ${Math.round(worst)} ms`,
      });
    } finally {
      await server.stop();
      bench.discard(file);
    }
  },
});

export const cases: readonly BenchCase[] = [
  latency(1, 'http', 'the service'),
  latency(1, 'file', 'another process'),
  latency(1_000, 'http', 'the service'),
  latency(1_000, 'file', 'another process'),
];
