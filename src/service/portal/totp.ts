import { createHash } from 'node:crypto';
import { failure } from '../../domain/errors.ts';
import { isTotpCode, newRecoveryCodes, stepOfCode, withoutSpaces } from '../../domain/totp.ts';
import type { AccountRow } from '../../store/portal/portal-accounts.ts';
import * as accounts from '../../store/portal/portal-accounts.ts';
import * as sessions from '../../store/portal/portal-sessions.ts';
import { type CompanyWrite, recordAuditEvent } from '../company/company-write.ts';
import { type PortalAccount, requireAccount, requireByEmail, toAccount } from './accounts.ts';
import { type NewSession, openSession, requireChecked } from './sessions.ts';

// Each change gives null for a wrong code, or one that was used, and then nothing is changed.

/** New recovery codes, which are not shown again. */
type RecoveryCodes = { recoveryCodes: string[] };

/** The SHA-256 of a recovery code. */
const HASH_BYTES = 32;
const hashOf = (code: string): Buffer => createHash('sha256').update(withoutSpaces(code)).digest();

/**
 * Opens a session for an account whose password was checked, with a code of its app or a recovery code.
 *
 * @throws EngagedError `conflict` where the account has changed since
 */
export function signInWithCode(
  write: CompanyWrite,
  input: { account: string; passwordHash: string; code: string; session: NewSession },
): { account: string } | null {
  const account = requireChecked(write, input);
  if (!useCode(write, account, input.code)) return null;
  openSession(write, account, input.session);
  return { account: account.id };
}

/**
 * Makes every sign-in with the password need a code, too. The other sessions end.
 *
 * @param input.code one that the app shows, which proves that it has the secret
 * @throws EngagedError `conflict` for an account without a password, or that asks for a code already
 */
export function switchOnTotp(
  write: CompanyWrite,
  input: { account: string; session: string; secret: string; code: string },
): RecoveryCodes | null {
  const { db, companyId, now } = write;
  const { entry, id, passwordHash, totpSince } = requireAccount(db, companyId, input.account);
  if (totpSince !== null) throw failure('two_step_on');
  if (passwordHash === null) throw failure('account_without_password');
  const secret = Buffer.from(input.secret, 'hex');
  const step = stepOfCode(secret, withoutSpaces(input.code), { now, lastStep: null });
  if (step === undefined) return null;
  const recoveryCodes = newRecoveryCodes();
  const recoveryHashes = Buffer.concat(recoveryCodes.map(hashOf));
  db.run(accounts.setTotp, { companyId, entry, since: now, secret, step, recoveryHashes });
  db.run(sessions.endOthers, { companyId, accountEntry: entry, id: input.session });
  recordAuditEvent(write, 'portal.totp_on', ['portal_account', id]);
  return { recoveryCodes };
}

/** Replaces the recovery codes of an account. @throws EngagedError `conflict` where it has none */
export function renewRecoveryCodes(
  write: CompanyWrite,
  input: { account: string; code: string },
): RecoveryCodes | null {
  const { db, companyId } = write;
  const account = requireAccount(db, companyId, input.account);
  if (!useCode(write, account, input.code)) return null;
  const recoveryCodes = newRecoveryCodes();
  const recoveryHashes = Buffer.concat(recoveryCodes.map(hashOf));
  db.run(accounts.setRecoveryHashes, { companyId, entry: account.entry, recoveryHashes });
  recordAuditEvent(write, 'portal.recovery_codes', ['portal_account', account.id]);
  return { recoveryCodes };
}

/** Lets the password alone sign in again. The other sessions end. @throws as `renewRecoveryCodes` */
export function switchOffTotp(
  write: CompanyWrite,
  input: { account: string; session: string; code: string },
): { account: string } | null {
  const { db, companyId } = write;
  const account = requireAccount(db, companyId, input.account);
  const { entry, id } = account;
  if (!useCode(write, account, input.code)) return null;
  db.run(accounts.clearTotp, { companyId, entry });
  db.run(sessions.endOthers, { companyId, accountEntry: entry, id: input.session });
  recordAuditEvent(write, 'portal.totp_off', ['portal_account', id]);
  return { account: id };
}

/** Switches two-step sign-in off for somebody who has lost app and recovery codes. All sessions end. */
export function resetTotp(write: CompanyWrite, account: AccountRow): PortalAccount {
  const { db, companyId } = write;
  const { entry, id, totpSince } = account;
  if (totpSince !== null) {
    db.run(accounts.clearTotp, { companyId, entry });
    db.run(sessions.endAll, { companyId, accountEntry: entry });
    recordAuditEvent(write, 'portal.totp_reset', ['portal_account', id]);
  }
  return toAccount(requireAccount(db, companyId, id));
}

/** @throws EngagedError `not_found` */
export const resetTotpOf = (write: CompanyWrite, email: string): PortalAccount =>
  resetTotp(write, requireByEmail(write.db, write.companyId, email));

/**
 * Uses a code up, within the transaction of what needs it: no code counts twice.
 *
 * @returns false for a wrong code, or one that was used
 * @throws EngagedError `conflict` where the account asks for none any more
 */
function useCode(write: CompanyWrite, { entry, id }: AccountRow, given: string): boolean {
  const { db, companyId, now } = write;
  const key = { companyId, entry };
  const kept = db.one(accounts.findTotp, key);
  if (!kept) throw failure('two_step_switched_off');
  if (isTotpCode(given)) {
    const code = withoutSpaces(given);
    const step = stepOfCode(kept.secret, code, { now, lastStep: kept.step });
    if (step === undefined) return false;
    db.run(accounts.setTotpStep, { ...key, step });
    return true;
  }
  const hashes = Buffer.from(kept.recoveryHashes);
  const hash = hashOf(given);
  const left = [];
  for (let at = 0; at < hashes.length; at += HASH_BYTES) {
    const one = hashes.subarray(at, at + HASH_BYTES);
    if (!one.equals(hash)) left.push(one);
  }
  const recoveryHashes = Buffer.concat(left);
  if (recoveryHashes.length === hashes.length) return false;
  db.run(accounts.setRecoveryHashes, { ...key, recoveryHashes });
  const after = { left: left.length };
  recordAuditEvent(write, 'portal.recovery_code', ['portal_account', id], { after });
  return true;
}

/** How many recovery codes of an account have not been used. */
export const countRecoveryCodes = (
  { db, companyId }: Pick<CompanyWrite, 'db' | 'companyId'>,
  entry: number,
): number =>
  (db.one(accounts.findTotp, { companyId, entry })?.recoveryHashes.length ?? 0) / HASH_BYTES;
