import { hashSecret } from '../../service/portal/sessions.ts';
import type { AccountRow } from '../../store/portal/portal-accounts.ts';
import * as accounts from '../../store/portal/portal-accounts.ts';
import type { Visit } from '../request/call.ts';
import type { Outcome } from '../request/outcome.ts';

/** Where the second step is. */
export const CODE_PATH = '/sign-in/code';

/** Leads somebody whose password was right to the second step. There is no session yet. */
export function askForCode(
  { twoStep, now }: Visit,
  { companyId, id, passwordHash }: Pick<AccountRow, 'companyId' | 'id'> & { passwordHash: string },
  next: string,
): Outcome {
  const flow = twoStep.signIns.seal([String(companyId), id, digestOf(passwordHash)], now);
  return { to: `/portal${CODE_PATH}?next=${encodeURIComponent(next)}`, flow };
}

/** The account that is in the second step in this browser, unless its password has changed since. */
export function findInSecondStep({ services, twoStep, flow, now }: Visit): AccountRow | undefined {
  const [companyId, id = '', digest] = flow === undefined ? [] : twoStep.signIns.open(flow, now);
  const account = services.db.one(accounts.find, { companyId: Number(companyId ?? 0), id });
  const mayEnter = account?.disabledAt === null && account.deactivatedAt === null;
  const isSame = mayEnter && digestOf(account.passwordHash ?? '') === digest;
  return isSame && account.totpSince !== null ? account : undefined;
}

const digestOf = (text: string): string => Buffer.from(hashSecret(text)).toString('hex');
