import { createHmac, timingSafeEqual } from 'node:crypto';
import { failure } from '../../domain/errors.ts';
import {
  NOTICE_KINDS,
  type NoticeKind,
  unwantedText,
  wantedKinds,
} from '../../domain/mail/mail-kind.ts';
import type { Database } from '../../store/database.ts';
import * as unwanted from '../../store/mail/unwanted-mail.ts';
import * as deployment from '../../store/operations/deployment.ts';
import { numberOfActor } from '../audit/actors.ts';
import type { CompanyWrite } from '../company/company-write.ts';

/** A kind of mail to one employee. */
export type MailToEmployee = { companyId: number; employeeNumber: number; kind: NoticeKind };

/** The kinds of mail that a company lets its people have, and those of them that somebody wants. */
export function mailChoices(
  db: Database,
  companyId: number,
  employeeNumber: number,
): { offered: NoticeKind[]; wanted: NoticeKind[] } {
  const row = db.one(unwanted.find, { companyId, employeeNumber });
  const offered = wantedKinds(row?.ofCompany ?? unwantedText([]));
  const wanted = wantedKinds(row?.ofEmployee ?? '');
  return { offered, wanted: offered.filter((kind) => wanted.includes(kind)) };
}

/** The kinds of mail that somebody does not want. */
export const unwantedBy = (
  db: Database,
  companyId: number,
  employeeNumber: number,
): NoticeKind[] => {
  const wanted = wantedKinds(
    db.one(unwanted.find, { companyId, employeeNumber })?.ofEmployee ?? '',
  );
  return NOTICE_KINDS.filter((kind) => !wanted.includes(kind));
};

/**
 * Keeps which kinds of mail whoever makes the change wants, of those that their company lets them have.
 *
 * @throws EngagedError `not_found` for an account without an employee
 */
export function chooseMails(write: CompanyWrite, { wanted }: { wanted: readonly string[] }): null {
  const { db, companyId, actor } = write;
  const employeeNumber = numberOfActor(db, companyId, actor);
  if (employeeNumber === undefined) throw failure('employee_not_found');
  const { offered } = mailChoices(db, companyId, employeeNumber);
  setWanted(write, employeeNumber, (kind, was) =>
    offered.includes(kind) ? wanted.includes(kind) : was,
  );
  return null;
}

/** Sends somebody no mail of a kind any more. */
export function refuseMail(
  write: CompanyWrite,
  { employeeNumber, kind }: { employeeNumber: number; kind: string },
): null {
  setWanted(write, employeeNumber, (one, was) => was && one !== kind);
  return null;
}

function setWanted(
  { db, companyId }: CompanyWrite,
  employeeNumber: number,
  isWanted: (kind: NoticeKind, was: boolean) => boolean,
): void {
  const before = db.one(unwanted.find, { companyId, employeeNumber });
  if (!before) return;
  const was = wantedKinds(before.ofEmployee);
  const wanted = NOTICE_KINDS.filter((kind) => isWanted(kind, was.includes(kind)));
  db.run(unwanted.set, { companyId, employeeNumber, unwanted: unwantedText(wanted) });
}

/** Bytes of what a token is about, and of what proves that it is ours. */
const ABOUT_BYTES = 17;
const PROOF_BYTES = 16;

/** A token with which whoever has it ends a kind of mail to one employee, and can do nothing else. */
export function unsubscribeToken(
  db: Database,
  { companyId, employeeNumber, kind }: MailToEmployee,
): string {
  const about = Buffer.alloc(ABOUT_BYTES);
  about.writeBigUInt64BE(BigInt(companyId), 0);
  about.writeBigUInt64BE(BigInt(employeeNumber), 8);
  about.writeUInt8(NOTICE_KINDS.indexOf(kind), 16);
  return Buffer.concat([about, proofOf(db, about)]).toString('base64url');
}

/** What a token is about. Every wrong one takes the same way. @throws EngagedError `not_found` */
export function readUnsubscribeToken(db: Database, token: string): MailToEmployee {
  const bytes = Buffer.alloc(ABOUT_BYTES + PROOF_BYTES);
  const isWhole = token.length === 44 && bytes.write(token, 'base64url') === bytes.length;
  const about = bytes.subarray(0, ABOUT_BYTES);
  const isOurs = timingSafeEqual(proofOf(db, about), bytes.subarray(ABOUT_BYTES));
  const kind = NOTICE_KINDS[about.readUInt8(16)];
  if (!isWhole || !isOurs || kind === undefined) throw failure('mail_link_unknown');
  const companyId = Number(about.readBigUInt64BE(0));
  const employeeNumber = Number(about.readBigUInt64BE(8));
  if (!db.one(unwanted.find, { companyId, employeeNumber })) throw failure('mail_link_unknown');
  return { companyId, employeeNumber, kind };
}

function proofOf(db: Database, about: Uint8Array): Buffer {
  const key = db.one(deployment.find, {})?.cursorKey;
  if (!key) throw new Error('the data has lost its own record');
  return createHmac('sha256', key)
    .update('mail end')
    .update(about)
    .digest()
    .subarray(0, PROOF_BYTES);
}
