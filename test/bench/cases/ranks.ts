import { createClient } from '@redis/client';
import Sqlite from 'better-sqlite3';
import type { BenchCase } from '../bench.ts';
import { type Child, freePort, isInstalled, startChild } from '../children.ts';
import { READS } from '../reads.ts';
import type { SeededCompany } from '../seed.ts';

/** Reading a rank, compared with the usual way to keep ranks. */
const stats: BenchCase = {
  name: 'rank',
  about: 'stats of random people, compared with a Redis sorted set behind bare node:http',
  run: async (bench) => {
    if (!isInstalled('redis-server')) {
      bench.add({ case: 'rank', notRun: 'redis-server is not installed' });
      return;
    }
    const { file, main } = bench.seeded({ people: bench.options.people });
    const ours = await bench.ours(file);
    const { child: redis, port: redisPort } = await startRedis();
    await loadIntoRedis(redisPort, file, main);
    const ranks = await bench.baseline('redis-ranks.ts', [String(redisPort)]);
    try {
      const read = READS.find(({ name }) => name === 'stats');
      const lines = (await read?.lines({ port: ours.port, file, company: main })) ?? [];
      const [line] = lines;
      if (!line) throw new Error('there are no people');
      await ranks.child.ask(await bench.fetch(ours, line));
      await ours.stats();
      const [ourRates = [], bareRates = []] = await bench.alternate([
        { target: ours, lines },
        { target: ranks, lines },
      ]);
      const { stallMs } = await ours.stats();
      bench.add({
        ...{ case: 'rank', against: 'Redis sorted set', unit: 'req/s', compare: 'ratio', stallMs },
        ...{ ours: ourRates, baseline: bareRates, target: { atLeast: 1.5 } },
      });
    } finally {
      for (const child of [ours, ranks, redis]) await child.stop();
      bench.discard(file);
    }
  },
};

async function startRedis(): Promise<{ child: Child; port: number }> {
  const port = await freePort();
  const child = startChild('redis-server', [
    ...['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no'],
  ]);
  const deadline = performance.now() + 10_000;
  for (;;) {
    const isUp = await withRedis(port, (redis) => redis.ping()).then(
      () => true,
      () => false,
    );
    if (isUp) return { child, port };
    if (child.hasEnded() || performance.now() > deadline) {
      throw new Error(`redis-server did not start: ${child.printed()}`);
    }
  }
}

async function withRedis<T>(
  port: number,
  use: (redis: ReturnType<typeof createClient>) => Promise<T>,
): Promise<T> {
  const url = `redis://127.0.0.1:${port}`;
  const redis = createClient({ url, socket: { reconnectStrategy: false } });
  // Any failure also rejects the command.
  redis.on('error', () => {});
  try {
    await redis.connect();
    return await use(redis as ReturnType<typeof createClient>);
  } finally {
    redis.destroy();
  }
}

async function loadIntoRedis(
  port: number,
  file: string,
  { companyId }: SeededCompany,
): Promise<void> {
  const db = new Sqlite(file, { readonly: true });
  try {
    const people = db
      .prepare<[number], { value: string; score: number }>(
        'select id as value, xp as score from employees where company_id = ? and deactivated_at is null',
      )
      .all(companyId);
    await withRedis(port, async (redis) => {
      for (let at = 0; at < people.length; at += 1_000) {
        await redis.zAdd('xp', people.slice(at, at + 1_000));
      }
    });
  } finally {
    db.close();
  }
}

export const cases: readonly BenchCase[] = [stats];
