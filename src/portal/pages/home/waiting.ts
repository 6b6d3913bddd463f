import { type KeyWarning, listKeyWarnings } from '../../../service/keys/key-warnings.ts';
import type { Database } from '../../../store/database.ts';
import * as keptPeople from '../../../store/roster/kept-people.ts';
import * as syncRuns from '../../../store/roster/sync-runs.ts';
import * as redemptions from '../../../store/shop/redemptions.ts';
import * as webhooks from '../../../store/webhooks/webhooks.ts';
import type { Call } from '../../page.ts';

/** The sync whose candidates nobody has decided about, if there is one, and how many they are. */
export function findBlockedRun(db: Database, companyId: number) {
  const found = db.one(syncRuns.findToApprove, { companyId });
  return found?.isApproved === 0 ? found : undefined;
}

/** How many redemptions nobody has decided about, and since when the oldest waits. */
export const findPending = (db: Database, companyId: number) => {
  const pending = db.one(redemptions.countInStatus, { companyId, status: 'pending' });
  return pending && pending.count > 0 ? pending : undefined;
};

/** How many people an import lacked and kept about whom nobody has decided, and since when the first waits. */
export const findKept = (db: Database, companyId: number) => {
  const kept = db.one(keptPeople.countUndecided, { companyId });
  return kept && kept.count > 0 ? kept : undefined;
};

/** Keys of the company that expire soon. */
export const listExpiringKeys = ({
  services,
  company,
  session,
  now,
}: Call): Extract<KeyWarning, { about: 'expires_soon' }>[] =>
  services.db
    .do(listKeyWarnings(now))
    .flatMap((one) =>
      one.about === 'expires_soon' &&
      one.companyId === session.companyPublicId &&
      !company.isSandbox
        ? one
        : [],
    );

/** Webhooks that were disabled because their receiver failed or is gone. */
export const listLostWebhooks = ({ services, company }: Call) =>
  services.db
    .all(webhooks.list, { companyId: company.companyId })
    .filter(({ disabledBy }) => disabledBy === 'failures' || disabledBy === 'receiver');
