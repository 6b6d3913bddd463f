import { failure } from '../../domain/errors.ts';
import { isoTime } from '../../domain/iso-time.ts';
import { requireLabel } from '../../domain/label.ts';
import {
  parseProfile,
  type RosterProfile,
  toProfileText,
} from '../../roster-file/roster-profile.ts';
import type { Database } from '../../store/database.ts';
import type { ProfileRow } from '../../store/roster/roster-profiles.ts';
import * as store from '../../store/roster/roster-profiles.ts';
import { type CompanyWrite, recordAuditEvent } from '../company/company-write.ts';

/** Somebody chooses from all of them. */
const MAX_PROFILES = 100;

/** The longest profile, in characters. */
const MAX_READING = 65_536;

const MAX_NAME = 100;

/** A profile as commands print it. */
export type NamedProfile = ReturnType<typeof toProfile>;

const toProfile = ({ name, reading, createdAt, usedAt }: ProfileRow) => ({
  name,
  reading: JSON.parse(reading) as Readonly<Record<string, unknown>>,
  created_at: isoTime(createdAt),
  used_at: isoTime(usedAt),
});

/** The profiles of a company, by name. */
export const listProfiles = (db: Database, companyId: number): NamedProfile[] =>
  db.all(store.list, { companyId }).map(toProfile);

/** @throws EngagedError `not_found` */
export const showProfile = (db: Database, companyId: number, name: string): NamedProfile =>
  toProfile(requireProfile(db, companyId, name));

/** How rosters are read with a profile. @throws EngagedError `not_found` */
export function readProfile(db: Database, companyId: number, name: string): RosterProfile {
  const row = requireProfile(db, companyId, name);
  return parseProfile(row.reading, row.name);
}

function requireProfile(db: Database, companyId: number, name: string): ProfileRow {
  const row = db.one(store.find, { companyId, name: name.trim() });
  if (!row) throw failure('profile_not_found');
  return row;
}

/** The name of the profile with which a roster was last applied; undefined where there is none. */
export function findLastProfile(db: Database, companyId: number): string | undefined {
  const used = db.all(store.list, { companyId }).filter(({ usedAt }) => usedAt !== null);
  return used.sort((a, b) => (b.usedAt ?? 0) - (a.usedAt ?? 0))[0]?.name;
}

/**
 * Creates a profile, or changes the one of that name. What is as it was is not on record again.
 *
 * @throws EngagedError `validation_failed`; `conflict` where there are too many
 */
export function saveProfile(
  write: CompanyWrite,
  given: string,
  profile: RosterProfile,
): NamedProfile {
  const { db, companyId, now } = write;
  const name = requireLabel('name', given, MAX_NAME);
  const reading = toProfileText(profile);
  if (reading.length > MAX_READING) throw failure('profile_too_long');
  const found = db.one(store.find, { companyId, name });
  if (found?.reading === reading) return toProfile(found);
  if (!found && db.all(store.list, { companyId }).length >= MAX_PROFILES)
    throw failure('profile_limit', { limit: MAX_PROFILES });
  db.run(store.save, { companyId, name, reading, now });
  // Filters can name people, and the record of decisions is kept for longer.
  const { map = [], where = [], ...rest } = profile;
  const after = { name, columns: map.length, filters: where.length, ...flagsOf(rest) };
  recordAuditEvent(write, 'roster_profile.save', ['roster_profile', name], { after });
  return showProfile(db, companyId, name);
}

const flagsOf = (profile: RosterProfile) => ({
  deactivate_missing: profile.deactivateMissing ?? false,
  allow_missing_email: profile.allowMissingEmail ?? false,
  update_profiles: profile.updateProfiles ?? false,
});

/**
 * Keeps how a roster was read that is applied: the next one is read so.
 *
 * @throws EngagedError as `saveProfile`
 */
export function rememberProfile(
  write: CompanyWrite,
  name: string,
  profile: RosterProfile,
): NamedProfile {
  const saved = saveProfile(write, name, profile);
  noteProfileUsed(write, saved.name);
  return showProfile(write.db, write.companyId, saved.name);
}

/** The profile is the one that was last used from now on. */
export const noteProfileUsed = ({ db, companyId, now }: CompanyWrite, name: string): void => {
  db.run(store.noteUsed, { companyId, name, now });
};

/** @throws EngagedError `not_found`, `validation_failed`; `conflict` for the name of another profile */
export function renameProfile(write: CompanyWrite, name: string, given: string): NamedProfile {
  const { db, companyId } = write;
  const row = requireProfile(db, companyId, name);
  const to = requireLabel('name', given, MAX_NAME);
  if (to === row.name) return toProfile(row);
  if (db.one(store.find, { companyId, name: to })) throw failure('profile_name_taken');
  db.run(store.rename, { companyId, name: row.name, to });
  recordAuditEvent(write, 'roster_profile.rename', ['roster_profile', to], {
    before: { name: row.name },
    after: { name: to },
  });
  return showProfile(db, companyId, to);
}

/** @throws EngagedError `not_found` */
export function deleteProfile(write: CompanyWrite, name: string): NamedProfile {
  const { db, companyId } = write;
  const row = requireProfile(db, companyId, name);
  db.run(store.deleteOne, { companyId, name: row.name });
  recordAuditEvent(write, 'roster_profile.delete', ['roster_profile', row.name], {
    before: { name: row.name },
  });
  return toProfile(row);
}
