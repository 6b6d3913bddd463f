import { createHmac, timingSafeEqual } from 'node:crypto';
import { failure } from '../../domain/errors.ts';
import {
  NOTICE_KINDS,
  type NoticeKind,
  noticesTo,
  noticesToRole,
  type Receiver,
  receiverOf,
  unwantedText,
  wantedKinds,
} from '../../domain/mail/mail-kind.ts';
import type { Database } from '../../store/database.ts';
import * as unwanted from '../../store/mail/unwanted-mail.ts';
import * as deployment from '../../store/operations/deployment.ts';
import * as accounts from '../../store/portal/portal-accounts.ts';
import { idOfAccount } from '../audit/actors.ts';
import type { CompanyWrite } from '../company/company-write.ts';
import { roleOf } from '../portal/accounts.ts';

/** Who is told of something: an employee by their number, or an account by its entry. */
export type Told = { companyId: number; receiver: Receiver; number: number };

/** A kind of mail to one receiver. `number` is as of `Told`. */
export type MailTo = { companyId: number; number: number; kind: NoticeKind };

const QUERIES = {
  employee: { find: unwanted.findOfEmployee, set: unwanted.setOfEmployee },
  account: { find: unwanted.findOfAccount, set: unwanted.setOfAccount },
};

const findUnwanted = (db: Database, { companyId, receiver, number }: Told) =>
  db.one(QUERIES[receiver].find, { companyId, number });

/**
 * Those among kinds of mail that a company lets somebody have, and those of them that they want.
 *
 * @param kinds all that there are for somebody like them
 */
export function mailChoices<K extends NoticeKind>(
  db: Database,
  told: Told,
  kinds: readonly K[],
): { offered: K[]; wanted: K[] } {
  const row = findUnwanted(db, told);
  const ofCompany = wantedKinds(row?.ofCompany ?? unwantedText([]));
  const ofReceiver = wantedKinds(row?.ofReceiver ?? '');
  const offered = kinds.filter((kind) => ofCompany.includes(kind));
  return { offered, wanted: offered.filter((kind) => ofReceiver.includes(kind)) };
}

/** The kinds of mail that somebody does not want. */
export function unwantedBy(db: Database, told: Told): NoticeKind[] {
  const wanted = wantedKinds(findUnwanted(db, told)?.ofReceiver ?? '');
  return NOTICE_KINDS.filter((kind) => !wanted.includes(kind));
}

/**
 * Keeps which kinds of mail whoever makes the change wants, of those that their company lets them have.
 *
 * @throws EngagedError `not_found` for an account without an employee, where it is about mail to an employee
 */
export function chooseMails(
  write: CompanyWrite,
  { receiver, wanted }: { receiver: Receiver; wanted: readonly string[] },
): null {
  const { db, companyId, actor } = write;
  const id = idOfAccount(actor);
  const account = id === undefined ? undefined : db.one(accounts.find, { companyId, id });
  const number = receiver === 'employee' ? account?.employeeNumber : account?.entry;
  if (!account || !number) throw failure('employee_not_found');
  const told = { companyId, receiver, number };
  const kinds: readonly NoticeKind[] =
    receiver === 'employee' ? noticesTo('employee') : noticesToRole(roleOf(account));
  const { offered } = mailChoices(db, told, kinds);
  setWanted(write, told, (kind, was) => (offered.includes(kind) ? wanted.includes(kind) : was));
  return null;
}

/** Sends somebody no mail of a kind any more. */
export function refuseMail(
  write: CompanyWrite,
  { kind, number }: { kind: NoticeKind; number: number },
): null {
  const told = { companyId: write.companyId, receiver: receiverOf(kind), number };
  setWanted(write, told, (one, was) => was && one !== kind);
  return null;
}

function setWanted(
  { db }: CompanyWrite,
  told: Told,
  isWanted: (kind: NoticeKind, was: boolean) => boolean,
): void {
  const { companyId, receiver, number } = told;
  const before = findUnwanted(db, told);
  if (!before) return;
  const was = wantedKinds(before.ofReceiver);
  const wanted = NOTICE_KINDS.filter((kind) => isWanted(kind, was.includes(kind)));
  db.run(QUERIES[receiver].set, { companyId, number, unwanted: unwantedText(wanted) });
}

/** Bytes of what a token is about, and of what proves that it is ours. */
const ABOUT_BYTES = 17;
const PROOF_BYTES = 16;

/** A token with which whoever has it ends a kind of mail to one receiver, and can do nothing else. */
export function unsubscribeToken(db: Database, { companyId, number, kind }: MailTo): string {
  const about = Buffer.alloc(ABOUT_BYTES);
  about.writeBigUInt64BE(BigInt(companyId), 0);
  about.writeBigUInt64BE(BigInt(number), 8);
  about.writeUInt8(NOTICE_KINDS.indexOf(kind), 16);
  return Buffer.concat([about, proofOf(db, about)]).toString('base64url');
}

/** What a token is about. Every wrong one takes the same way. @throws EngagedError `not_found` */
export function readUnsubscribeToken(db: Database, token: string): MailTo {
  const bytes = Buffer.alloc(ABOUT_BYTES + PROOF_BYTES);
  const isWhole = token.length === 44 && bytes.write(token, 'base64url') === bytes.length;
  const about = bytes.subarray(0, ABOUT_BYTES);
  const isOurs = timingSafeEqual(proofOf(db, about), bytes.subarray(ABOUT_BYTES));
  const kind = NOTICE_KINDS[about.readUInt8(16)];
  if (!isWhole || !isOurs || kind === undefined) throw failure('mail_link_unknown');
  const companyId = Number(about.readBigUInt64BE(0));
  const number = Number(about.readBigUInt64BE(8));
  if (!findUnwanted(db, { companyId, receiver: receiverOf(kind), number })) {
    throw failure('mail_link_unknown');
  }
  return { companyId, number, kind };
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
