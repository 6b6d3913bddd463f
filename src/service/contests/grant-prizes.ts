import type { Prize } from '../../domain/contest.ts';
import { TOTAL_MAXIMUM } from '../../domain/limits.ts';
import * as badges from '../../store/badges.ts';
import * as companies from '../../store/companies.ts';
import type { ContestRow } from '../../store/contests.ts';
import * as store from '../../store/contests.ts';
import type { Database } from '../../store/database.ts';
import { awardToPeople, BADGE_NOT_FOUND, HELD_ALREADY, listHolders } from '../badges.ts';
import { type CompanyWrite, takeNumbers } from '../company-write.ts';
import { addEntries } from '../ledger-entries.ts';
import { eachPlace, type Version } from '../months/standings.ts';
import { type KeptWithheldPrize, prizesOf } from './contests.ts';

/** Somebody who has a prize's rank. `coins` is the balance, with the prizes granted so far. */
type Winner = { rank: number; number: number; id: string; coins: number };

/** Those who do not get a prize, and why. */
type Refusal = { winners: readonly Winner[]; reason: string };

/** Grants the prizes of a contest. One that cannot be granted does not keep the contest from being closed. */
export function grantPrizes(
  write: CompanyWrite,
  contest: ContestRow,
  version: Version,
): { granted: number; withheld: KeptWithheldPrize[] } {
  const prizes = prizesOf(contest);
  const all = listWinners(write.db, version, prizes);
  const withheld: KeptWithheldPrize[] = [];
  let granted = 0;
  for (const prize of prizes) {
    const winners = all.filter(({ rank }) => prize.first_rank <= rank && rank <= prize.last_rank);
    const { badge, coins } = prize;
    const refusal =
      badge === null
        ? grantCoins(write, contest, coins ?? 0, winners)
        : grantBadge(write, badge, winners);
    const { reason } = refusal;
    granted += winners.length - refusal.winners.length;
    for (const { rank, number } of refusal.winners) {
      withheld.push({ rank, badge, coins, reason, number });
    }
  }
  return { granted, withheld };
}

/** Everybody who has the rank of a prize, in rank order. */
function listWinners(db: Database, version: Version, prizes: readonly Prize[]): Winner[] {
  const last = Math.max(0, ...prizes.map(({ last_rank }) => last_rank));
  const wins = ({ rank }: { rank: number }) =>
    prizes.some(({ first_rank, last_rank }) => first_rank <= rank && rank <= last_rank);
  const places: { rank: number; number: number }[] = [];
  for (const place of eachPlace(db, version)) {
    if (place.rank > last) break;
    if (wins(place)) places.push(place);
  }
  const numbers = places.map(({ number }) => number);
  const people = db.all(store.listWinners, { companyId: version.companyId, numbers });
  const byNumber = new Map(people.map((person) => [person.number, person]));
  return places.flatMap(({ rank, number }) => {
    const person = byNumber.get(number);
    return person ? { rank, ...person } : [];
  });
}

function grantBadge(write: CompanyWrite, code: string, winners: readonly Winner[]): Refusal {
  const { db, companyId, now } = write;
  if (!db.one(badges.find, { companyId, code })) return { winners, reason: BADGE_NOT_FOUND };
  const numbers = winners.map(({ number }) => number);
  const holders = listHolders(write, code, numbers);
  const [held, others] = divide(winners, ({ number }) => holders.has(number));
  awardToPeople(write, code, others, now);
  return { winners: held, reason: HELD_ALREADY };
}

function grantCoins(
  write: CompanyWrite,
  { name }: ContestRow,
  amount: number,
  winners: readonly Winner[],
): Refusal {
  const [full, others] = divide(winners, ({ coins }) => coins + amount > TOTAL_MAXIMUM);
  if (others.length > 0) {
    const reasonFor = ({ rank }: Winner) => `Contest: ${name}, rank ${rank}`;
    const first = takeNumbers(write, companies.takeEntries, others.length);
    const coins = others.map((winner, i) => {
      winner.coins += amount;
      return {
        ...{ employeeNumber: winner.number, entry: first + i, amount, reason: reasonFor(winner) },
        ...{ source: 'contest', actor: write.actor, recordedAt: write.now, onceKey: null },
        total: winner.coins,
      };
    });
    addEntries(write, { coins });
  }
  return { winners: full, reason: `The coins would add up to more than ${TOTAL_MAXIMUM}` };
}

/** Those for whom it is true, and the others. */
function divide<T>(all: readonly T[], isFirst: (one: T) => boolean): [first: T[], others: T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))];
}
