import type { NewEvent } from '../../domain/event.ts';
import * as badges from '../../store/badges/badges.ts';
import * as companies from '../../store/company/companies.ts';
import type { Database } from '../../store/database.ts';
import { awardEarnedBadges } from '../badges/badge-rules.ts';
import type { CompanyWrite } from '../company/company-write.ts';
import { xpEvents } from '../events/events.ts';
import type { ResolvedEmployee } from '../people/employee-lookup.ts';
import { evaluateAwards, writeAwards } from './awards.ts';

/** The source of these entries in the ledgers. */
const SOURCE = 'welcome';

/** The most that a newcomer is given. */
export const MAX_WELCOME = 1_000_000;

/** Gives people who were just added what the company gives to newcomers: nobody is added twice. */
export function welcome(
  write: CompanyWrite,
  people: readonly Pick<ResolvedEmployee, 'number' | 'id' | 'departmentNumber'>[],
): void {
  const { db, companyId, now, actor } = write;
  const { xp: amount, coins, reason } = ruleOf(db, companyId);
  if (amount === 0 && coins === 0) return;
  const awards = people.map(({ number, id, departmentNumber }) => ({
    person: { number, id, xp: 0, coins: 0, departmentNumber, deactivatedAt: null },
    ...{ amount, coins, reason, at: null, idempotencyKey: null },
    ...{ source: SOURCE, actor, recordedAt: now },
  }));
  const made = evaluateAwards(write, new Map(), awards).flatMap((one, i) => {
    const award = awards[i];
    // Nothing of it can be refused: the amounts are checked, and nobody has anything yet.
    return award && 'after' in one ? [{ award, before: one.before, after: one.after }] : [];
  });
  if (amount > 0) {
    awardEarnedBadges(
      write,
      awards.map(({ person }) => ({ person, xp: amount, now })),
    );
  }
  writeAwards(write, made);
}

/** The events of what such people were given. */
export function welcomeEvents({
  db,
  companyId,
}: CompanyWrite): (employeeNumber: number) => NewEvent[] {
  const { xp } = ruleOf(db, companyId);
  if (xp === 0) return () => [];
  const earned = db
    .all(badges.listRules, { companyId })
    .flatMap(({ code, xpThreshold }) => (xpThreshold <= xp ? [code] : []));
  return (employeeNumber) => xpEvents(employeeNumber, { amount: xp, xp, badges_awarded: earned });
}

function ruleOf(db: Database, companyId: number) {
  const rule = db.one(companies.findWelcome, { companyId });
  if (!rule) throw new Error('a company has no programme');
  return rule;
}
