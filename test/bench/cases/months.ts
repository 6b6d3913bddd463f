import { statSync } from 'node:fs';
import { formatMonth, monthOf } from '../../../src/domain/period.ts';
import { monthEnd } from '../../../src/domain/standings/due-months.ts';
import { writeCompany } from '../../../src/service/company/company-write.ts';
import { closeMonth, rankMonth } from '../../../src/service/months/close-month.ts';
import { reopenMonth } from '../../../src/service/months/closed-months.ts';
import type { Database } from '../../../src/store/database.ts';
import { openDataFile } from '../../../src/store/files/data-file.ts';
import type { Bench, BenchCase } from '../bench.ts';
import type { EngagedServer } from '../engaged-server.ts';
import type { Line } from '../load.ts';
import { deep, READS } from '../reads.ts';
import type { Row } from '../results.ts';
import { addSeconds, type Seconds, timed } from '../seconds.ts';

const MONTHS = 120;

/** A department of the seed. */
const DEPARTMENT = '00000000-00de-7000-8000-00000000001e';

/** Closes a month and returns how long the writer was busy. */
function close(db: Database, companyId: number, month: number, now: number): Seconds {
  const context = { companyId, now, actor: 'bench' };
  const ranking = rankMonth(db, companyId, month);
  return timed(() => writeCompany(db, context, (write) => closeMonth(write, ranking))).seconds;
}

/** A month whose seeded version was taken out of force. */
function reopenLast(bench: Bench, db: Database, companyId: number): number {
  const { now } = bench.options;
  const month = monthOf(now) - 1;
  writeCompany(db, { companyId, now, actor: 'bench' }, (write) => reopenMonth(write, month));
  return month;
}

const closing: BenchCase = {
  name: 'month-close',
  about: 'closing a month of a million people: seconds of the writer, and size',
  run: async (bench) => {
    const { file, main } = bench.seeded({ people: bench.options.large });
    const db = openDataFile(file, { write: true, cacheMegabytes: 64 });
    const seconds: Seconds[] = [];
    const megabytes: number[] = [];
    const size = () => {
      db.execute('pragma wal_checkpoint(truncate)');
      return statSync(file).size / 1e6;
    };
    try {
      for (let round = 0; round < bench.options.rounds; round++) {
        const month = reopenLast(bench, db, main.companyId);
        const before = size();
        seconds.push(close(db, main.companyId, month, bench.options.now));
        megabytes.push(size() - before);
      }
    } finally {
      db.close();
      bench.discard(file);
    }
    addSeconds(bench, 'month-close', seconds, 1);
    bench.add({
      ...{ case: 'month-size', unit: 'MB', ours: megabytes, target: { atMost: 20 }, stallMs: null },
      ...{ against: 'zero', compare: 'difference', baseline: megabytes.map(() => 0) },
    });
  },
};

/**
 * Adds a row for the requests of one load compared with another: microseconds on the clock, and of the processor in the
 * main thread.
 */
async function addComparison(
  bench: Bench,
  candidates: readonly { target: EngagedServer; lines: readonly Line[] }[],
  about: Pick<Row, 'case' | 'against'> & { atMost: number },
): Promise<void> {
  const { case: name, against, atMost } = about;
  const row = { against, unit: 'µs', compare: 'ratio', target: { atMost } } as const;
  for (const { target } of candidates) await target.stats();
  const [ours = [], baseline = []] = (await bench.alternate(candidates)).map((rates) =>
    rates.map((rate) => 1e6 / rate),
  );
  const stallMs = (await candidates[0]?.target.stats())?.stallMs ?? null;
  bench.add({ case: name, ours, baseline, stallMs, ...row });

  const [own = [], other = []] = await processorTimes(bench, candidates);
  const processor = { case: `${name}-processor`, ours: own, baseline: other, stallMs: null };
  bench.add({ ...processor, ...row });
}

/** Microseconds of the processor that a request takes the main thread, in each round. */
async function processorTimes(
  bench: Bench,
  candidates: readonly { target: EngagedServer; lines: readonly Line[] }[],
): Promise<number[][]> {
  const times = candidates.map((): number[] => []);
  for (let round = 0; round < bench.options.rounds; round++) {
    for (const [i, { target, lines }] of candidates.entries()) {
      const before = await target.stats();
      const { requests } = await bench.load(target, lines);
      const { processorMs } = await target.stats();
      times[i]?.push((1e3 * (processorMs - before.processorMs)) / requests);
    }
  }
  return times;
}

const pages: BenchCase = {
  name: 'month-page',
  about:
    'random pages of a closed month of a million people, compared with those of the leaderboard',
  run: async (bench) => {
    const { file, main } = bench.seeded({ people: bench.options.large });
    const db = openDataFile(file, { write: true });
    const month = reopenLast(bench, db, main.companyId);
    close(db, main.companyId, month, bench.options.now);
    db.close();
    const server = await bench.ours(file);
    try {
      const source = { port: server.port, file, company: main };
      for (const filter of ['', `&department_id=${DEPARTMENT}`]) {
        const lines = await Promise.all(
          [`/v1/standings/${formatMonth(month)}?x=`, '/v1/leaderboard?period=last_year'].map(
            (path) => deep(path + filter)(source),
          ),
        );
        await addComparison(
          bench,
          lines.map((lines) => ({ target: server, lines })),
          {
            case: `month-page${filter && '-department'}`,
            against: 'the leaderboard',
            atMost: 1.5,
          },
        );
      }
    } finally {
      await server.stop();
      bench.discard(file);
    }
  },
};

const live: BenchCase = {
  name: 'month-live',
  about: `each read beside ${MONTHS} closed months, compared with none`,
  run: async (bench) => {
    const [full, empty] = [1, 2].map(() => bench.seeded({ people: bench.options.people }));
    if (!full || !empty) return;
    const db = openDataFile(full.file, { write: true });
    // Months to come, in which everybody ranks; before they joined, nobody does.
    for (let ahead = 0; ahead < MONTHS; ahead++) {
      const month = monthOf(bench.options.now) + ahead;
      close(db, full.main.companyId, month, monthEnd(month));
    }
    db.close();
    const servers = await Promise.all([full, empty].map(({ file }) => bench.ours(file)));
    try {
      for (const read of READS) {
        const candidates = await Promise.all(
          servers.map(async (target, i) => {
            const { file, main: company } = i === 0 ? full : empty;
            return { target, lines: await read.lines({ port: target.port, file, company }) };
          }),
        );
        const name = `month-live-${read.name}`;
        await addComparison(bench, candidates, {
          case: name,
          against: 'no closed month',
          atMost: 1.1,
        });
      }
    } finally {
      for (const server of servers) await server.stop();
      for (const { file } of [full, empty]) bench.discard(file);
    }
  },
};

export const cases: readonly BenchCase[] = [closing, pages, live];
