import { DAY_MS } from '../../domain/duration.ts';
import { parseIsoTime } from '../../domain/iso-time.ts';
import { momentOf } from '../../domain/local-time.ts';
import { runningContestsOf } from '../../service/contests/contests-of-person.ts';
import type { Database } from '../../store/database.ts';
import * as mails from '../../store/mail/mails.ts';
import * as shopItems from '../../store/shop/shop-items.ts';
import * as explanation from '../../store/xp/explanation.ts';
import type { KeptBoards } from '../../worker/kept-boards.ts';

const WEEK_MS = 7 * DAY_MS;

/** What ends within this time ends soon, in milliseconds. */
const SOON_MS = 14 * DAY_MS;

/** What somebody reads of their week. Times are in milliseconds UTC. */
export type Digest = {
  /** When the week began, and the XP of it and of the one before. */
  week: number;
  weekXp: number;
  xpBefore: number;
  /** All their XP, and their coins. */
  xp: number;
  coins: number;
  /** The cheapest thing that there is. */
  reward: { name: string; price: number } | undefined;
  endings: { id: string; name: string; endsAt: number }[];
  place: { rank: number; of: number } | undefined;
};

/**
 * Finds what somebody reads of the week before a day, as it is now; undefined where there is nothing to say.
 *
 * @param source.zone in whose time weeks begin
 * @param subject.day the Monday after the week, as in `2026-11-23`
 */
export function findDigest(
  { db, boards, now, zone }: { db: Database; boards: KeptBoards; now: number; zone: string },
  { companyId, number, day }: { companyId: number; number: number; day: string },
): Digest | undefined {
  const monday = parseIsoTime(day);
  const person = db.one(mails.findProgress, { companyId, employeeNumber: number });
  if (monday === undefined || !person) return undefined;
  const [before, week, until] = [2, 1, 0].map((weeks) =>
    momentOf(monday - weeks * WEEK_MS, zone),
  ) as [number, number, number];
  const between = (from: number, to: number): number =>
    db.one(explanation.sum, { companyId, employeeNumber: number, from, until: to })?.xp ?? 0;
  const weekXp = between(week, until);
  const endings = runningContestsOf(db, { companyId, now }, person)
    .filter(({ endsAt }) => endsAt - now < SOON_MS)
    .map(({ id, name, endsAt }) => ({ id, name, endsAt }));
  if (weekXp === 0 && endings.length === 0) return undefined;
  return {
    ...{ week, weekXp, xpBefore: between(before, week), endings },
    ...{ xp: person.xp, coins: person.coins, reward: nearestReward(db, companyId) },
    place: ownPlace(boards, { companyId, number, now }),
  };
}

function nearestReward(db: Database, companyId: number): Digest['reward'] {
  const [nearest] = db
    .all(shopItems.listOnRecord, { companyId })
    .filter(({ retiredAt, stockRemaining }) => retiredAt === null && stockRemaining !== 0)
    .sort((a, b) => a.coinPrice - b.coinPrice);
  return nearest && { name: nearest.name, price: nearest.coinPrice };
}

/** Where somebody stands in the company this month, for their eyes alone. */
function ownPlace(
  boards: KeptBoards,
  { companyId, number, now }: { companyId: number; number: number; now: number },
): Digest['place'] {
  const board = boards.ofMonth(companyId, now);
  const rank = board.rankOf(number);
  return rank === null || (board.xpOf(number) ?? 0) === 0 ? undefined : { rank, of: board.size };
}
