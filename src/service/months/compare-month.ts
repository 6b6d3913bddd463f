import type { Month } from '../../domain/period.ts';
import type { Database } from '../../store/database.ts';
import * as store from '../../store/months/closed-months.ts';
import { CommitCache } from '../commit-cache.ts';
import { rankMonth } from './close-month.ts';
import { requireVersion } from './closed-months.ts';
import { eachStanding, type Ranked } from './standings.ts';

/** Somebody whose XP of a month is not what it was when the month was closed. */
export type LateXp = {
  employee_id: string;
  external_id: string | null;
  name: string | null;
  /** Null for somebody who did not rank. */
  rank: number | null;
  xp: number | null;
  /** Null for somebody who is not active now. */
  rank_now: number | null;
  xp_now: number;
  /** What came later; a correction is negative. */
  late_xp: number;
};

/**
 * Compares a version of a closed month with the XP that the month holds now, in the order of the closed month. People who
 * joined or came back since and have XP in the month come last. Reads the whole company.
 *
 * @throws EngagedError `not_found`
 */
export const compareMonth = (
  db: Database,
  companyId: number,
  month: Month,
  version?: number,
): LateXp[] =>
  db.read(() => {
    const row = db.do(requireVersion(companyId, month, version));
    const { size, numbers, xp } = rankMonth(db, companyId, month).standings;
    // By a person's number: the arrays of a ranking are as long as the highest number on record.
    const rankNow = new Uint32Array(numbers.length + 1);
    for (let at = 0; at < size; at++) rankNow[numbers[at] ?? 0] = at + 1;
    const places = new Map<number, Ranked>();
    const ranked = new Uint8Array(numbers.length + 1);
    for (const place of eachStanding(db, { companyId, ...row })) {
      const rank = rankNow[place.number] ?? 0;
      ranked[place.number] = 1;
      // Somebody who does not rank now may have another XP, too.
      if (rank === 0 || xp[rank - 1] !== place.xp) places.set(place.number, place);
    }
    const added = numbers.subarray(0, size).filter((one, at) => xp[at] !== 0 && !ranked[one]);
    const people = [...places.keys(), ...added].sort((a, b) => a - b);
    return db
      .all(store.listPeople, { companyId, month, numbers: people })
      .flatMap((person): LateXp[] => {
        const place = places.get(person.number);
        const lateXp = person.xp - (place?.xp ?? 0);
        if (lateXp === 0) return [];
        return [
          {
            employee_id: person.id,
            external_id: person.externalId,
            name: person.name,
            rank: place?.rank ?? null,
            xp: place?.xp ?? null,
            rank_now: rankNow[person.number] || null,
            xp_now: person.xp,
            late_xp: lateXp,
          },
        ];
      })
      .sort((a, b) => order(a) - order(b));
  });

const order = ({ rank }: LateXp) => rank ?? Number.MAX_SAFE_INTEGER;

/** Part of a comparison. */
export type ComparisonPart = {
  companyId: number;
  month: Month;
  version: number;
  offset: number;
  count: number;
};

/** A comparison of more people is made again for each part, so that it takes up no memory. */
const MAX_KEPT = 10_000;

/** Parts of comparisons. The last comparison is kept until anything is committed, because pages of it follow each other. */
export class Comparisons {
  readonly #kept: CommitCache<string, LateXp[], Database>;

  constructor(db: Database) {
    this.#kept = new CommitCache(db, 1);
  }

  /** Part of what `compareMonth` gives, and how many people there are. */
  part({ companyId, month, version, offset, count }: ComparisonPart): {
    total: number;
    rows: LateXp[];
  } {
    let all: LateXp[] = [];
    const kept = this.#kept.get(`${companyId} ${month} ${version}`, (db) => {
      all = compareMonth(db, companyId, month, version);
      return all.length <= MAX_KEPT ? all : undefined;
    });
    const people = kept ?? all;
    return { total: people.length, rows: people.slice(offset, offset + count) };
  }
}
