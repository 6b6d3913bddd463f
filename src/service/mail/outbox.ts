import { createHmac, randomBytes } from 'node:crypto';
import { failure } from '../../domain/errors.ts';
import { newId } from '../../domain/id.ts';
import type { LinkKind } from '../../domain/mail/mail-kind.ts';
import type { Database } from '../../store/database.ts';
import * as mails from '../../store/mail/mails.ts';
import * as deployment from '../../store/operations/deployment.ts';
import type { AccountRow } from '../../store/portal/portal-accounts.ts';
import { type CompanyWrite, nextEntry } from '../company/company-write.ts';
import { createLink } from '../portal/sessions.ts';

/** The most mails of a company that wait; where they are links, others do not count. */
export const MAX_WAITING = 10_000;

/** Whether the service sends mail, as its last start says. */
export const sendsMail = (db: Database): boolean =>
  db.one(deployment.findSendsMail, {})?.sendsMail === 1;

/** A mail that is to be sent. `client` is the address from which it was asked for, `isOneOfMany` as of `createLink`. */
type Ordered = { kind: LinkKind; lasts: number; client?: string; isOneOfMany?: boolean };

/**
 * Makes the link of an account, and puts a mail with it into the outbox, in the transaction of the change. The link is in
 * no table: it is made again when the mail is sent.
 *
 * @throws EngagedError `conflict` where the outbox of the company is full
 */
export function mailLink(
  write: CompanyWrite,
  account: Pick<AccountRow, 'entry' | 'id'>,
  { kind, lasts, client, isOneOfMany = false }: Ordered,
): void {
  const { db, companyId, now } = write;
  const { count } = db.one(mails.countLinks, { companyId, most: MAX_WAITING }) ?? { count: 0 };
  if (count >= MAX_WAITING) throw failure('outbox_full');
  const linkSeed = randomBytes(16);
  createLink(write, account, { lasts, secret: linkSecretOf(db, linkSeed), isOneOfMany });
  db.run(mails.create, {
    ...{ companyId, entry: nextEntry(write), id: newId(now), kind, accountEntry: account.entry },
    ...{ linkSeed, client: client ?? null, now, expiresAt: now + lasts },
  });
}

/** The secret of a link, which the seed in the outbox and the key of the data give together. */
export function linkSecretOf(db: Database, seed: Uint8Array): string {
  const key = db.one(deployment.find, {})?.cursorKey;
  if (!key) throw new Error('the data has lost its own record');
  const hmac = createHmac('sha256', key).update('mail link').update(seed);
  return hmac.digest().subarray(0, 16).toString('base64url');
}
