import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../store/postgres-process.ts';
import type { Bench, BenchCase } from '../bench.ts';
import { runChild } from '../children.ts';
import { type EngagedServer, PROGRAM } from '../engaged-server.ts';
import type { Line } from '../load.ts';
import { READS } from '../reads.ts';
import { median, type NotRun, type Row } from '../results.ts';
import { type RosterRow, reordered, rosterOfNew, rosterOfOthers, toBody } from '../rosters.ts';
import type { SeededCompany } from '../seed.ts';
import { sendSync } from '../send-sync.ts';

/** A service on a data file, and two on a PostgreSQL database with a copy of its data. */
type Pair = {
  file: string;
  company: SeededCompany;
  onFile: EngagedServer;
  onPostgres: [EngagedServer, EngagedServer];
};

const AGAINST = 'a data file';

/** Syncs of each kind per round, of which the median counts. */
const SYNCS_A_ROUND = 5;

/** Fewer people than there are lines are read within it. */
const COMMIT_INTERVAL_MS = 100;

let pair: Promise<Pair | undefined> | undefined;

/** All cases share one pair. @returns undefined where there is no PostgreSQL */
const pairOf = (bench: Bench): Promise<Pair | undefined> => {
  pair ??= start(bench);
  return pair;
};

async function start(bench: Bench): Promise<Pair | undefined> {
  const server = await startPostgres({ isDurable: true });
  if (!server) return undefined;
  process.on('exit', () => server.killAtOnce());
  const { file, main } = bench.seeded({ people: bench.options.people });
  await runChild(process.execPath, [PROGRAM, 'copy', file, server.url], { timeout: 600_000 });
  const onPostgres = () => bench.ours(server.url);
  return {
    ...{ file, company: main },
    onFile: await bench.ours(file),
    onPostgres: [await onPostgres(), await onPostgres()],
  };
}

const postgresCase = (
  name: string,
  about: string,
  measure: (bench: Bench, pair: Pair) => Promise<(Row | NotRun)[]>,
): BenchCase => ({
  name: `postgres-${name}`,
  about,
  run: async (bench) => {
    const found = await pairOf(bench);
    const notRun = { case: `postgres-${name}`, notRun: 'there is no PostgreSQL' };
    for (const row of found ? await measure(bench, found) : [notRun]) bench.add(row);
  },
});

const linesOf = (name: string, { file, company, onFile }: Pair): Promise<Line[]> =>
  READS.find((read) => read.name === name)?.lines({ port: onFile.port, file, company }) ??
  Promise.reject(new Error(`there is no read ${name}`));

const cached = postgresCase('cached', 'the leaderboard from the cache', async (bench, it) => {
  const lines = await linesOf('leaderboard', it);
  const [ours = [], baseline = []] = await bench.alternate([
    { target: it.onPostgres[0], lines },
    { target: it.onFile, lines },
  ]);
  return [
    {
      ...{ case: 'postgres-cached', against: AGAINST, unit: 'req/s', compare: 'ratio' },
      ...{ ours, baseline, target: { atLeast: 0.8 }, stallMs: null },
    },
  ];
});

/** Makes a commit every so often, each of which empties every cache, until the load has ended. */
async function whileCommitting<T>(
  port: number,
  [line]: readonly Line[],
  load: Promise<T>,
): Promise<T> {
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  load.then(end, end);
  const employee = { employee_id: line?.path.split('/').at(-1) };
  while (!isOver) {
    const award = { employee, amount: 1, once: randomUUID() };
    const { status } = await fetch(`http://127.0.0.1:${port}/v1/xp/awards`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${line?.key}` },
      body: JSON.stringify({ awards: [award] }),
    });
    if (status !== 200) throw new Error(`${status} for an award`);
    await sleep(COMMIT_INTERVAL_MS);
  }
  return load;
}

const uncached = postgresCase(
  'uncached',
  'different people, with commits that empty every cache before somebody is read twice',
  async (bench, it) => {
    const lines = await linesOf('employee', it);
    const rates = { ours: [] as number[], baseline: [] as number[] };
    for (let round = 0; round < bench.options.rounds; round++) {
      for (const name of ['ours', 'baseline'] as const) {
        const target = name === 'ours' ? it.onPostgres[0] : it.onFile;
        // The first response waits for the threads.
        if (lines[0]) await bench.fetch(target, lines[0]);
        const load = bench.load(target, lines);
        const { requestsPerSecond } = await whileCommitting(target.port, lines, load);
        rates[name].push(requestsPerSecond);
      }
    }
    return [
      {
        ...{ case: 'postgres-uncached', against: AGAINST, unit: 'req/s', compare: 'ratio' },
        ...{ ...rates, target: { atLeast: 0.6 }, stallMs: null },
      },
    ];
  },
);

const twoNodes = postgresCase(
  'two-nodes',
  'two services on one database, compared with one of them, from the cache',
  async (bench, it) => {
    const lines = await linesOf('leaderboard', it);
    const rates = { ours: [] as number[], baseline: [] as number[] };
    const load = async (targets: readonly EngagedServer[]) => {
      const loads = await Promise.all(targets.map((target) => bench.load(target, lines)));
      return loads.reduce((sum, { requestsPerSecond }) => sum + requestsPerSecond, 0);
    };
    await load(it.onPostgres);
    for (let round = 0; round < bench.options.rounds; round++) {
      rates.ours.push(await load(it.onPostgres));
      rates.baseline.push(await load(it.onPostgres.slice(0, 1)));
    }
    return [
      {
        ...{ case: 'postgres-two-nodes', against: 'one of them', unit: 'req/s', compare: 'ratio' },
        ...{ ...rates, target: { atLeast: 1.25 }, stallMs: null },
      },
    ];
  },
);

const syncs = postgresCase('sync', 'syncs of 5,000 rows', async (bench, it) => {
  const { file, company } = it;
  let sent = 0;
  let version = 1_000;
  let current = rosterOfOthers(file, company, version);
  const kinds: readonly { name: string; next: () => RosterRow[] }[] = [
    { name: 'new', next: () => rosterOfNew(++version) },
    {
      name: 'changed',
      next: () => {
        current = rosterOfOthers(file, company, ++version);
        return current;
      },
    },
    {
      name: 'unchanged',
      next: () => {
        current = reordered(current);
        return current;
      },
    },
  ];
  const taken = kinds.map(() => ({ ours: [] as number[], baseline: [] as number[] }));
  for (let round = 0; round < bench.options.rounds; round++) {
    for (const [i, { next }] of kinds.entries()) {
      const times = { ours: [] as number[], baseline: [] as number[] };
      for (let repeat = 0; repeat < SYNCS_A_ROUND; repeat++) {
        const body = toBody(next());
        const key = company.keys.at(-1 - (sent++ % company.keys.length)) ?? '';
        times.ours.push((await sendSync(it.onPostgres[0].port, key, body)).ms);
        times.baseline.push((await sendSync(it.onFile.port, key, body)).ms);
      }
      taken[i]?.ours.push(median(times.ours));
      taken[i]?.baseline.push(median(times.baseline));
    }
  }
  return kinds.map(({ name }, i) => ({
    ...{ case: `postgres-sync-${name}`, against: AGAINST, unit: 'ms', compare: 'ratio' as const },
    ...{ ours: taken[i]?.ours ?? [], baseline: taken[i]?.baseline ?? [] },
    ...{ target: { atMost: 4 }, stallMs: null },
  }));
});

export const cases: readonly BenchCase[] = [cached, uncached, twoNodes, syncs];
