import { failure } from '../../domain/errors.ts';
import * as badges from '../../store/badges/badges.ts';
import type { Database } from '../../store/database.ts';
import { chunksOf } from '../chunks.ts';
import { type CompanyWrite, recordAuditEvent } from '../company/company-write.ts';
import { badgeAwarded, recordEvents } from '../events/events.ts';
import { requireInteger } from '../input.ts';
import { addAwards, type Badge, requireBadge, toBadge } from './badges.ts';

// A rule awards a badge to every active person who has reached its threshold of all-time XP. It is applied when
// it is set, in the transaction of every later award of XP, and on `badge apply-rules`. People who were ever
// awarded the badge are skipped, so a rule never restores a revoked badge. A later XP correction revokes nothing.

/** Each is about everybody, and applied with every award of XP. */
const MAX_RULES = 100;

/** A badge, and the number of people to whom a rule has just awarded it. */
export type RuleOutcome = Badge & { awarded: number };

/**
 * Sets the XP threshold of a badge and applies it at once. Null removes the rule; people keep the badge.
 *
 * @param expected the rule that is to be replaced, and how many people may be awarded the badge
 * @throws EngagedError `validation_failed`, `not_found`; `conflict` where it is not as expected, or there are too many rules
 */
export function setBadgeRule(
  write: CompanyWrite,
  badgeCode: string,
  threshold: number | null,
  expected?: { seen: number | null; atMost: number },
): RuleOutcome {
  const { db, companyId } = write;
  const { code, xpThreshold: before } = requireBadge(db, companyId, badgeCode);
  if (expected && before !== expected.seen) throw failure('badge_rule_changed');
  const xpThreshold =
    threshold === null ? null : requireInteger('xp', threshold, 1, Number.MAX_SAFE_INTEGER);
  const isNew = before === null && xpThreshold !== null;
  if (isNew && db.all(badges.listRules, { companyId }).length >= MAX_RULES) {
    throw failure('badge_rule_limit', { limit: MAX_RULES });
  }
  db.run(badges.setThreshold, { companyId, code, xpThreshold });
  const awarded = xpThreshold === null ? 0 : awardToAllEligible(write, { code, xpThreshold });
  if (expected && awarded > expected.atMost) throw failure('badge_more_people');
  recordAuditEvent(write, 'badge.rule', ['badge', code], {
    before: { xp_threshold: before },
    after: { xp_threshold: xpThreshold, awarded },
  });
  return { ...toBadge(requireBadge(db, companyId, code)), awarded };
}

/** A rule that is not set yet. */
export type ProposedRule = { companyId: number; code: string; xpThreshold: number };

/** How many people a rule would award its badge to if it were set now. Reads everybody. */
export const countEligible = (db: Database, rule: ProposedRule): number =>
  db.one(badges.countEligible, rule)?.count ?? 0;

/**
 * Applies every rule to all active people: reactivated people may have reached a threshold while inactive.
 *
 * @throws EngagedError `conflict` where more than `atMost` badges would be awarded
 */
export function applyBadgeRules(write: CompanyWrite, atMost = Infinity): RuleOutcome[] {
  const { db, companyId } = write;
  const outcomes = db.all(badges.listRules, { companyId }).map((rule) => {
    const awarded = awardToAllEligible(write, rule);
    return { ...toBadge(requireBadge(db, companyId, rule.code)), awarded };
  });
  if (outcomes.reduce((sum, { awarded }) => sum + awarded, 0) > atMost) {
    throw failure('badge_rules_more_people');
  }
  if (outcomes.some(({ awarded }) => awarded > 0)) {
    recordAuditEvent(write, 'badge.apply_rules', ['company', null], {
      after: Object.fromEntries(outcomes.map(({ code, awarded }) => [code, awarded])),
    });
  }
  return outcomes;
}

/** Somebody who has just been awarded XP at `now`, and the all-time XP that they then have. */
export type XpReached = {
  person: { number: number; deactivatedAt: number | null };
  xp: number;
  now: number;
};

/**
 * Applies every rule to people who have just been awarded XP. The caller records the events.
 *
 * @returns the codes of the badges that each of `reached` earned, in order
 */
export function awardEarnedBadges(write: CompanyWrite, reached: readonly XpReached[]): string[][] {
  const { db, companyId } = write;
  const rules = db.all(badges.listRules, { companyId });
  const lowest = Math.min(...rules.map(({ xpThreshold }) => xpThreshold));
  const candidates = reached.filter(({ person, xp }) => isActive(person) && xp >= lowest);
  const awarded = new Set<string>();
  for (const numbers of chunksOf(new Set(candidates.map(({ person }) => person.number)))) {
    for (const { employeeNumber, code } of db.all(badges.listEverAwarded, { companyId, numbers })) {
      awarded.add(`${employeeNumber} ${code}`);
    }
  }
  const earned = reached.map(({ person, xp }) =>
    rules
      .filter(({ xpThreshold, code }) => {
        const holding = `${person.number} ${code}`;
        if (!isActive(person) || xp < xpThreshold || awarded.has(holding)) return false;
        awarded.add(holding);
        return true;
      })
      .map(({ code }) => code),
  );
  for (const { code } of rules) {
    const earners = reached.filter((_, i) => earned[i]?.includes(code));
    const numbers = earners.map(({ person }) => person.number);
    addAwards(write, code, numbers, (i) => earners[i]?.now ?? write.now);
  }
  return earned;
}

const isActive = ({ deactivatedAt }: XpReached['person']): boolean => deactivatedAt === null;

function awardToAllEligible(
  write: CompanyWrite,
  rule: { code: string; xpThreshold: number },
): number {
  const eligible = write.db
    .all(badges.listEligible, { companyId: write.companyId, ...rule })
    .map(({ employeeNumber }) => employeeNumber);
  addAwards(write, rule.code, eligible, () => write.now);
  recordEvents(
    write,
    eligible.map((employeeNumber) => badgeAwarded(employeeNumber, rule.code)),
  );
  return eligible.length;
}
