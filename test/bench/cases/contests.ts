import { parsePrize } from '../../../src/domain/contest.ts';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { writeCompany } from '../../../src/service/company-write.ts';
import { createContest } from '../../../src/service/contests/change-contests.ts';
import { closeContest, rankContest } from '../../../src/service/contests/close-contest.ts';
import { requireContest } from '../../../src/service/contests/contests.ts';
import { openDataFile } from '../../../src/store/files/data-file.ts';
import type { BenchCase } from '../bench.ts';

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const contestClose: BenchCase = {
  name: 'contest-close',
  about:
    'closing a contest of a million people with 1,000 prizes and with none: seconds of the writer, and of the ranker',
  run: async (bench) => {
    const { file, main } = bench.seeded({ people: bench.options.large });
    const { now } = bench.options;
    const { companyId } = main;
    const db = openDataFile(file, { write: true, cacheMegabytes: 64 });
    const ranking: number[] = [];
    const keeping: number[] = [];
    const closing: number[] = [];
    const context = { companyId, now: now - 60 * DAY_MS, actor: 'bench' };
    const close = (prizes: readonly string[], writing: number[]) => {
      const { id } = writeCompany(db, context, (write) =>
        createContest(write, {
          ...{ name: 'Bench', first_day: dayOf(context.now), last_day: dayOf(now - 2 * DAY_MS) },
          ...{ departments: [], prizes: prizes.map(parsePrize) },
        }),
      );
      const { entry } = requireContest(db, companyId, id);
      const began = performance.now();
      const ranked = rankContest(db, companyId, entry);
      const middle = performance.now();
      writeCompany(db, { ...context, now }, (write) => closeContest(write, ranked));
      ranking.push((middle - began) / 1_000);
      writing.push((performance.now() - middle) / 1_000);
    };
    try {
      for (let round = 0; round < bench.options.rounds; round++) {
        close([], keeping);
        close(['1-1000=coins:5'], closing);
      }
    } finally {
      db.close();
      bench.discard(file);
    }
    const row = { against: 'zero', compare: 'difference', stallMs: null, unit: 's' } as const;
    const add = (name: string, ours: number[], atMost: number) =>
      bench.add({ case: name, ours, baseline: ours.map(() => 0), target: { atMost }, ...row });
    add('contest-close', closing, 1);
    add('contest-keep', keeping, 1);
    add('contest-rank', ranking, 10);
  },
};

export const cases: readonly BenchCase[] = [contestClose];
