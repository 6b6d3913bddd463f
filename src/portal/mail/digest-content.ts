import { DAY_MS } from '../../domain/duration.ts';
import { levelOf, levelThreshold, xpToNextLevel } from '../../domain/level.ts';
import { toHeaderText } from '../../domain/mail/mailbox.ts';
import type { Messages } from '../languages/en.ts';
import type { Digest } from './digest.ts';
import type { NoticeContent } from './notice.ts';
import { bar, button, heading, list, type MailPart, note } from './parts.ts';

/** Where a digest leads to and when it is made. */
type At = { portal: string; now: number };

/** What somebody reads of their week: progress first, and how they compare with others last. */
export function digestContent(t: Messages, digest: Digest, at: At): NoticeContent {
  const { button: label, subject } = t.mail.digest;
  const parts = [progress, coins, endings, place].flatMap((part) => part(t, digest, at));
  const link = { label, href: `${at.portal}/me` };
  return { subject: subject(nextLevel(digest)), parts: [...parts, button(link, t.mail.button)] };
}

const nextLevel = ({ xp }: Digest) => ({ missing: xpToNextLevel(xp), level: levelOf(xp) + 1 });

function progress({ mail, format }: Messages, digest: Digest): MailPart[] {
  const { week, weekXp, xpBefore, xp } = digest;
  const level = levelOf(xp);
  const from = levelThreshold(level);
  const of = levelThreshold(level + 1) - from;
  const { missing } = nextLevel(digest);
  // What is less, or nothing, is not told.
  const more = xpBefore > 0 && weekXp > xpBefore ? weekXp - xpBefore : null;
  return [
    ...(weekXp > 0 ? [note(mail.digest.week({ day: format.day(week), xp: weekXp, more }))] : []),
    missing === 0
      ? bar(1, mail.digest.highestLevel({ level }))
      : bar((xp - from) / of, mail.digest.level({ level, xp: Math.max(0, xp - from), of })),
  ];
}

function coins(
  { mail: { digest: words } }: Messages,
  { coins: count, reward }: Digest,
): MailPart[] {
  if (count <= 0 || !reward) return [];
  const item = toHeaderText(reward.name);
  const missing = Math.max(0, reward.price - count);
  return [heading(words.coins({ count })), note(words.reward({ item, missing }))];
}

function endings({ mail, format }: Messages, { endings: all }: Digest, at: At): MailPart[] {
  if (all.length === 0) return [];
  const rows = all.map(({ id, name, endsAt }) => ({
    title: mail.digest.contest({ name: toHeaderText(name) }),
    aside: mail.digest.in({ time: format.duration(timeLeft(endsAt - at.now)) }),
    href: `${at.portal}/contests/${id}`,
  }));
  return [heading(mail.digest.endsSoon), list(rows)];
}

/** In whole days, until it is about hours. */
const timeLeft = (ms: number): number => (ms < 2 * DAY_MS ? ms : Math.ceil(ms / DAY_MS) * DAY_MS);

function place({ mail, format }: Messages, { place: own }: Digest, { now }: At): MailPart[] {
  if (!own) return [];
  const month = format.month(now, now);
  return [heading(mail.digest.place), note(mail.digest.placeIs({ ...own, month }))];
}
