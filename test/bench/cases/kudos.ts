import { LazyCompanyWrite, writeCompany } from '../../../src/service/company/company-write.ts';
import { listKudos } from '../../../src/service/kudos/kudos-feed.ts';
import { giveRequested } from '../../../src/service/kudos/kudos-requests.ts';
import { setKudosSettings } from '../../../src/service/kudos/kudos-settings.ts';
import { applyAwards } from '../../../src/service/xp/xp-awards.ts';
import { openDataFile } from '../../../src/store/files/data-file.ts';
import * as employees from '../../../src/store/people/employees.ts';
import { activePerson, awardBody } from '../award-body.ts';
import type { Bench, BenchCase } from '../bench.ts';
import { fillThanks } from '../kudos-seed.ts';
import { median } from '../results.ts';
import { timed } from '../seconds.ts';

const POSTS = 1_000_000;

/** Pages of a round. */
const READ = 300;

/** A file with thanks, opened to be written to. @param posts how many were given before */
function withThanks(bench: Bench, posts: number) {
  const { people, now } = bench.options;
  const { file, main } = bench.seeded({ people });
  const { companyId } = main;
  const db = openDataFile(file, { write: true, cacheMegabytes: 64 });
  db.write(() => fillThanks(db, companyId, { people, posts, now }));
  const settings = { on: true, allowance: 100_000, giver_xp_a_week: 100 };
  writeCompany(db, { companyId, now, actor: 'bench' }, (w) => setKudosSettings(w, settings));
  return { file, db, companyId };
}

const feed: BenchCase = {
  name: 'kudos-feed',
  about: 'the first page of thanks as different people see it, among a million',
  run: async (bench) => {
    const { people, rounds } = bench.options;
    const { file, db, companyId } = withThanks(bench, POSTS);
    try {
      const first = { before: Number.MAX_SAFE_INTEGER, count: 26 };
      const read = (at: number, value: string | undefined) => {
        const reference = activePerson(at * 7_919, people);
        const [person] = db.all(employees.listMatching, {
          ...{ companyId, id: '', externalId: reference, emailKey: '', placeholderKey: '' },
        });
        if (!person) throw new Error(`nobody is ${reference}`);
        const { number, departmentNumber } = person;
        const viewer = { number, departmentNumber };
        const begun = performance.now();
        const seen = db.do(listKudos(companyId, { viewer, value }, first));
        if (seen.length !== first.count) throw new Error('a page is not full');
        return performance.now() - begun;
      };
      for (const [name, value] of [
        ['kudos-feed', undefined],
        ['kudos-feed-value', 'value-3'],
      ] as const) {
        const taken = Array.from({ length: rounds }, (_, round) =>
          median(Array.from({ length: READ }, (__, i) => read(round * READ + i, value))),
        );
        bench.add({
          ...{ case: name, unit: 'ms', ours: taken, target: { atMost: 10 }, stallMs: null },
          ...{ against: 'zero', compare: 'difference', baseline: taken.map(() => 0) },
        });
      }
    } finally {
      db.close();
      bench.discard(file);
    }
  },
};

/** Writes of one transaction, and how many transactions follow each other in a round. */
const TOGETHER = 64;
const TRANSACTIONS = 40;

const giving: BenchCase = {
  name: 'kudos-give',
  about: 'processor time of thanks with points to one person, against an award of XP and coins',
  run: async (bench) => {
    const { people, rounds, now } = bench.options;
    const { file, db, companyId } = withThanks(bench, 0);
    const one = (change: (write: LazyCompanyWrite, at: number) => void, first: number): number =>
      timed(() =>
        db.write(() => {
          for (let i = 0; i < TOGETHER; i++)
            change(new LazyCompanyWrite(db, { companyId, now, actor: 'bench' }), first + i);
        }),
      ).seconds.processor;
    const award = (write: LazyCompanyWrite, at: number) => {
      const { awards: rows } = JSON.parse(awardBody([at], { people, mark: 'kudos' }));
      applyAwards(write, [{ rows: [{ ...rows[0], coins: 3 }], actor: 'bench', now }]);
    };
    const give = (write: LazyCompanyWrite, at: number) =>
      giveRequested(write, {
        from: { external_id: activePerson(at, people) },
        to: [{ external_id: activePerson(at + 1, people) }],
        ...{ points: 3, value: 'value-1', once: `kudos ${at}`, visibility: null },
        message: 'You stayed until the line ran again, and wrote down how.',
      });
    const taken = { ours: [] as number[], baseline: [] as number[] };
    try {
      for (let round = 0; round <= rounds; round++) {
        const sums = { ours: 0, baseline: 0 };
        for (let at = 0; at < TRANSACTIONS; at++) {
          const first = (round * TRANSACTIONS + at) * TOGETHER;
          sums.ours += one(give, first);
          sums.baseline += one(award, first);
        }
        // The first round fills caches.
        if (round === 0) continue;
        for (const side of ['ours', 'baseline'] as const)
          taken[side].push((sums[side] * 1e6) / (TRANSACTIONS * TOGETHER));
      }
    } finally {
      db.close();
      bench.discard(file);
    }
    bench.add({
      ...{ case: 'kudos-give', against: 'an award by itself', unit: 'µs', ...taken },
      ...{ compare: 'ratio', target: { atMost: 2 }, stallMs: null },
    });
  },
};

export const cases: readonly BenchCase[] = [feed, giving];
