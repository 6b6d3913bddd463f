import { EngagedError } from '../../domain/errors.ts';
import { isoTime } from '../../domain/iso-time.ts';
import { levelOf, xpToNextLevel } from '../../domain/level.ts';
import type { CompanyWrite } from '../company/company-write.ts';
import { momentOf, readLabel, requireTimestamp } from '../input.ts';
import { requireEmployee } from '../people/employee-records.ts';
import { evaluateAwards, makeAwards, type NewAward } from './awards.ts';
import { readEntry, requireCoins } from './ledger-entries.ts';

/** What the ledger names as the source of an entry by a command. */
const OPERATOR = 'operator';

export type Award = {
  /** Not zero; a negative one corrects. */
  amount: number;
  reason?: string | null | undefined;
  /** An idempotency key: repeating it awards nothing. */
  once?: string | null | undefined;
};

export type XpAward = Award & { at?: number | undefined };

type Entry = {
  /** False if the once key was used before for the same award; then nothing was written. */
  applied: boolean;
  employee_id: string;
  amount: number;
  reason: string | null;
  at: string;
  once: string | null;
};

/** An XP entry, where it leaves the person, and what came with it. */
export type XpEntry = Entry & {
  xp: number;
  level: number;
  xp_to_next_level: number;
  /** Codes of the badges whose rule this entry fulfilled. */
  badges_awarded: string[];
};

/** A coin entry, and the balance it leaves. */
export type CoinEntry = Entry & { coins: number };

/**
 * Awards XP to a person, active or not, and the badges whose threshold is reached.
 *
 * @param input `at` is the moment it counts for, in milliseconds UTC; left out, it is now
 * @throws EngagedError `validation_failed`, `not_found`; `conflict` for a once key used for another person, amount or
 *   moment
 */
export function awardXp(write: CompanyWrite, reference: string, input: XpAward): XpEntry {
  const { entry, after, badges } = awardOne(write, reference, input, 'amount');
  return {
    ...entry,
    xp: after.xp,
    level: levelOf(after.xp),
    xp_to_next_level: xpToNextLevel(after.xp),
    badges_awarded: badges,
  };
}

/**
 * Adds coins, or removes them with a negative amount. The balance never goes below zero.
 *
 * @throws EngagedError `validation_failed`, `not_found`; `insufficient_coins` for a balance below zero; `conflict` for
 *   a once key used for another person or amount
 */
export function grantCoins(write: CompanyWrite, reference: string, input: Award): CoinEntry {
  const { entry, after } = awardOne(write, reference, input, 'coins');
  return { ...entry, coins: after.coins };
}

/** A batch of one award. @param what is awarded */
function awardOne(
  write: CompanyWrite,
  reference: string,
  input: XpAward,
  what: 'amount' | 'coins',
): Pick<NewAward, 'after'> & { entry: Entry; badges: string[] } {
  const { now, actor } = write;
  const person = requireEmployee(write.db, write.companyId, reference);
  const { amount, reason } = readEntry(input);
  const once = readLabel('once', input.once, 255);
  const at = input.at === undefined ? null : requireTimestamp('at', input.at, now);
  const award = {
    ...{ person, reason, at, idempotencyKey: once, amount: 0, coins: 0, [what]: amount },
    ...{ source: OPERATOR, actor, recordedAt: now },
  };
  const [outcome] = evaluateAwards(write, new Map(), [award]);
  if (outcome === undefined) throw new Error('an award has no outcome');
  if (outcome instanceof EngagedError) {
    if (outcome.code === 'insufficient_coins') requireCoins(person, -amount);
    throw outcome;
  }
  const { earlier, before, after } = outcome;
  const [badges = []] = earlier ? [] : makeAwards(write, [[{ award, before, after }]]);
  const made = earlier ?? { amount, reason, at: momentOf(at, now) };
  const entry = { amount: made.amount, reason: made.reason, at: isoTime(made.at), once };
  return { entry: { applied: !earlier, employee_id: person.id, ...entry }, after, badges };
}
