import { DAY_MS } from '../../domain/duration.ts';
import type { Database } from '../../store/database.ts';
import * as deployment from '../../store/operations/deployment.ts';
import type { Visit } from '../request/call.ts';
import type { Outcome } from '../request/outcome.ts';
import { Sealed } from './sealed.ts';

/** How long a browser is known after a sign-in. */
export const KNOWN_MS = 180 * DAY_MS;

/** An account of a company. */
type Account = { companyId: number; id: string };

/** Sealed with the key of the data, so that a restart and other services know the same browsers. */
const marks = (db: Database): Sealed =>
  new Sealed('browser', KNOWN_MS, db.one(deployment.find, {})?.cursorKey);

const nameOf = ({ companyId, id }: Account): string => `${companyId} ${id}`;

/**
 * Opens the session that was made for an account, and marks the browser as one that the account has signed in with: there
 * the wrong passwords of others do not delay it.
 */
export function signedIn(
  { services: { db }, now }: Visit,
  account: Account,
  outcome: { to: string; session: string },
): Outcome {
  const mark = marks(db).seal([nameOf(account)], now);
  return { ...outcome, flow: null, mark };
}

/** Whether an account has signed in with this browser. */
export function isKnownBrowser({ services, mark, now }: Visit, account: Account): boolean {
  return mark !== undefined && marks(services.db).open(mark, now)[0] === nameOf(account);
}
