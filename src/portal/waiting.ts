import { type KeyWarning, listKeyWarnings } from '../service/key-warnings.ts';
import * as redemptions from '../store/redemptions.ts';
import * as syncRuns from '../store/sync-runs.ts';
import * as webhooks from '../store/webhooks.ts';
import type { Call } from './page.ts';

/** The sync whose candidates nobody has decided about, if there is one, and how many they are. */
export function findBlockedRun({ services, company }: Pick<Call, 'services' | 'company'>) {
  const found = services.db.one(syncRuns.findToApprove, { companyId: company.companyId });
  return found?.isApproved === 0 ? found : undefined;
}

/** How many redemptions nobody has decided about, and since when the oldest waits. */
export const findPending = ({ services, company }: Pick<Call, 'services' | 'company'>) => {
  const pending = services.db.one(redemptions.countInStatus, {
    companyId: company.companyId,
    status: 'pending',
  });
  return pending && pending.count > 0 ? pending : undefined;
};

/** Keys of the company that expire soon. */
export const listExpiringKeys = ({
  services,
  company,
  session,
  now,
}: Call): Extract<KeyWarning, { about: 'expires_soon' }>[] =>
  listKeyWarnings(services.db, now).flatMap((one) =>
    one.about === 'expires_soon' && one.companyId === session.companyPublicId && !company.isSandbox
      ? one
      : [],
  );

/** Webhooks that were disabled because their receiver failed or is gone. */
export const listLostWebhooks = ({ services, company }: Call) =>
  services.db
    .all(webhooks.list, { companyId: company.companyId })
    .filter(({ disabledBy }) => disabledBy === 'failures' || disabledBy === 'receiver');

/** What waits for a decision, by the path of the page that has it. */
export function waitingFor(call: Pick<Call, 'services' | 'company' | 'session'>): Call['waiting'] {
  if (!['owner', 'admin', 'viewer'].includes(call.session.role)) return {};
  return { '/syncs': findBlockedRun(call) ? 1 : 0, '/redemptions': findPending(call)?.count ?? 0 };
}
