import { BADGE_CATEGORIES, BADGE_RARITIES } from '../../domain/badge.ts';
import { failure } from '../../domain/errors.ts';
import type { NewEvent } from '../../domain/event.ts';
import { isoTime } from '../../domain/iso-time.ts';
import { requireLabel } from '../../domain/label.ts';
import type { Picture } from '../../domain/pictures/picture.ts';
import type { BadgeRow } from '../../store/badges/badges.ts';
import * as badges from '../../store/badges/badges.ts';
import * as companies from '../../store/company/companies.ts';
import type { Database } from '../../store/database.ts';
import { chunksOf } from '../chunks.ts';
import {
  type CompanyWrite,
  changeRecorder,
  recordAuditEvent,
  recordDecisions,
  takeNumbers,
} from '../company/company-write.ts';
import { badgeAwarded, recordEvents } from '../events/events.ts';
import { readLabel, readMoment, requireChoice, requireUnchanged } from '../input.ts';
import { requireEmployee } from '../people/employee-records.ts';
import { keepPicture, removeUnused, requirePictureUrl } from '../pictures/pictures.ts';

/** Pages offer all badges to choose from, and none is ever deleted. */
const MAX_BADGES = 1_000;

export type BadgeDefinition = {
  code: string;
  name: string;
  category: string;
  rarity: string;
  description?: string | null | undefined;
  icon_url?: string | null | undefined;
  /** A picture in place of an address. */
  icon?: Picture | undefined;
};

/**
 * Creates a badge, or replaces the definition of the one with that code. Its holders and its rule stay.
 *
 * @throws EngagedError `validation_failed`; `conflict` where there are too many
 */
export function defineBadge(write: CompanyWrite, input: BadgeDefinition): Badge {
  const { db, companyId, now } = write;
  const code = requireLabel('code', input.code, 64);
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(code)) {
    throw failure('badge_code_refused', { field: 'code' });
  }
  const before = db.one(badges.find, { companyId, code });
  if (!before && (db.one(badges.count, { companyId })?.count ?? 0) >= MAX_BADGES) {
    throw failure('badge_limit', { limit: MAX_BADGES });
  }
  db.run(badges.define, {
    companyId,
    code,
    name: requireLabel('name', input.name, 150),
    description: readLabel('description', input.description, 2_000),
    category: requireChoice('category', input.category, BADGE_CATEGORIES),
    rarity: requireChoice('rarity', input.rarity, BADGE_RARITIES),
    iconUrl: iconUrlOf(write, input),
    now,
  });
  removeUnused(write, before?.iconUrl ?? null);
  return recordChange(write, 'badge.define', before ?? null, code);
}

function iconUrlOf(write: CompanyWrite, { icon, icon_url }: BadgeDefinition): string | null {
  if (icon) return keepPicture(write, icon);
  return typeof icon_url === 'string' ? requirePictureUrl(write, 'icon_url', icon_url) : null;
}

/**
 * Creates a badge.
 *
 * @throws EngagedError `validation_failed`; `conflict` where there is one with the code, or there are too many
 */
export function createBadge(write: CompanyWrite, input: BadgeDefinition): Badge {
  const { db, companyId } = write;
  if (db.one(badges.find, { companyId, code: input.code.trim() })) {
    throw failure('badge_code_taken');
  }
  return defineBadge(write, input);
}

/** Some of what an operator sets of a badge. */
export type BadgeChanges = {
  [Field in keyof Omit<BadgeDefinition, 'code'>]?: BadgeDefinition[Field] | undefined;
};

/**
 * Changes the given fields.
 *
 * @param seen what fields were when the change was made up; `icon` the address of the picture
 * @throws EngagedError `validation_failed`, `not_found`; `conflict` where a field is not as seen
 */
export function changeBadge(
  write: CompanyWrite,
  code: string,
  changes: BadgeChanges,
  seen: Omit<BadgeChanges, 'icon'> & { icon?: string | null | undefined },
): Badge {
  const before = toBadge(requireBadge(write.db, write.companyId, code));
  requireUnchanged({ ...before, icon: before.icon_url }, seen);
  const { name, category, rarity, description, icon_url, icon } = changes;
  return defineBadge(write, {
    code: before.code,
    name: name ?? before.name,
    category: category ?? before.category,
    rarity: rarity ?? before.rarity,
    description: description === undefined ? before.description : description,
    icon_url: icon_url === undefined ? before.icon_url : icon_url,
    icon,
  });
}

/** All badges by code, with how many active people hold each. */
export const listBadges = (db: Database, companyId: number): (Badge & { holders: number })[] =>
  db.all(badges.list, { companyId }).map((row) => ({ ...toBadge(row), holders: row.holders }));

/**
 * Awards a badge to a person, also one that was revoked before.
 *
 * @param at when it was earned, in milliseconds UTC; left out, it is now
 * @throws EngagedError `validation_failed`, `not_found`; `conflict` where the person holds it
 */
