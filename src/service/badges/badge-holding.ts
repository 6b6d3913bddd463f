import type { BadgeCategory, BadgeRarity } from '../../domain/badge.ts';
import { failure } from '../../domain/errors.ts';
import { isoTime } from '../../domain/iso-time.ts';
import * as badges from '../../store/badges/badges.ts';
import type { LazyCompanyWrite } from '../company/company-write.ts';
import { requireActiveEmployee } from '../people/employee-records.ts';
import { addressOfPicture } from '../pictures/pictures.ts';
import type { HeldBadge } from './badge-schemas.ts';
import { awardBadge, revokeBadge } from './badges.ts';

/** The path of an active person's badge. */
type BadgePath = { id?: string; code?: string };

/**
 * Awards a badge unless the person holds it, and returns it as the API shows it.
 *
 * @param site the address of the service
 * @throws EngagedError `not_found`
 */
export function ensureBadge(write: LazyCompanyWrite, path: BadgePath, site: string): HeldBadge {
  const { person, badge, held } = find(write, path);
  if (!held) awardBadge(write.begin(), person.id, badge.code);
  const { code, name, description, iconUrl } = badge;
  // The table's checks allow no other values.
  const category = badge.category as BadgeCategory;
  const rarity = badge.rarity as BadgeRarity;
  const awarded_at = isoTime(held?.awardedAt ?? write.now);
  const icon_url = iconUrl && addressOfPicture(site, iconUrl);
  return { code, name, description, category, rarity, icon_url, awarded_at };
}

/**
 * Revokes a badge if the person holds it.
 *
 * @throws EngagedError `not_found`
 */
export function removeBadge(write: LazyCompanyWrite, path: BadgePath): null {
  const { person, badge, held } = find(write, path);
  if (held) revokeBadge(write.begin(), person.id, badge.code);
  return null;
}

function find({ db, companyId }: LazyCompanyWrite, { id = '', code = '' }: BadgePath) {
  const person = requireActiveEmployee(db, companyId, { employee_id: id });
  const badge = db.one(badges.find, { companyId, code });
  if (!badge) throw failure('badge_not_found');
  const holder = { companyId, employeeNumber: person.number };
  return { person, badge, held: db.one(badges.findHeld, { ...holder, code }) };
}
