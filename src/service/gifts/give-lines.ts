import { MAX_EVENTS_PER_CHANGE, type NewEvent } from '../../domain/event.ts';
import * as gifts from '../../store/gifts/gifts.ts';
import { awardEarnedBadges } from '../badges/badge-rules.ts';
import { addAwards } from '../badges/badges.ts';
import type { CompanyWrite } from '../company/company-write.ts';
import { badgeAwarded, recordEvents, xpEvents } from '../events/events.ts';
import { momentOf } from '../input.ts';
import { writeAwards } from '../xp/awards.ts';
import {
  coinsForXpOf,
  GiftEvaluation,
  type GivenLine,
  type LineOutcome,
} from './evaluate-lines.ts';
import type { GiftLine, GiftOrigin } from './plan-gift.ts';

/** Whether a gift has an event for each person: those of a larger one would be too many. */
export const isItemised = ({ lines }: Pick<gifts.GiftRow, 'lines'>): boolean =>
  lines <= MAX_EVENTS_PER_CHANGE;

/** Gives what lines of a gift give now, and records what became of each. */
export function giveLines(
  write: CompanyWrite,
  gift: gifts.GiftRow,
  lines: readonly GiftLine[],
): void {
  const { db, companyId, now } = write;
  const evaluation = new GiftEvaluation(db, companyId, {
    ...gift,
    origin: gift.origin as GiftOrigin,
    again: gift.again === 1,
  });
  const outcomes = evaluation.evaluate(lines, now);
  const given = outcomes.filter((one) => one.state === 'given');
  // Before the rules of badges, which leave out what somebody has.
  const badgeEntries = awardBadges(write, given);
  const ofXp = given.filter(({ award }) => award.amount !== 0);
  const earned = awardEarnedBadges(
    write,
    ofXp.map(({ award: { person }, after: { xp } }) => ({ person, xp, now })),
  );
  writeAwards(write, given);
  if (isItemised(gift))
    recordEvents(write, eventsOf(given, new Map(ofXp.map((one, i) => [one, earned[i] ?? []]))));
  const noted = outcomes.map((outcome) => toRow(outcome, badgeEntries));
  db.run(gifts.noteOutcomes, { companyId, gift: gift.entry, outcomes: noted });
}

/** Awards the badges of lines. @returns the entry of each award */
function awardBadges(
  write: CompanyWrite,
  given: readonly GivenLine[],
): ReadonlyMap<LineOutcome, number> {
  const entries = new Map<LineOutcome, number>();
  const byBadge = Map.groupBy(given, ({ badge }) => badge);
  for (const [code, all] of byBadge) {
    if (code === null) continue;
    const numbers = all.map(({ award }) => award.person.number);
    const timeOf = (i: number) => momentOf(all[i]?.award.at, write.now);
    const first = addAwards(write, code, numbers, timeOf);
    all.forEach((one, i) => {
      entries.set(one, first + i);
    });
  }
  return entries;
}

function eventsOf(
  given: readonly GivenLine[],
  earned: ReadonlyMap<GivenLine, readonly string[]>,
): NewEvent[] {
  return given.flatMap((one) => {
    const { award, after, badge } = one;
    const { amount, person } = award;
    const badges_awarded = [...(badge === null ? [] : [badge]), ...(earned.get(one) ?? [])];
    return amount === 0
      ? badges_awarded.map((code) => badgeAwarded(person.number, code))
      : xpEvents(person.number, { amount, xp: after.xp, badges_awarded });
  });
}

function toRow(outcome: LineOutcome, badgeEntries: ReadonlyMap<LineOutcome, number>) {
  const { state, line } = outcome;
  return state === 'given'
    ? {
        ...{ line: line.line, state, why: null, earlier: null },
        ...{ level: outcome.level, badgeEntry: badgeEntries.get(outcome) ?? null },
        coinsForXp: coinsForXpOf(outcome),
      }
    : {
        ...{ line: line.line, state, why: outcome.why, earlier: outcome.earlier },
        ...{ level: null, badgeEntry: null, coinsForXp: 0 },
      };
}
