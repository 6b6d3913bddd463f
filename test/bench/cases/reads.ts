import type { Bench, BenchCase, Target } from '../bench.ts';
import type { EngagedServer } from '../engaged-server.ts';
import { READS, type Read } from '../reads.ts';
import { compare, type Row } from '../results.ts';
import type { SeededCompany } from '../seed.ts';

type ServerPair = {
  file: string;
  company: SeededCompany;
  ours: EngagedServer;
  bare: Awaited<ReturnType<Bench['baseline']>>;
  fastify: Target;
};

/** Every read against a server that only sends the same bytes, and against a plain Fastify. */
const readCases: BenchCase[] = READS.map((read) => ({
  name: `read-${read.name}`,
  about: 'compared with bare node:http and Fastify',
  run: async (bench) => {
    const serverPair = await serverPairOf(bench);
    await measure(bench, serverPair, read);
  },
}));

let serverPair: Promise<ServerPair> | undefined;

// All cases share one set of servers: only one server is under load at a time.
const serverPairOf = (bench: Bench): Promise<ServerPair> => {
  serverPair ??= start(bench);
  return serverPair;
};

async function start(bench: Bench): Promise<ServerPair> {
  const { file, main } = bench.seeded({ people: bench.options.people });
  const ours = await bench.ours(file);
  const bare = await bench.baseline('bare.ts');
  const fastify = await bench.baseline('fastify.ts', [file]);
  return { file, company: main, ours, bare, fastify };
}

async function measure(bench: Bench, serverPair: ServerPair, read: Read): Promise<void> {
  const { file, company, ours, bare, fastify } = serverPair;
  const lines = await read.lines({ port: ours.port, file, company });
  const fastifyLines = await read.lines({ port: fastify.port, file, company });
  const [line] = lines;
  if (!line) throw new Error(`${read.name} has no lines`);
  await bare.child.ask(await bench.fetch(ours, line));
  await bench.load(ours, lines, 1);
  await ours.stats();
  const [ourRates = [], bareRates = [], fastifyRates = []] = await bench.alternate([
    { target: ours, lines },
    { target: bare, lines },
    { target: fastify, lines: fastifyLines },
  ]);
  const { stallMs } = await ours.stats();
  const row = {
    case: `read-${read.name}`,
    unit: 'req/s',
    ours: ourRates,
    compare: 'ratio',
    stallMs,
  } as const;
  const ofBare = read.ofBare === null ? null : { atLeast: read.ofBare };
  bench.add({ ...row, against: 'bare node:http', baseline: bareRates, target: ofBare });
  bench.add({ ...row, against: FASTIFY, baseline: fastifyRates, target: { atLeast: 1 } });
}

const FASTIFY = 'Fastify + better-sqlite3';

/** All reads: the median must beat Fastify by a fifth. */
const allReads: BenchCase = {
  name: 'read-all',
  about: 'the median of all reads compared with Fastify; needs the other read cases',
  run: async (bench) => {
    const measured = bench.rows.filter(
      (row): row is Row => 'ours' in row && row.against === FASTIFY && row.case.startsWith('read-'),
    );
    const ratios = measured.map((row) => compare(row).median);
    if (ratios.length < READS.length) {
      bench.add({ case: 'read-all', notRun: 'it summarises all reads, and not all were run' });
      return;
    }
    bench.add({
      ...{ case: 'read-all', against: `${FASTIFY}, ratios`, unit: '×', compare: 'ratio' },
      ...{ ours: ratios, baseline: ratios.map(() => 1), target: { atLeast: 1.2 }, stallMs: null },
    });
  },
};

/** What our own code takes of a read: the rest is Node's, and the system's. */
const own: BenchCase = {
  name: 'read-own',
  about: 'processor time in functions of the bundle for a leaderboard from the cache',
  run: async (bench) => {
    const { file, main } = bench.seeded({ people: bench.options.people });
    // A server of its own: functions that have served other endpoints take longer.
    const ours = await bench.ours(file);
    const taken: number[] = [];
    try {
      const read = READS.find(({ name }) => name === 'leaderboard');
      const lines = (await read?.lines({ port: ours.port, file, company: main })) ?? [];
      await bench.load(ours, lines);
      for (let round = 0; round < bench.options.rounds; round++) {
        let requests = 0;
        const ms = await ours.ownMsOf(async () => {
          ({ requests } = await bench.load(ours, lines));
        });
        taken.push((1e3 * ms) / requests);
      }
    } finally {
      await ours.stop();
      bench.discard(file);
    }
    bench.add({
      ...{ case: 'read-own', against: 'zero', unit: 'µs', compare: 'difference', stallMs: null },
      ...{ ours: taken, baseline: taken.map(() => 0), target: { atMost: 1.8 } },
    });
  },
};

export const cases: readonly BenchCase[] = [...readCases, allReads, own];
