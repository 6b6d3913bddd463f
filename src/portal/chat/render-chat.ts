import type { ChatEvent } from '../../domain/chat/chat-message.ts';
import { publicViewer } from '../../service/boards/board-rows.ts';
import type { Database } from '../../store/database.ts';
import * as store from '../../store/webhooks/chat-messages.ts';
import { messagesOfCompany } from '../languages/catalogues.ts';
import { bodyOf, type Channel } from './chat-body.ts';
import { contestLines } from './contest-lines.ts';
import { kudosLines, kudosOf } from './kudos-lines.ts';
import { badgeLines, badgeOf, levelLines } from './people-lines.ts';

/**
 * The message to a chat about events, by their numbers; undefined where there is nothing to say, because the people have
 * left or what it was about is gone.
 */
export function renderChat(
  db: Database,
  channel: Channel,
  sequences: readonly number[],
): string | undefined {
  const { companyId } = channel;
  const rows = db.all(store.listEvents, { companyId, sequences });
  const t = messagesOfCompany(db, companyId);
  const of = (type: ChatEvent) => rows.filter((row) => row.type === type);
  const awards = of('badge.awarded');
  const codes = [...new Set(awards.map(badgeOf))];
  const badges = db.all(store.listBadges, { companyId, codes });
  const thanks = of('kudos.given');
  const thanked = db.all(store.listThanked, { companyId, ids: thanks.map(kudosOf) });
  const viewer = db.do(publicViewer(companyId));
  const lines = [
    ...contestLines(db, t, companyId, of('contest.closed')),
    ...kudosLines(t, viewer, thanks, thanked),
    ...levelLines(t, viewer, of('level.reached')),
    ...badgeLines(t, viewer, awards, new Map(badges.map(({ code, name }) => [code, name]))),
  ];
  return lines.length === 0 ? undefined : bodyOf(db, t, channel, lines);
}
