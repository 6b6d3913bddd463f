import { languageOf } from '../../domain/language.ts';
import type { DropReason, LinkKind, NoticeKind } from '../../domain/mail/mail-kind.ts';
import { receiverOf, TOLD_ROLES } from '../../domain/mail/mail-kind.ts';
import { type Mailbox, toHeaderText } from '../../domain/mail/mailbox.ts';
import { programmeOf } from '../../service/company/programme.ts';
import { linkSecretOf } from '../../service/mail/outbox.ts';
import { mailAddressOf } from '../../service/mail/receiver.ts';
import type { Mail } from '../../service/mail/smtp-session.ts';
import { unsubscribeToken } from '../../service/mail/unwanted-mail.ts';
import { roleOf } from '../../service/portal/accounts.ts';
import { hashSecret } from '../../service/portal/sessions.ts';
import type { Database } from '../../store/database.ts';
import type { WaitingMail } from '../../store/mail/mails.ts';
import * as mails from '../../store/mail/mails.ts';
import type { KeptBoards } from '../../worker/kept-boards.ts';
import { messagesIn } from '../languages/catalogues.ts';
import type { Messages } from '../languages/en.ts';
import { blockedContent, decisionContent } from './account-content.ts';
import { findDigest } from './digest.ts';
import { digestContent } from './digest-content.ts';
import { linkMail } from './link-mail.ts';
import { findNews } from './news.ts';
import { newsContent } from './news-content.ts';
import { type NoticeContent, renderNotice } from './notice.ts';

/** The most that one mail tells of. The rest is for the next one. */
const MAX_TOLD = 100;

/** A mail of the outbox. */
export type MailKey = { companyId: number; entry: number };

/** What mails are made from. `address` is where browsers reach the service, `from` who sends them. */
export type MailSource = { db: Database; boards: KeptBoards; address: string; from: Mailbox };

/** A mail, or why there is none; where it is about several of the outbox, the first and the others. */
export type MadeMail = { about?: MailKey; also?: readonly number[]; mail: Mail | DropReason };

/** The name of a mail, its time, and what it says of what. */
type Told = { id: string; subjects: readonly string[] };

const zoneOf = (db: Database, companyId: number): string => programmeOf(db, companyId).time_zone;

/** What a mail says to its receiver, with times of the company. */
const textsOf = (db: Database, companyId: number, { language }: WaitingMail): Messages =>
  messagesIn(languageOf(language) ?? 'en', zoneOf(db, companyId));

/** Makes a mail as it is now; undefined where it does not wait any more. */
export function makeMail(source: MailSource, key: MailKey, now: number): MadeMail | undefined {
  const row = source.db.one(mails.find, key);
  if (!row) return undefined;
  const address = row.mode === 'live' ? mailAddressOf(row) : null;
  if (address === null) return { mail: 'no_receiver' };
  if (row.expiresAt <= now) return { mail: 'expired' };
  if (row.isUnwanted === 1) return { mail: 'unwanted' };
  const { linkSeed } = row;
  return linkSeed === null
    ? makeNotice(source, key, { ...row, kind: row.kind as NoticeKind, address, now })
    : { mail: makeLink(source, key, { ...row, linkSeed, address }) };
}

function makeLink(
  { db, address: service, from }: MailSource,
  key: MailKey,
  row: WaitingMail & { linkSeed: Uint8Array; address: string },
): Mail | DropReason {
  const { address } = row;
  const secret = linkSecretOf(db, row.linkSeed);
  // It was used, or replaced by a later one.
  if (!db.one(mails.findLink, { ...key, hash: hashSecret(secret) })) return 'link_gone';
  const link = `${service}/portal/link/${secret}`;
  return {
    ...{ id: row.id, date: row.createdAt, from, to: { name: row.name ?? '', address } },
    ...linkMail(textsOf(db, key.companyId, row), {
      ...row,
      kind: row.kind as LinkKind,
      address,
      link,
    }),
  };
}

type NoticeRow = WaitingMail & { kind: NoticeKind; address: string; now: number };

/** One mail about everything of its kind that the receiver waits to be told of. It has the name of the oldest notice. */
function makeNotice(source: MailSource, key: MailKey, row: NoticeRow): MadeMail | undefined {
  const { db, address: service, from } = source;
  const { companyId } = key;
  const { kind, address } = row;
  const number = receiverOf(kind) === 'employee' ? row.employeeNumber : row.accountEntry;
  if (number === null) return undefined;
  if (kind === 'decision' || kind === 'blocked') {
    if (!TOLD_ROLES[kind].includes(roleOf(row))) return { mail: 'no_receiver' };
  }
  const whose = { companyId, employeeNumber: row.employeeNumber ?? 0, kind };
  const [first, ...rest] =
    row.employeeNumber === null
      ? [{ ...key, id: row.id, subject: '' }]
      : db.all(mails.listNotices, { ...whose, most: MAX_TOLD });
  if (!first) return undefined;
  const about = { companyId, entry: first.entry };
  const also = rest.map(({ entry }) => entry);
  const told = { id: first.id, subjects: [first, ...rest].map(({ subject }) => subject) };
  const t = textsOf(db, companyId, row);
  const content = contentOf(t, source, { ...row, companyId, number }, told);
  if (!content) return { about, also, mail: 'nothing_left' };
  const token = unsubscribeToken(db, { companyId, number, kind });
  const unsubscribe = `${service}/portal/mails/${token}`;
  const company = toHeaderText(row.companyName);
  const portal = `${service}/portal`;
  const mail = {
    ...{ id: first.id, date: row.createdAt, from, unsubscribe },
    to: { name: row.name ?? '', address },
    ...renderNotice(t, { ...content, kind, company, address, unsubscribe, portal }),
  };
  return { about, also, mail };
}

/** What a notice says; undefined where that is nothing any more. */
function contentOf(
  t: Messages,
  { db, boards, address }: MailSource,
  row: NoticeRow & { companyId: number; number: number },
  { subjects }: Told,
): NoticeContent | undefined {
  const { companyId, number, kind, now } = row;
  const company = toHeaderText(row.companyName);
  const portal = `${address}/portal`;
  switch (kind) {
    case 'decision':
      return decisionContent(t, { db, companyId, company, portal, now });
    case 'blocked':
      return blockedContent(t, { db, companyId, company, portal, now });
    case 'digest': {
      // Of several weeks the last one is told.
      const day = subjects.at(-1) ?? '';
      const digest = findDigest(
        { db, boards, now, zone: zoneOf(db, companyId) },
        { companyId, number, day },
      );
      return digest && digestContent(t, digest, { portal, now });
    }
    default: {
      const news = findNews(db, { companyId, employeeNumber: number, kind }, subjects);
      return news.lines.length === 0 ? undefined : newsContent(t, { news, company, portal });
    }
  }
}
