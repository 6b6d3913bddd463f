import { parsePrize } from '../../../src/domain/contest.ts';
import { DAY_MS } from '../../../src/domain/duration.ts';
import { writeCompany } from '../../../src/service/company/company-write.ts';
import { createContest } from '../../../src/service/contests/change-contests.ts';
import { closeContest, rankContest } from '../../../src/service/contests/close-contest.ts';
import { requireContest } from '../../../src/service/contests/contests.ts';
import { openDataFile } from '../../../src/store/files/data-file.ts';
import type { BenchCase } from '../bench.ts';
import { addSeconds, type Seconds, timed } from '../seconds.ts';

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
    const ranking: Seconds[] = [];
    const keeping: Seconds[] = [];
    const closing: Seconds[] = [];
    const context = { companyId, now: now - 60 * DAY_MS, actor: 'bench' };
    const close = (prizes: readonly string[], writing: Seconds[]) => {
      const { id } = writeCompany(db, context, (write) =>
        createContest(write, {
          ...{
            name: 'Bench',
            first_day: dayOf(now - 400 * DAY_MS),
            last_day: dayOf(now - 2 * DAY_MS),
          },
          ...{ departments: [], prizes: prizes.map(parsePrize) },
        }),
      );
      const { entry } = requireContest(db, companyId, id);
      const ranked = timed(() => rankContest(db, companyId, entry));
      const closed = timed(() =>
        writeCompany(db, { ...context, now }, (write) => closeContest(write, ranked.result)),
      );
      ranking.push(ranked.seconds);
      writing.push(closed.seconds);
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
    addSeconds(bench, 'contest-close', closing, 1);
    addSeconds(bench, 'contest-keep', keeping, 1);
    addSeconds(bench, 'contest-rank', ranking, 10);
  },
};

export const cases: readonly BenchCase[] = [contestClose];
