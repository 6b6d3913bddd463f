import { failure } from '../../domain/errors.ts';
import type { Database } from '../../store/database.ts';
import type { CompanyWrite } from '../company/company-write.ts';
import { programmeOf } from '../company/programme.ts';
import {
  type Award,
  awardXp,
  type CoinEntry,
  grantCoins,
  type XpAward,
  type XpEntry,
} from './ledger.ts';

/** Entries beyond what is given without being asked for again: how many, and the largest of them. A row that makes one of each counts once. */
export type LargeAmounts = { amounts: number; largest: number; unit: 'XP' | 'coins' };

/** Large amounts, of which the largest has to be typed again. `limit` is what is given in its unit without that. */
export type AmountsToRepeat = LargeAmounts & { limit: number };

/**
 * @param repeated the largest amount, as somebody repeated it; either sign
 * @throws EngagedError `amount_unconfirmed` where another amount or none was repeated
 */
export function requireAmount(large: AmountsToRepeat | null, repeated: number | null): void {
  if (large === null || Math.abs(repeated ?? 0) === large.largest) return;
  throw failure('amount_unconfirmed', large);
}

/** Collects entries that were just written, and asks about the large ones at the end. */
export class AmountCheck {
  readonly #limits: { xp: number; coins: number };
  #large: LargeAmounts | null = null;

  constructor(db: Database, companyId: number) {
    const { ask_above_xp: xp, ask_above_coins: coins } = programmeOf(db, companyId);
    this.#limits = { xp, coins };
  }

  /** Whether an entry, or a row that makes one of each, is asked for again. */
  isLarge({ xp, coins }: { xp: number; coins: number }): boolean {
    return Math.abs(xp) > this.#limits.xp || Math.abs(coins) > this.#limits.coins;
  }

  /** Adds an entry, or a row that makes one of each. */
  add({ xp = 0, coins = 0 }: { xp?: number; coins?: number }): void {
    const given = [
      { largest: Math.abs(xp), unit: 'XP' as const, limit: this.#limits.xp },
      { largest: Math.abs(coins), unit: 'coins' as const, limit: this.#limits.coins },
    ].filter(({ largest, limit }) => largest > limit);
    const amounts = (this.#large?.amounts ?? 0) + (given.length > 0 ? 1 : 0);
    for (const { largest, unit } of given) {
      if (!this.#large || largest > this.#large.largest) this.#large = { amounts, largest, unit };
    }
    if (this.#large) this.#large = { ...this.#large, amounts };
  }

  /** Those of the amounts so far that are asked for again; null where none is. */
  large(): AmountsToRepeat | null {
    if (this.#large === null) return null;
    return { ...this.#large, limit: this.#limits[this.#large.unit === 'XP' ? 'xp' : 'coins'] };
  }

  /** @throws EngagedError as `requireAmount`; the caller's transaction is then undone */
  require(repeated: number | null): void {
    requireAmount(this.large(), repeated);
  }
}

/** Awards XP by hand. @throws EngagedError as `awardXp`; `amount_unconfirmed` for a large amount that was not repeated */
export function awardXpByHand(
  write: CompanyWrite,
  reference: string,
  award: XpAward,
  repeated: number | null,
): XpEntry {
  const entry = awardXp(write, reference, award);
  requireRepeated(write, entry.applied ? { xp: entry.amount } : {}, repeated);
  return entry;
}

/** Grants coins by hand. @throws EngagedError as `grantCoins`; `amount_unconfirmed` for a large amount that was not repeated */
export function grantCoinsByHand(
  write: CompanyWrite,
  reference: string,
  award: Award,
  repeated: number | null,
): CoinEntry {
  const entry = grantCoins(write, reference, award);
  requireRepeated(write, entry.applied ? { coins: entry.amount } : {}, repeated);
  return entry;
}

function requireRepeated(
  { db, companyId }: CompanyWrite,
  entry: Parameters<AmountCheck['add']>[0],
  repeated: number | null,
): void {
  const check = new AmountCheck(db, companyId);
  check.add(entry);
  check.require(repeated);
}
