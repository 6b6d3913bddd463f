import { toHeaderText } from '../../domain/mail/mailbox.ts';
import type { Messages } from '../languages/en.ts';
import type { News } from './news.ts';
import type { NoticeContent } from './notice.ts';
import { button, paragraph } from './parts.ts';

/** Most characters of a text that somebody wrote. */
const MAX_TEXT = 500;

const line = (text: string | null): string | null =>
  text === null ? null : toHeaderText(text, MAX_TEXT) || null;

/** What tells an employee of something. @param it.portal where the portal is */
export function newsContent(
  t: Messages,
  { news, company, portal }: { news: News; company: string; portal: string },
): NoticeContent {
  const { subject, texts } = contentOf(t, company, news);
  const page = news.kind === 'redemption' ? 'me/redemptions' : 'me';
  const link = { label: t.mail.notices.button, href: `${portal}/${page}` };
  return { subject, parts: [...texts.map(paragraph), button(link, t.mail.button)] };
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
    case 'thanks': {
      const all = news.lines.map(({ from, value, message, coins }) => ({
        ...{ from: line(from), value: toHeaderText(value), message: line(message), coins },
      }));
      const [first] = all;
      const subject =
        first && count === 1
          ? notices.thanks.subject(first)
          : notices.thanks.several({ count, company });
      return { subject, texts: all.map(notices.thanks.text) };
    }
  }
}
