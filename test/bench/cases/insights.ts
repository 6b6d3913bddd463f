import { formatPeriod, periodOf } from '../../../src/domain/report-period.ts';
import { LazyCompanyWrite } from '../../../src/service/company/company-write.ts';
import { applyAwards } from '../../../src/service/xp/xp-awards.ts';
import type { Database } from '../../../src/store/database.ts';
import type { ParamShape, Params, Query } from '../../../src/store/query.ts';
import { SqliteDatabase } from '../../../src/store/sqlite/sqlite-database.ts';
import { awardBody } from '../award-body.ts';
import type { BenchCase } from '../bench.ts';
import { median } from '../results.ts';
import { timed } from '../seconds.ts';

/** A department of the seed that has others below it. */
const DEPARTMENT = '00000000-00de-7000-8000-000000000005';

/** Requests of a round, one after another. */
const ASKED = 20;

const reports: BenchCase = {
  name: 'insights',
  about:
    'a report of a year by week, of everybody and of a department: until all of it has arrived',
  run: async (bench) => {
    const { rounds } = bench.options;
    const { file, main } = bench.seeded({ people: bench.options.people });
    const ours = await bench.ours(file);
    const headers = { authorization: `Bearer ${main.keys[0]}` };
    try {
      for (const [name, filter] of [
        ['insights', ''],
        ['insights-department', `&department_id=${DEPARTMENT}`],
      ] as const) {
        const url = `http://127.0.0.1:${ours.port}/v1/reports/participation?by=week&from=${firstWeek(bench.options.now)}${filter}`;
        const ask = async () => {
          const begun = performance.now();
          const response = await fetch(url, { headers });
          const { data } = (await response.json()) as { data: unknown[] };
          if (data?.length !== WEEKS) throw new Error(`a report has no ${WEEKS} weeks`);
          return performance.now() - begun;
        };
        await ask();
        const taken: number[] = [];
        for (let round = 0; round < rounds; round++) {
          const times: number[] = [];
          for (let i = 0; i < ASKED; i++) times.push(await ask());
          taken.push(median(times));
        }
        bench.add({
          ...{ case: name, unit: 'ms', ours: taken, target: { atMost: 50 }, stallMs: null },
          ...{ against: 'zero', compare: 'difference', baseline: taken.map(() => 0) },
        });
      }
    } finally {
      await ours.stop();
      bench.discard(file);
    }
  },
};

const WEEKS = 52;

const firstWeek = (now: number): string => formatPeriod('week', periodOf('week', now) - WEEKS + 1);

/** A data file whose totals of reports stay as they are. */
class WithoutTotals extends SqliteDatabase {
  override run<P extends ParamShape>(
    query: Query<'exec', P, Record<string, never>>,
    params: Params<P>,
  ): number {
    return query.name.startsWith('report-totals/') ? 0 : super.run(query, params);
  }
}

/** Awards of one transaction, and how many of them follow each other in a round. */
const TOGETHER = 64;
const TRANSACTIONS = 100;

const awards: BenchCase = {
  name: 'insights-awards',
  about: 'processor time of an award, against the same award without the totals of reports',
  run: async (bench) => {
    const { rounds, people, now } = bench.options;
    const files = [bench.seeded({ people }), bench.seeded({ people })];
    const companyId = files[0]?.main.companyId ?? 0;
    const access = { write: true, cacheMegabytes: 64 };
    const dbs = [
      new SqliteDatabase(files[0]?.file ?? '', access),
      new WithoutTotals(files[1]?.file ?? '', access),
    ];
    const award = (db: Database, first: number) => {
      const requests = Array.from({ length: TOGETHER }, (_, i) => {
        const { awards: rows } = JSON.parse(awardBody([first + i], { people, mark: 'insights' }));
        return { rows, actor: 'bench', now };
      });
      const write = new LazyCompanyWrite(db, { companyId, now, actor: 'bench' });
      return timed(() => db.write(() => applyAwards(write, requests))).seconds.processor;
    };
    const taken = dbs.map((): number[] => []);
    try {
      for (let round = 0; round <= rounds; round++) {
        const sums = dbs.map(() => 0);
        for (let at = 0; at < TRANSACTIONS; at++) {
          const first = (round * TRANSACTIONS + at) * TOGETHER;
          for (const turn of [0, 1]) {
            const i = (turn + at) % 2;
            sums[i] = (sums[i] ?? 0) + award(dbs[i] as Database, first);
          }
        }
        // The first round fills caches.
        if (round > 0)
          for (const [i, sum] of sums.entries())
            taken[i]?.push((sum * 1e6) / (TRANSACTIONS * TOGETHER));
      }
    } finally {
      for (const db of dbs) db.close();
      for (const { file } of files) bench.discard(file);
    }
    const [ours = [], baseline = []] = taken;
    bench.add({
      ...{ case: 'insights-awards', against: 'without totals of reports', unit: 'µs', ours },
      ...{ compare: 'ratio', baseline, target: { atMost: 1.05 }, stallMs: null },
    });
  },
};

export const cases: readonly BenchCase[] = [reports, awards];
