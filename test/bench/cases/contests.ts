import { parsePrize } from '../../../src/domain/contest.ts';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { writeCompany } from '../../../src/service/company-write.ts';
import { createContest } from '../../../src/service/contests/change-contests.ts';
import { closeContest, rankContest } from '../../../src/service/contests/close-contest.ts';
import { requireContest } from '../../../src/service/contests/contests.ts';
import { openDataFile } from '../../../src/store/files/data-file.ts';
import type { BenchCase } from '../bench.ts';

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

const closing: BenchCase = {
  name: 'contest-close',
  about:
    'closing a contest of a million people with 1,000 prizes: seconds of the writer, and of the ranker',
  run: async (bench) => {
    const { file, main } = bench.seeded({ people: bench.options.large });
    const { now } = bench.options;
    const { companyId } = main;
    const db = openDataFile(file, { write: true, cacheMegabytes: 64 });
    const ranking: number[] = [];
    const writing: number[] = [];
    const context = { companyId, now: now - 60 * DAY_MS, actor: 'bench' };
    try {
      for (let round = 0; round < bench.options.rounds; round++) {
        const { id } = writeCompany(db, context, (write) =>
          createContest(write, {
            ...{ name: 'Bench', first_day: dayOf(context.now), last_day: dayOf(now - 2 * DAY_MS) },
            ...{ departments: [], prizes: [parsePrize('1-1000=coins:5')] },
          }),
        );
        const { entry } = requireContest(db, companyId, id);
        const began = performance.now();
        const ranked = rankContest(db, companyId, entry);
        const middle = performance.now();
        writeCompany(db, { ...context, now }, (write) => closeContest(write, ranked));
        ranking.push((middle - began) / 1_000);
        writing.push((performance.now() - middle) / 1_000);
      }
    } finally {
      db.close();
      bench.discard(file);
    }
    const row = { against: 'zero', compare: 'difference', stallMs: null, unit: 's' } as const;
    const baseline = writing.map(() => 0);
    bench.add({ case: 'contest-close', ours: writing, baseline, target: { atMost: 1 }, ...row });
    bench.add({ case: 'contest-rank', ours: ranking, baseline, target: { atMost: 10 }, ...row });
  },
};

export const cases: readonly BenchCase[] = [closing];
