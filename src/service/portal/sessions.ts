import { createHash, randomBytes } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../domain/duration.ts';
import { failure } from '../../domain/errors.ts';
import { newId } from '../../domain/id.ts';
import { fold } from '../../domain/text.ts';
import type { Database } from '../../store/database.ts';
import type { AccountRow } from '../../store/portal/portal-accounts.ts';
import * as accounts from '../../store/portal/portal-accounts.ts';
import type { SessionRow } from '../../store/portal/portal-sessions.ts';
import * as sessions from '../../store/portal/portal-sessions.ts';
import { type CompanyWrite, nextEntry, recordAuditEvent } from '../company/company-write.ts';
import { requireEmail } from '../input.ts';
import { findEmployee, giveAccountsToEmployees, requireAccount } from './accounts.ts';

/** How long a link works unless it is an invitation. */
export const LINK_MS = 15 * MINUTE_MS;

/** The longest that an invitation works, in days, and how long a card does. */
export const MAX_LINK_DAYS = 30;
export const CARD_DAYS = 30;

/** How long a session goes on that is not used, and one that is. */
const IDLE_MS = 30 * MINUTE_MS;
export const SESSION_MS = 8 * HOUR_MS;

/** How long a password counts that was given for what is done about keys, secrets, roles and erasure. */
const CONFIRMED_MS = 10 * MINUTE_MS;

/** How far the clock may go back. What is further in the future was made while the clock was wrong, and has ended. */
const CLOCK_STEP_MS = 5 * MINUTE_MS;

/** How old the record of a session's last use may be. */
const TOUCH_MS = MINUTE_MS;

/** A new secret in the characters of a URL. Only its hash is kept: it cannot be searched backwards. */
export const newSecret = (bytes: number): string => randomBytes(bytes).toString('base64url');
export const newSessionToken = (): string => newSecret(32);

export const hashSecret = (secret: string): Uint8Array =>
  createHash('sha256').update(secret).digest();

/** A session to open, as the writer thread gets it. */
export type NewSession = {
  /** The SHA-256 of its token, in hexadecimal digits. */
  hash: string;
  /** The hash of the token that it replaces in the browser. */
  replaced?: string | undefined;
  client: string;
  browser: string;
};

/**
 * Makes the one link of an account; an earlier one stops working.
 *
 * @param options.lasts in milliseconds
 * @param options.secret 128 bits that nobody knows; new ones by default
 * @param options.isOneOfMany whether the caller records the decision, which is about many
 * @returns the secret part of the link, which is not shown again
 */
export function createLink(
  write: CompanyWrite,
  account: Pick<AccountRow, 'entry' | 'id'>,
  options: { lasts?: number; secret?: string; isOneOfMany?: boolean } = {},
): string {
  const { lasts = LINK_MS, secret = newSecret(16), isOneOfMany = false } = options;
  setLink(write, account, { secret, lasts, isCard: false });
  if (!isOneOfMany) recordAuditEvent(write, 'portal.link', ['portal_account', account.id]);
  return secret;
}

/**
 * Makes a card the one link of an account.
 *
 * @param options.secret of the link that it stands for
 * @param options.isOneOfMany as of `createLink`
 */
export function createCard(
  write: CompanyWrite,
  account: Pick<AccountRow, 'entry' | 'id'>,
  { secret, isOneOfMany }: { secret: string; isOneOfMany: boolean },
): void {
  setLink(write, account, { secret, lasts: CARD_DAYS * DAY_MS, isCard: true });
  if (!isOneOfMany) recordAuditEvent(write, 'portal.card', ['portal_account', account.id]);
}

function setLink(
  write: CompanyWrite,
  { entry }: Pick<AccountRow, 'entry'>,
  { secret, lasts, isCard }: { secret: string; lasts: number; isCard: boolean },
): void {
  const { db, companyId, now, actor } = write;
  const link = {
    hash: hashSecret(secret),
    expiresAt: now + lasts,
    isCard: isCard ? 1 : 0,
  } as const;
  db.run(accounts.setLink, { companyId, entry, ...link, now, actor });
}

/** The account of a link that still works. */
export const findByLink = (db: Database, secret: string, now: number): AccountRow | undefined =>
  findByLinkHash(db, hashSecret(secret), now);

const findByLinkHash = (db: Database, hash: Uint8Array, now: number): AccountRow | undefined =>
  db.one(accounts.findByLink, { hash, now, madeBefore: now + CLOCK_STEP_MS });

