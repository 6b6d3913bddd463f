import { SCIM_SCOPE } from '../../domain/api-key.ts';
import { HOUR_MS } from '../../domain/duration.ts';
import { isoTime } from '../../domain/iso-time.ts';
import type { RosterAuthority } from '../../domain/roster/authority.ts';
import * as apiKeys from '../../store/keys/api-keys.ts';
import { all, one, type Reading } from '../../store/reading.ts';
import * as directory from '../../store/scim/scim-directory.ts';
import * as scimUsers from '../../store/scim/scim-users.ts';
import { limitOf } from './deactivation-limit.ts';
import { HOURS_COUNTED } from './hourly-run.ts';
import type { RefusalReason } from './refusals.ts';

/** How many people who wait are listed. */
const MAX_LISTED = 100;

/** How a directory stands, with the names that the command line prints. */
export function* showDirectory(companyId: number, now: number) {
  const found = yield* one(directory.find, { companyId });
  if (!found) throw new Error('a company has no directory');
  const keys = yield* all(apiKeys.list, { companyId });
  const tokens = keys.filter(({ scopes }) => scopes.includes(`"${SCIM_SCOPE}"`));
  const usable = tokens.filter(
    ({ revokedAt, expiresAt }) => revokedAt === null && (expiresAt === null || expiresAt > now),
  );
  const contacts = tokens.flatMap(({ lastUsedAt }) => lastUsedAt ?? []);
  const since = Math.floor(now / HOUR_MS) - HOURS_COUNTED;
  const hours = yield* one(directory.sumHours, { companyId, since });
  const held = yield* all(scimUsers.listHeld, { companyId, count: MAX_LISTED });
  const waiting = yield* one(scimUsers.countHeld, { companyId });
  const refusals = yield* all(directory.listRefusals, { companyId });
  return {
    tokens: usable.length,
    last_contact_at: contacts.length === 0 ? null : isoTime(Math.max(...contacts)),
    external_id_from: found.numberAttribute,
    roster_authority: found.authority as RosterAuthority,
    people: found.users,
    groups: found.groups,
    deactivated_in_24_hours: hours?.deactivated ?? 0,
    // Unknown while nobody was deactivated in 24 hours.
    deactivation_limit:
      hours?.people === undefined || hours.people === null ? null : limitOf(hours.people),
    waiting: waiting?.count ?? 0,
    held_back: held.map(({ id, name, userName, heldAt }) => ({
      ...{ employee_id: id, name, user_name: userName, since: isoTime(heldAt) },
    })),
    refusals: refusals.map(({ reason, userName, employeeId, firstAt, lastAt, times }) => ({
      reason: reason as RefusalReason,
      user_name: userName,
      employee_id: employeeId,
      first_at: isoTime(firstAt),
      last_at: isoTime(lastAt),
      times,
    })),
  };
}

export type DirectoryView =
  ReturnType<typeof showDirectory> extends Reading<infer View> ? View : never;
