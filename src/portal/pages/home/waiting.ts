import { type KeyWarning, listKeyWarnings } from '../../../service/keys/key-warnings.ts';
import type { Database } from '../../../store/database.ts';
import * as keptPeople from '../../../store/roster/kept-people.ts';
import * as webhooks from '../../../store/webhooks/webhooks.ts';
import type { Call } from '../../request/call.ts';

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