/** How a sign-in goes on: whether a code is needed first. Otherwise a session is open. */
type SignedIn = { needsCode: boolean };

/**
 * Uses a link up: sets the password of its account, and signs in.
 *
 * @param input.email names an account that was made without an address
 * @throws EngagedError `not_found` for a link that does not work any more; `validation_failed`; `conflict` for an email
 *   that another account or a deactivated employee has
 */
export function redeemLink(
  write: CompanyWrite,
  input: { link: string; passwordHash: string; email?: string | undefined; session: NewSession },
): SignedIn {
  const { db, companyId, now } = write;
  const account = findByLinkHash(db, Buffer.from(input.link, 'hex'), now);
  if (account?.companyId !== companyId) throw failure('link_gone');
  const { entry } = account;
  if (account.email === null) nameAccount(write, entry, input.email ?? '');
  db.run(accounts.setPassword, { companyId, entry, passwordHash: input.passwordHash });
  recordAuditEvent(write, 'portal.password', ['portal_account', account.id]);
  return openUnlessCode(write, account, input.session);
}

/**
 * Uses a link up that was mailed: signs in, and leaves the password as it is.
 *
 * @throws EngagedError `not_found` for a link that does not work any more, or that is for the choice of a password alone
 */
export function signInByLink(
  write: CompanyWrite,
  input: { link: string; session: NewSession },
  mayEnter: (account: AccountRow) => boolean,
): SignedIn {
  const { db, companyId, now } = write;
  const account = findByLinkHash(db, Buffer.from(input.link, 'hex'), now);
  if (account?.companyId !== companyId || !mayEnter(account)) throw failure('link_gone');
  db.run(accounts.endLink, { companyId, entry: account.entry });
  return openUnlessCode(write, account, input.session);
}

function nameAccount(write: CompanyWrite, entry: number, text: string): void {
  const { db, companyId } = write;
  const email = requireEmail(text);
  const emailKey = fold(email);
  if (db.one(accounts.findByEmail, { companyId, emailKey })) {
    throw failure('account_email_taken');
  }
  if (findEmployee(db, companyId, emailKey)?.deactivatedAt != null) {
    throw failure('account_email_of_deactivated');
  }
  db.run(accounts.setEmail, { companyId, entry, email, emailKey });
  giveAccountsToEmployees(write);
}

/**
 * Signs in to an account whose password was checked.
 *
 * @param input.passwordHash the one that was checked
 * @throws EngagedError `conflict` where the account has changed since
 */
export function signIn(
  write: CompanyWrite,
  input: { account: string; passwordHash: string; session: NewSession },
): SignedIn {
  return openUnlessCode(write, requireChecked(write, input), input.session);
}

function openUnlessCode(write: CompanyWrite, account: AccountRow, session: NewSession): SignedIn {
  const needsCode = account.totpSince !== null;
  if (!needsCode) openSession(write, account, session);
  return { needsCode };
}

/** Replaces a password that was checked, ends all sessions and opens a new one. @throws as `signIn` */
export function changePassword(
  write: CompanyWrite,
  input: { account: string; passwordHash: string; newPasswordHash: string; session: NewSession },
): null {
  const { db, companyId } = write;
  const account = requireChecked(write, input);
  const passwordHash = input.newPasswordHash;
  db.run(accounts.setPassword, { companyId, entry: account.entry, passwordHash });
  recordAuditEvent(write, 'portal.password', ['portal_account', account.id]);
  return openSession(write, account, input.session);
}

/** Records that the password was given again in a session. @throws as `signIn` */
export function confirmSession(
  write: CompanyWrite,
  input: { account: string; passwordHash: string; session: string },
): null {
  const { db, companyId, now } = write;
  const { entry: accountEntry, id } = requireChecked(write, input);
  const session = { companyId, accountEntry, id: input.session };
  // It may have ended while the password was checked, with the role that it had.
  if (db.run(sessions.confirm, { ...session, now }) === 0) throw changedMeanwhile();
  recordAuditEvent(write, 'portal.confirm', ['portal_account', id]);
  return null;
}

/** Whether the password was given a short time ago. Signing in in another way counts, too. */
export const isConfirmed = ({ confirmedAt }: SessionRow, now: number): boolean =>
  Math.abs(now - confirmedAt) < CONFIRMED_MS;

