import * as badges from '../store/badges.ts';
import * as companies from '../store/companies.ts';
import { type Badge, requireBadge, toBadge } from './badges.ts';
import { chunksOf } from './chunks.ts';
import { type CompanyWrite, recordAuditEvent, takeNumbers } from './company-write.ts';
import { badgeAwarded, recordEvents } from './events.ts';
import { requireInteger } from './input.ts';

// A rule awards a badge to every active person who has reached its threshold of all-time XP. It is applied when
// it is set, in the transaction of every later award of XP, and on `badge apply-rules`. People who were ever
// awarded the badge are skipped, so a rule never restores a revoked badge. A later XP correction revokes nothing.

/** A badge, and the number of people to whom a rule has just awarded it. */
export type RuleOutcome = Badge & { awarded: number };

/**
 * Sets the XP threshold of a badge and applies it at once. Null removes the rule; people keep the badge.
 *
 * @throws EngagedError `validation_failed`, `not_found`
 */
export function setBadgeRule(
  write: CompanyWrite,
  badgeCode: string,
  threshold: number | null,
): RuleOutcome {
  const { db, companyId } = write;
  const { code, xpThreshold: before } = requireBadge(db, companyId, badgeCode);
  const xpThreshold =
    threshold === null ? null : requireInteger('xp', threshold, 1, Number.MAX_SAFE_INTEGER);
  db.run(badges.setThreshold, { companyId, code, xpThreshold });
  const awarded = xpThreshold === null ? 0 : awardToAllEligible(write, { code, xpThreshold });
  recordAuditEvent(write, 'badge.rule', ['badge', code], {
    before: { xp_threshold: before },
    after: { xp_threshold: xpThreshold, awarded },
  });
  return { ...toBadge(requireBadge(db, companyId, code)), awarded };
}

/** Applies every rule to all active people: reactivated people may have reached a threshold while inactive. */
export function applyBadgeRules(write: CompanyWrite): RuleOutcome[] {
  const { db, companyId } = write;
  const outcomes = db.all(badges.listRules, { companyId }).map((rule) => {
    const awarded = awardToAllEligible(write, rule);
    return { ...toBadge(requireBadge(db, companyId, rule.code)), awarded };
  });
  if (outcomes.some(({ awarded }) => awarded > 0)) {
    recordAuditEvent(write, 'badge.apply_rules', ['company', null], {
      after: Object.fromEntries(outcomes.map(({ code, awarded }) => [code, awarded])),
    });
  }
  return outcomes;
}

/**
 * Applies every rule to these people, who have just been awarded XP. The caller records the events.
 *
 * @returns an award for each person and badge, in the order of the badges' codes
 */
export function awardEarnedBadges(
  write: CompanyWrite,
  employeeNumbers: ReadonlySet<number>,
): { code: string; employeeNumber: number }[] {
  const { db, companyId } = write;
  return db.all(badges.listRules, { companyId }).flatMap(({ code, xpThreshold }) => {
    const eligible: number[] = [];
    for (const numbers of chunksOf(employeeNumbers)) {
      const rows = db.all(badges.listEligibleAmong, { companyId, code, xpThreshold, numbers });
      for (const { employeeNumber } of rows) eligible.push(employeeNumber);
    }
    award(write, code, eligible, () => write.now);
    return eligible.map((employeeNumber) => ({ code, employeeNumber }));
  });
}

/** Awards one badge to people who do not hold it. The caller records the events. */
export function award(
  write: CompanyWrite,
  code: string,
  employeeNumbers: readonly number[],
  awardedAt: (index: number) => number,
): void {
  if (employeeNumbers.length === 0) return;
  const { db, companyId } = write;
  const first = takeNumbers(write, companies.takeEntries, employeeNumbers.length);
  const all = employeeNumbers.map((employeeNumber, i) => ({
    employeeNumber,
    entry: first + i,
    awardedAt: awardedAt(i),
  }));
  for (const awards of chunksOf(all)) db.run(badges.awardAll, { companyId, code, awards });
}

function awardToAllEligible(
  write: CompanyWrite,
  rule: { code: string; xpThreshold: number },
): number {
  const eligible = write.db
    .all(badges.listEligible, { companyId: write.companyId, ...rule })
    .map(({ employeeNumber }) => employeeNumber);
  award(write, rule.code, eligible, () => write.now);
  recordEvents(
    write,
    eligible.map((employeeNumber) => badgeAwarded(employeeNumber, rule.code)),
  );
  return eligible.length;
}
