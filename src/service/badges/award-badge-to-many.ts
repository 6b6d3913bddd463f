import { type CompanyWrite, recordAuditEvent } from '../company/company-write.ts';
import { badgeAwarded, recordEvents } from '../events/events.ts';
import { momentOf } from '../input.ts';
import { EmployeeLookup } from '../people/employee-lookup.ts';
import { readReference, readTime } from '../xp/award-row.ts';
import { type RowError, resolveRows } from '../xp/row-error.ts';
import { addAwards, type Badge, listHolders, requireBadge, toBadge } from './badges.ts';

/** The fields of a row that awards a badge. */
export const BADGE_ROW_FIELDS = ['employee', 'at'] as const;

/** A row as a file holds it; without `at` the badge is earned now. */
type BadgeRowText = { [Field in (typeof BADGE_ROW_FIELDS)[number]]?: string };

/** `awarded + already_held + errors.length` is `rows`. A repeated person counts as already holding the badge. */
type BadgeAwards = {
  badge: Badge;
  rows: number;
  awarded: number;
  already_held: number;
  errors: RowError[];
};

/**
 * Awards a badge to every listed person who does not hold it, as one audit entry.
 *
 * @throws EngagedError `not_found` for a badge that is not defined
 */
export function awardBadgeToMany(
  write: CompanyWrite,
  badgeCode: string,
  rows: readonly BadgeRowText[],
): BadgeAwards {
  const { db, companyId, now } = write;
  const badge = requireBadge(db, companyId, badgeCode);
  const { code } = badge;
  const { resolved, errors } = resolveRows(new EmployeeLookup(write), rows, (row) => ({
    employee: readReference(row.employee),
    at: momentOf(readTime('at', row.at, now), now),
  }));
  const numbers = resolved.map(({ person }) => person.number);
  const holders = listHolders(write, code, numbers);
  const times = new Map<number, number>();
  for (const { person, at } of resolved) {
    if (!holders.has(person.number) && !times.has(person.number)) times.set(person.number, at);
  }
  const awarded = [...times.keys()];
  addAwards(write, code, awarded, (i) => times.get(awarded[i] ?? 0) ?? now);
  recordEvents(
    write,
    awarded.map((employeeNumber) => badgeAwarded(employeeNumber, code)),
  );
  const counts = { awarded: awarded.length, already_held: resolved.length - awarded.length };
  recordAuditEvent(write, 'badge.award_many', ['badge', code], {
    after: { rows: rows.length, ...counts, rejected: errors.length },
  });
  return { badge: toBadge(badge), rows: rows.length, ...counts, errors };
}
