import { boardRows, publicViewer, seenPage } from '../../service/boards/board-rows.ts';
import { keptTeamsOf } from '../../service/contests/contests.ts';
import { toTeams, versionOf } from '../../service/contests/show-contest.ts';
import { standingsPage } from '../../service/months/standings.ts';
import * as contests from '../../store/contests/contests.ts';
import type { Database } from '../../store/database.ts';
import type { ChatEventRow } from '../../store/webhooks/chat-messages.ts';
import type { Messages } from '../languages/en.ts';
import { shortName } from './short-name.ts';

/** The contests that one message tells of, and their places. */
const MOST_CONTESTS = 3;
const PLACES = 3;

/** Who won contests. */
export function contestLines(
  db: Database,
  t: Messages,
  companyId: number,
  rows: readonly ChatEventRow[],
): string[] {
  const others = rows.length - MOST_CONTESTS;
  return [
    ...rows.slice(0, MOST_CONTESTS).flatMap((row) => linesOf(db, t, companyId, row)),
    ...(others > 0 ? [t.chat.otherContestsClosed({ count: others })] : []),
  ];
}

function linesOf(db: Database, t: Messages, companyId: number, { data }: ChatEventRow): string[] {
  const contest = db.one(contests.findById, { companyId, id: JSON.parse(data).contest_id });
  return contest
    ? [
        t.chat.contestClosed({ contest: shortName(t, contest.name) }),
        ...(teamPlaces(db, t, companyId, contest) ?? personPlaces(db, t, companyId, contest)),
      ]
    : [];
}

/** The departments that won; undefined where people did. */
function teamPlaces(
  db: Database,
  t: Messages,
  companyId: number,
  contest: contests.ContestRow,
): string[] | undefined {
  const teams = keptTeamsOf(contest)?.filter(({ participants }) => participants > 0);
  if (!teams) return undefined;
  const winners = db.do(toTeams(companyId, teams.slice(0, PLACES)));
  return winners.map(({ rank: place, departments }) => {
    const name = shortName(t, departments[0]?.name ?? null);
    const others = departments.length - 1;
    return others > 0
      ? t.chat.teamsPlace({ place, name, others })
      : t.chat.teamPlace({ place, name });
  });
}

function personPlaces(
  db: Database,
  t: Messages,
  companyId: number,
  contest: contests.ContestRow,
): string[] {
  const version = versionOf(companyId, contest);
  const viewer = db.do(publicViewer(companyId));
  const winners = version
    ? seenPage(viewer, { after: 0, limit: PLACES }, (part) =>
        db.do(standingsPage(version, { departments: null, ...part }, boardRows(viewer))),
      ).rows.slice(0, PLACES)
    : [];
  const result = contest.counts === 'badges' ? t.counts.badges : t.counts.xp;
  return winners.map(({ rank: place, name, xp: count }) =>
    count === null
      ? t.chat.hiddenPlace({ place })
      : t.chat.contestPlace({ place, name: shortName(t, name), result: result(count) }),
  );
}
