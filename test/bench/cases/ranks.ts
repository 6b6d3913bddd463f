import Sqlite from 'better-sqlite3';
import { RedisConnection } from '../baselines/resp.ts';
import type { BenchCase } from '../bench.ts';
import { type Child, freePort, isInstalled, startChild } from '../children.ts';
import { READS } from '../reads.ts';
import type { SeededCompany } from '../seed.ts';

/** The rank of anybody, against the usual way to keep ranks. */
const stats: BenchCase = {
  name: 'rank',
  about: 'stats of random people, against a Redis sorted set behind bare node:http',
  run: async (bench) => {
    if (!isInstalled('redis-server')) {
      bench.add({ case: 'rank', notRun: 'redis-server is not installed' });
      return;
    }
    const { file, main } = bench.seeded({ people: bench.options.people });
    const ours = await bench.ours(file);
    const { child: redis, port: redisPort } = await startRedis();
    await fillRedis(redisPort, file, main);
    const ranks = await bench.baseline('redis-ranks.ts', [String(redisPort)]);
    try {
      const read = READS.find(({ name }) => name === 'stats');
      const lines = (await read?.lines({ port: ours.port, file, company: main })) ?? [];
      const [line] = lines;
      if (!line) throw new Error('there is nobody to ask for');
      await ranks.child.ask(await bench.answer(ours, line));
      await ours.vitals();
      const [mine = [], theirs = []] = await bench.alternate([
        { target: ours, lines },
        { target: ranks, lines },
      ]);
      const { stallMs } = await ours.vitals();
      bench.add({
        ...{ case: 'rank', against: 'Redis sorted set', unit: 'req/s', compare: 'ratio', stallMs },
        ...{ ours: mine, baseline: theirs, target: { atLeast: 1.5 } },
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
    const connection = new RedisConnection(port);
    const isUp = await connection.send('PING').then(
      () => true,
      () => false,
    );
    connection.close();
    if (isUp) return { child, port };
    if (child.hasEnded() || performance.now() > deadline) {
      throw new Error(`redis-server did not start: ${child.printed()}`);
    }
  }
}

async function fillRedis(port: number, file: string, { companyId }: SeededCompany): Promise<void> {
  const db = new Sqlite(file, { readonly: true });
  const redis = new RedisConnection(port);
  try {
    const people = db
      .prepare<[number], { id: string; xp: number }>(
        'select id, xp from employees where company_id = ? and deactivated_at is null',
      )
      .all(companyId);
    for (let at = 0; at < people.length; at += 1_000) {
      const scores = people.slice(at, at + 1_000).flatMap(({ id, xp }) => [String(xp), id]);
      await redis.send('ZADD', 'xp', ...scores);
    }
  } finally {
    redis.close();
    db.close();
  }
}

export const cases: readonly BenchCase[] = [stats];
