import type { LinkKind } from '../../domain/mail/mail-kind.ts';
import { toHeaderText } from '../../domain/mail/mailbox.ts';
import type { WaitingMail } from '../../store/mail/mails.ts';
import type { Messages } from '../languages/en.ts';
import { type MailContent, renderMail } from './layout.ts';
import { button, note, paragraph } from './parts.ts';

type LinkMail = Pick<WaitingMail, 'companyName' | 'name' | 'client' | 'createdAt' | 'expiresAt'> & {
  kind: LinkKind;
  address: string;
  link: string;
};

/** A mail with the link of an account: an invitation, or one that its receiver has asked for. */
export const linkMail = (t: Messages, mail: LinkMail) => renderMail(t, contentOf(t, mail));

function contentOf({ mail: words, format }: Messages, it: LinkMail): MailContent {
  const { address, link, client, createdAt, expiresAt } = it;
  const company = toHeaderText(it.companyName);
  const name = toHeaderText(it.name ?? '') || null;
  if (it.kind === 'invitation') {
    const { invitation } = words;
    const until = format.day(expiresAt);
    return {
      ...{
        company,
        subject: invitation.subject({ company }),
        title: invitation.title({ company }),
      },
      parts: [
        paragraph(invitation.text({ name, company, until })),
        button({ label: invitation.button, href: link }, words.button),
        note(invitation.notYou),
      ],
      reason: invitation.reason({ email: address, company }),
    };
  }
  const { signIn } = words;
  const until = format.fullTime(expiresAt);
  return {
    ...{ company, subject: signIn.subject({ company }), title: signIn.title },
    parts: [
      paragraph(signIn.text({ name, company, until })),
      button({ label: signIn.button, href: link }, words.button),
      note(signIn.asked({ when: format.fullTime(createdAt), client })),
    ],
    reason: signIn.reason({ email: address, company }),
  };
}
