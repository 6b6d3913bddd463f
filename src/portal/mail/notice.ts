import type { NoticeKind } from '../../domain/mail/mail-kind.ts';
import type { Messages } from '../languages/en.ts';
import { choicesPath } from './choices-path.ts';
import { renderMail } from './layout.ts';
import type { MailPart } from './parts.ts';

/** What a notice says; it begins with its subject. */
export type NoticeContent = { subject: string; parts: readonly MailPart[] };

type Notice = NoticeContent & {
  kind: NoticeKind;
  company: string;
  address: string;
  /** Where the receiver ends this kind of mail. */
  unsubscribe: string;
  /** Where the portal is. */
  portal: string;
};

/** A mail that tells somebody of something, and says how to end that. */
export function renderNotice(t: Messages, it: Notice) {
  const { kind, company, subject, parts, address, unsubscribe, portal } = it;
  const { notices, kinds } = t.mail;
  return renderMail(t, {
    ...{ company, subject, title: subject, parts },
    reason: notices.reason({ email: address, company, kind: kinds[kind] }),
    ends: [
      { label: notices.end, href: unsubscribe },
      { label: notices.choose, href: `${portal}${choicesPath(kind)}` },
    ],
  });
}