export function awardBadge(
  write: CompanyWrite,
  reference: string,
  badgeCode: string,
  at?: number,
): BadgeAward {
  const { db, companyId, now } = write;
  const person = requireEmployee(db, companyId, reference);
  const badge = requireBadge(db, companyId, badgeCode);
  const awardedAt = readMoment('at', at, now);
  if (listHolders(write, badge.code, [person.number]).size > 0) throw failure('badge_held');
  awardToPeople(write, badge.code, [person], awardedAt);
  return toAward(badge, person.id, awardedAt, null);
}

/** Those among `numbers` who hold a badge. */
export function listHolders(
  { db, companyId }: Pick<CompanyWrite, 'db' | 'companyId'>,
  code: string,
  numbers: readonly number[],
): Set<number> {
  const holders = new Set<number>();
  for (const chunk of chunksOf(numbers)) {
    const rows = db.all(badges.listHolders, { companyId, code, numbers: chunk });
    for (const { employeeNumber } of rows) holders.add(employeeNumber);
  }
  return holders;
}

/** Awards a badge to people who do not hold it, as one decision for each. */
export function awardToPeople(
  write: CompanyWrite,
  code: string,
  people: readonly { number: number; id: string }[],
  awardedAt: number,
): void {
  const numbers = people.map(({ number }) => number);
  addAwards(write, code, numbers, () => awardedAt);
  const after = { code, awarded_at: isoTime(awardedAt), revoked_at: null };
  recordDecisions(
    write,
    people.map(({ id }) => ({ action: 'badge.award', target: ['employee', id], after })),
  );
  recordEvents(
    write,
    numbers.map((number) => badgeAwarded(number, code)),
  );
}

/**
 * Awards one badge to people who do not hold it. The caller records decisions and events.
 *
 * @returns the entry of the first award; the others follow it
 */
export function addAwards(
  write: CompanyWrite,
  code: string,
  employeeNumbers: readonly number[],
  awardedAt: (index: number) => number,
): number {
  if (employeeNumbers.length === 0) return 0;
  const { db, companyId } = write;
  const first = takeNumbers(write, companies.takeEntries, employeeNumbers.length);
  const all = employeeNumbers.map((employeeNumber, i) => ({
    employeeNumber,
    entry: first + i,
    awardedAt: awardedAt(i),
  }));
  for (const awards of chunksOf(all)) db.run(badges.awardAll, { companyId, code, awards });
  return first;
}

/**
 * Revokes those awards that are in force still. The caller records decisions.
 *
 * @returns the events of those that it revoked
 */
export function revokeAwards(
  { db, companyId, now }: CompanyWrite,
  awards: readonly { employeeNumber: number; entry: number }[],
): NewEvent[] {
  const held = db.all(badges.listHeldAmong, { companyId, awards });
  return held.map(({ employeeNumber, entry, code }) => {
    db.run(badges.revoke, { companyId, employeeNumber, entry, now });
    return badgeRevoked(employeeNumber, code);
  });
}

const badgeRevoked = (employeeNumber: number, badge_code: string): NewEvent => ({
  type: 'badge.revoked',
  employeeNumber,
  data: { badge_code },
});

/**
 * Revokes a badge. The person no longer holds it; the award stays on record.
 *
 * @throws EngagedError `not_found`; `conflict` where the person does not hold it
 */
export function revokeBadge(write: CompanyWrite, reference: string, badgeCode: string): BadgeAward {
  const { db, companyId, now } = write;
  const person = requireEmployee(db, companyId, reference);
  const badge = requireBadge(db, companyId, badgeCode);
  const holder = { companyId, employeeNumber: person.number };
  const held = db.one(badges.findHeld, { ...holder, code: badge.code });
  if (!held) throw failure('badge_not_held');
  db.run(badges.revoke, { ...holder, entry: held.entry, now });
  const award = toAward(badge, person.id, held.awardedAt, now);
  const { code, awarded_at, revoked_at } = award;
  recordAuditEvent(write, 'badge.revoke', ['employee', person.id], {
    before: { code, awarded_at, revoked_at: null },
    after: { code, awarded_at, revoked_at },
  });
  recordEvents(write, [badgeRevoked(person.number, badge.code)]);
  return award;
}

/** @throws EngagedError `not_found` */
export function requireBadge(db: Database, companyId: number, code: string): BadgeRow {
  const row = db.one(badges.find, { companyId, code: code.trim() });
  if (!row) throw failure('badge_not_found');
  return row;
}

const recordChange = changeRecorder({
  targetKind: 'badge',
  find: ({ db, companyId }, code) => requireBadge(db, companyId, code),
  show: (row) => toBadge(row),
});

/** A badge with the API's field names. `xp_threshold` is its rule: null without one. */
export type Badge = ReturnType<typeof toBadge>;

export const toBadge = (row: BadgeRow) => ({
  code: row.code,
  name: row.name,
  description: row.description,
  category: row.category,
  rarity: row.rarity,
  icon_url: row.iconUrl,
  xp_threshold: row.xpThreshold,
});

/** An award of a badge; `revoked_at` is null while the employee holds it. */
export type BadgeAward = ReturnType<typeof toAward>;

const toAward = (
  badge: BadgeRow,
  employeeId: string,
  awardedAt: number,
  revokedAt: number | null,
) => ({
  ...toBadge(badge),
  employee_id: employeeId,
  awarded_at: isoTime(awardedAt),
  revoked_at: isoTime(revokedAt),
});
