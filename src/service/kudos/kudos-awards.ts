import { EngagedError } from '../../domain/errors.ts';
import type { NewEvent } from '../../domain/event.ts';
import { awardEarnedBadges } from '../badges/badge-rules.ts';
import type { CompanyWrite } from '../company/company-write.ts';
import { xpEvents } from '../events/events.ts';
import type { ResolvedEmployee } from '../people/employee-lookup.ts';
import { evaluateAwards, type NewAward, type PendingAward, writeAwards } from '../xp/awards.ts';

/** The source of these entries in the ledgers. */
const SOURCE = 'kudos';

/** XP and coins of somebody because of thanks; negative where they are taken back. */
export type KudosAward = {
  person: ResolvedEmployee;
  xp: number;
  coins: number;
  reason: string | null;
  /** The moment for which XP count; null for now. */
  at: number | null;
};

/**
 * Writes what people get for thanks, or what is taken back, with the badges that XP earn. Coins come before XP, so that no
 * balance is below zero.
 *
 * @returns the events of it, for the caller to record
 * @throws EngagedError `insufficient_coins`; `validation_failed` where a total would be more than can be kept
 */
export function awardKudos(write: CompanyWrite, awards: readonly KudosAward[]): NewEvent[] {
  const { now: recordedAt, actor } = write;
  const pending = (award: KudosAward, amount: number, coins: number): PendingAward => ({
    ...{ person: award.person, amount, coins, reason: award.reason, at: award.at, recordedAt },
    ...{ source: SOURCE, actor, idempotencyKey: null },
  });
  const parts = [
    ...awards.flatMap((award) => (award.coins === 0 ? [] : pending(award, 0, award.coins))),
    ...awards.flatMap((award) => (award.xp === 0 ? [] : pending(award, award.xp, 0))),
  ];
  if (parts.length === 0) return [];
  const made = evaluateAwards(write, new Map(), parts).map((outcome, i): NewAward => {
    if (outcome instanceof EngagedError) throw outcome;
    return { ...outcome, award: parts[i] as PendingAward };
  });
  const ofXp = made.filter(({ award }) => award.amount !== 0);
  const earned = awardEarnedBadges(
    write,
    ofXp.map(({ award: { person, recordedAt: now }, after: { xp } }) => ({ person, xp, now })),
  );
  writeAwards(write, made);
  return ofXp.flatMap(({ award: { person, amount }, after: { xp } }, i) =>
    xpEvents(person.number, { amount, xp, badges_awarded: earned[i] ?? [] }),
  );
}
