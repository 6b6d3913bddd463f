import { toHeaderText } from '../../domain/mail/mailbox.ts';
import type { WaitingMail } from '../../store/mail/mails.ts';
import type { Messages } from '../languages/en.ts';
import { renderMail } from './layout.ts';
import type { News } from './news.ts';

type NoticeMail = Pick<WaitingMail, 'companyName'> & {
  address: string;
  news: News;
  /** Where the receiver ends this kind of mail. */
  unsubscribe: string;
  /** Where the portal is. */
  portal: string;
};

/** Most characters of a text that somebody wrote. */
const MAX_TEXT = 500;

const line = (text: string | null): string | null =>
  text === null ? null : toHeaderText(text, MAX_TEXT) || null;

/** A mail that tells an employee of something. */
export function noticeMail(t: Messages, it: NoticeMail) {
  const { news, unsubscribe, portal, address } = it;
  const company = toHeaderText(it.companyName);
  const { subject, texts } = contentOf(t, company, news);
  const { notices } = t.mail;
  const page = news.kind === 'redemption' ? 'me/redemptions' : 'me';
  return renderMail(t, {
    ...{ company, subject, title: subject, texts, notes: [] },
    button: { label: notices.button, href: `${portal}/${page}` },
    reason: notices.reason({ email: address, company, kind: t.mail.kinds[news.kind] }),
    end: { label: notices.end, href: unsubscribe },
  });
}

function contentOf(
  { mail: { notices } }: Messages,
  company: string,
  news: News,
): { subject: string; texts: string[] } {
  const count = news.lines.length;
  switch (news.kind) {
    case 'redemption': {
      const all = news.lines.map((one) => ({
        ...one,
        item: toHeaderText(one.item),
        reason: line(one.reason),
      }));
      const [first] = all;
      const subject =
        first && count === 1
          ? notices.redemption[first.status].subject(first)
          : notices.redemptions({ count, company });
      return { subject, texts: all.map((one) => notices.redemption[one.status].text(one)) };
    }
    case 'badge': {
      const all = news.lines.map(({ name, description }) => ({
        ...{ badge: toHeaderText(name), description: line(description) },
      }));
      const [first] = all;
      const subject =
        first && count === 1
          ? notices.badge.subject(first)
          : notices.badge.several({ count, company });
      return { subject, texts: all.map(notices.badge.text) };
    }
    case 'prize': {
      const all = news.lines.map(({ coins, reason }) => ({ coins, reason: line(reason) }));
      const [first] = all;
      const subject =
        first && count === 1
          ? notices.prize.subject(first)
          : notices.prize.several({ count, company });
      return { subject, texts: all.map(notices.prize.text) };
    }
  }
}
