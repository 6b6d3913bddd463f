import type { Database } from '../../store/database.ts';
import * as kudosPosts from '../../store/kudos/kudos-posts.ts';
import * as keptPeople from '../../store/roster/kept-people.ts';
import * as syncRuns from '../../store/roster/sync-runs.ts';
import * as scimUsers from '../../store/scim/scim-users.ts';
import * as redemptions from '../../store/shop/redemptions.ts';
import * as webhooks from '../../store/webhooks/webhooks.ts';
import { listExpiringKeys } from '../keys/key-warnings.ts';
import { requireCompany } from './company-write.ts';

/** What waits for whoever runs a programme. Times are in milliseconds UTC. */
export type Waiting =
  | { about: 'blocked_roster'; run: string; people: number }
  | { about: 'directory'; count: number }
  | {
      about: 'kept_people' | 'reported_thanks' | 'redemptions' | 'approved';
      count: number;
      since: number | null;
    }
  | { about: 'webhook'; id: string; url: string; isGone: boolean; since: number | null }
  | { about: 'key'; id: string; name: string; expiresAt: number };

/** Everything in a company that waits for somebody to decide or to do something about it, what is most urgent first. */
export function listWaiting(db: Database, companyId: number, now: number): Waiting[] {
  const { mode } = requireCompany(db, companyId);
  const blocked = findBlockedRun(db, companyId);
  const held = db.one(scimUsers.countHeld, { companyId })?.count ?? 0;
  const kept = db.one(keptPeople.countUndecided, { companyId });
  const counted = [
    { about: 'kept_people', ...kept },
    { about: 'reported_thanks', ...findReported(db, companyId) },
    { about: 'redemptions', ...findInStatus(db, companyId, 'pending') },
    { about: 'approved', ...findInStatus(db, companyId, 'approved') },
  ] as const;
  return [
    ...(blocked
      ? [{ about: 'blocked_roster' as const, run: blocked.id, people: blocked.people }]
      : []),
    ...(held > 0 ? [{ about: 'directory' as const, count: held }] : []),
    ...counted.flatMap(({ about, count = 0, since = null }) =>
      count > 0 ? [{ about, count, since }] : [],
    ),
    // Those that were disabled because their receiver failed or is gone.
    ...db
      .all(webhooks.list, { companyId })
      .filter(({ disabledBy }) => disabledBy === 'failures' || disabledBy === 'receiver')
      .map(({ id, url, disabledAt: since, disabledBy }) => ({
        ...{ about: 'webhook' as const, id, url, isGone: disabledBy === 'receiver', since },
      })),
    ...(mode === 'live' ? listExpiringKeys(db, companyId, now) : []).map(
      ({ keyId: id, name, expiresAt }) => ({ about: 'key' as const, id, name, expiresAt }),
    ),
  ];
}

/** The sync whose candidates nobody has decided about, if there is one, and how many they are. */
export function findBlockedRun(db: Database, companyId: number) {
  const found = db.one(syncRuns.findToApprove, { companyId });
  return found?.isApproved === 0 ? found : undefined;
}

/** How many redemptions nobody has decided about, and since when the oldest waits. */
export const findPending = (db: Database, companyId: number) =>
  findInStatus(db, companyId, 'pending');

/** How many thanks somebody reported and nobody has decided on, and since when the oldest waits. */
export const findReported = (db: Database, companyId: number) =>
  db.one(kudosPosts.countReported, { companyId });

function findInStatus(db: Database, companyId: number, status: 'pending' | 'approved') {
  const found = db.one(redemptions.countInStatus, { companyId, status });
  return found && found.count > 0 ? found : undefined;
}
