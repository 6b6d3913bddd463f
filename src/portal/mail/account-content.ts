import { toHeaderText } from '../../domain/mail/mailbox.ts';
import { findBlockedRun, listWaiting } from '../../service/company/waiting.ts';
import type { Database } from '../../store/database.ts';
import type { Messages } from '../languages/en.ts';
import { waitingInWords } from '../view/waiting.ts';
import type { NoticeContent } from './notice.ts';
import { button, list, paragraph } from './parts.ts';

/** Where a notice is made. `company` is its name, `portal` the address. */
export type NoticePlace = {
  db: Database;
  companyId: number;
  company: string;
  portal: string;
  now: number;
};

/** What waits for owners and admins; undefined where nothing does. */
export function decisionContent(t: Messages, place: NoticePlace): NoticeContent | undefined {
  const { db, companyId, company, portal, now } = place;
  const { decision } = t.mail.notices;
  const rows = listWaiting(db, companyId, now).map((one) => {
    const { title, text, time, path } = waitingInWords(t, one, now);
    const aside = one.about === 'key' || time === '' ? time : decision.waitsFor({ time });
    return { title: toHeaderText(title), text, aside, href: `${portal}${path}` };
  });
  if (rows.length === 0) return undefined;
  return {
    subject: decision.subject({ count: rows.length, company }),
    parts: [list(rows), button({ label: decision.button, href: portal }, t.mail.button)],
  };
}

/** What owners read at once when a roster is blocked; undefined once somebody has decided. */
export function blockedContent(t: Messages, place: NoticePlace): NoticeContent | undefined {
  const { db, companyId, company, portal } = place;
  const { blocked } = t.mail.notices;
  const run = findBlockedRun(db, companyId);
  if (!run) return undefined;
  const link = { label: t.home.seeBlocked, href: `${portal}/syncs/${run.id}` };
  return {
    subject: blocked.subject({ company }),
    parts: [
      paragraph(t.home.blockedText({ count: run.people })),
      paragraph(blocked.text),
      button(link, t.mail.button),
    ],
  };
}