/** @throws EngagedError `conflict` where the account has changed since its password was checked */
export function requireChecked(
  { db, companyId }: CompanyWrite,
  { account: id, passwordHash }: { account: string; passwordHash: string },
): AccountRow {
  const account = requireAccount(db, companyId, id);
  const mayEnter = account.disabledAt === null && account.deactivatedAt === null;
  if (mayEnter && account.passwordHash === passwordHash) return account;
  throw changedMeanwhile();
}

const changedMeanwhile = () => failure('account_just_changed');

/**
 * Opens a session of an account that may sign in.
 *
 * @param confirmedAt when they last proved who they are, 0 if nobody knows; null for now
 */
export function openSession(
  write: CompanyWrite,
  account: AccountRow,
  session: NewSession,
  confirmedAt: number | null = null,
): null {
  const { db, companyId, now } = write;
  const { entry: accountEntry } = account;
  db.run(sessions.deleteOld, { companyId, accountEntry, ...endedBy(now) });
  // The browser forgets its token, and whoever copied it would keep it.
  if (session.replaced) db.run(sessions.endByHash, { hash: Buffer.from(session.replaced, 'hex') });
  db.run(accounts.noteSignIn, { companyId, entry: accountEntry, now });
  db.run(sessions.create, {
    ...{ companyId, accountEntry, entry: nextEntry(write), id: newId(now), now },
    ...{ hash: Buffer.from(session.hash, 'hex'), client: session.client, confirmedAt },
    browser: session.browser,
  });
  recordAuditEvent(write, 'portal.sign_in', ['portal_account', account.id]);
  return null;
}

/** Ends one session of an account. Ending it again changes nothing. */
export function endSession(
  write: CompanyWrite,
  { account, session }: { account: string; session: string },
): null {
  const { db, companyId } = write;
  const { entry } = requireAccount(db, companyId, account);
  const count = db.run(sessions.endOne, { companyId, accountEntry: entry, id: session });
  return recordSignOut(write, account, count);
}

/** Ends every session of an account but one. */
export function endOtherSessions(
  write: CompanyWrite,
  { account, session }: { account: string; session: string },
): null {
  const { db, companyId } = write;
  const { entry } = requireAccount(db, companyId, account);
  const count = db.run(sessions.endOthers, { companyId, accountEntry: entry, id: session });
  return recordSignOut(write, account, count);
}

function recordSignOut(write: CompanyWrite, account: string, count: number): null {
  if (count > 0) {
    const after = { sessions: count };
    recordAuditEvent(write, 'portal.sign_out', ['portal_account', account], { after });
  }
  return null;
}

/** The session of a token, if it goes on. */
export const findSession = (db: Database, token: string, now: number): SessionRow | undefined =>
  db.one(sessions.find, { hash: hashSecret(token), ...endedBy(now) });

/** A session of an account, for its owner. */
export type ListedSession = ReturnType<typeof listSessions>[number];

/** The sessions of an account that go on, the last used one first. */
export const listSessions = (
  db: Database,
  { companyId, entry }: { companyId: number; entry: number },
  now: number,
) => db.all(sessions.list, { companyId, accountEntry: entry, ...endedBy(now) });

/** Whether a use of the session is to be recorded. */
export const isTouchDue = ({ lastUsedAt }: SessionRow, now: number): boolean =>
  now - lastUsedAt >= TOUCH_MS;

/** Records that a session was used. */
export const touchSession = (db: Database, hash: Uint8Array, now: number): void => {
  db.write(() => db.run(sessions.touch, { hash, now }));
};

/** Sessions that one transaction deletes, so that other writes never wait long. */
const PORTION = 1_000;

/** How many sessions there are, since when, and how many of them have ended. */
export const stateOfSessions = (db: Database, now: number) =>
  db.one(sessions.findState, endedBy(now)) ?? { count: 0, oldestAt: null, expired: 0 };

/**
 * Deletes a portion of the sessions that have ended.
 *
 * @returns whether there may be more
 */
export function deleteEndedSessions(db: Database, now: number): boolean {
  if (stateOfSessions(db, now).expired === 0) return false;
  db.write(() => db.run(sessions.deleteEnded, { ...endedBy(now), count: PORTION }));
  return true;
}

const endedBy = (now: number) => ({
  openedAfter: now - SESSION_MS,
  openedBefore: now + CLOCK_STEP_MS,
  usedAfter: now - IDLE_MS,
});
