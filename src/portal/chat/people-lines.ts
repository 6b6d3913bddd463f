import { type Choice, shownTo, type Viewer } from '../../domain/board/shown.ts';
import type { ChatEventRow } from '../../store/webhooks/chat-messages.ts';
import type { Messages } from '../languages/en.ts';
import { shortName } from './short-name.ts';

/** As many people and badges are named one by one; more are counted. */
const MOST_NAMED = 8;

/** As many badges are named with how many people got them. */
const MOST_BADGES = 8;

type PersonRow = ChatEventRow & { employeeNumber: number };

/** The new levels of people: of each the last one. */
export function levelLines(t: Messages, viewer: Viewer, rows: readonly ChatEventRow[]): string[] {
  const last = new Map(rows.filter(isAboutSomebody).map((row) => [row.employeeNumber, row]));
  if (last.size > MOST_NAMED) return [t.chat.levelsReached({ count: last.size })];
  return Array.from(last.values(), (row) =>
    t.chat.levelReached({ name: nameOf(t, viewer, row), level: JSON.parse(row.data).level }),
  );
}

/** The badges that people got. @param names of badges by their codes */
export function badgeLines(
  t: Messages,
  viewer: Viewer,
  rows: readonly ChatEventRow[],
  names: ReadonlyMap<string, string>,
): string[] {
  const awards = rows.filter(isAboutSomebody).map((row) => ({ ...row, code: badgeOf(row) }));
  const known = awards.filter(({ code }) => names.has(code));
  const badgeName = (code: string) => shortName(t, names.get(code) ?? null);
  if (known.length <= MOST_NAMED) {
    return known.map((row) =>
      t.chat.badgeAwarded({ name: nameOf(t, viewer, row), badge: badgeName(row.code) }),
    );
  }
  const byBadge = [...Map.groupBy(known, ({ code }) => code)];
  const others = byBadge.slice(MOST_BADGES).reduce((count, [, list]) => count + list.length, 0);
  return [
    ...byBadge.slice(0, MOST_BADGES).map(([code, list]) => {
      const count = new Set(list.map(({ employeeNumber }) => employeeNumber)).size;
      return t.chat.badgeAwardedTo({ count, badge: badgeName(code) });
    }),
    ...(others > 0 ? [t.chat.otherBadgesAwarded({ count: others })] : []),
  ];
}

/** The code of the badge that an event is about. */
export const badgeOf = ({ data }: ChatEventRow): string => JSON.parse(data).badge_code;

/** What a message calls somebody. */
const nameOf = (
  t: Messages,
  viewer: Viewer,
  { employeeNumber: number, ...row }: PersonRow,
): string =>
  shortName(t, shownTo(viewer, { ...row, number, choice: row.choice as Choice | null }).name);

const isAboutSomebody = (row: ChatEventRow): row is PersonRow =>
  row.employeeNumber !== null && row.isActive === 1;
