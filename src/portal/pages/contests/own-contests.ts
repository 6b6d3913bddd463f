import { stateOf } from '../../../domain/contest.ts';
import { DAY_MS } from '../../../domain/duration.ts';
import {
  type ContestPlace,
  type ContestRanking,
  rankingOf,
} from '../../../http/api/contests/contest-ranking.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { runningContestsOf } from '../../../service/contests/contests-of-person.ts';
import type { ContestRow } from '../../../store/contests/contests.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { linesOf, strongLink } from '../../view/cells.ts';
import { progress } from '../../view/chart.ts';
import { note } from '../../view/note.ts';
import { explained, panel } from '../../view/panel.ts';
import { findPerson } from '../audit/decisions.ts';
import { teamDistance, teamRanking } from './team-ranking.ts';

/** What counts in a contest of people in words: 40 XP, or 3 badges. */
const amountOf = ({ counts }: Messages, row: ContestRow, amount: number): string =>
  row.counts === 'badges' ? counts.badges(amount) : counts.xp(amount);

/** How far the next rank is; undefined for who is first or no longer gets ahead. */
function distance(
  { contests }: Messages,
  row: ContestRow,
  { ahead }: ContestPlace,
): string | undefined {
  if (ahead === null) return undefined;
  const { rank, missing } = ahead;
  return row.counts === 'badges'
    ? contests.badgesToRank({ count: missing, rank })
    : contests.xpToRank({ xp: missing, rank });
}

/** Whoever is signed in, as one of the people of the page's company. */
export function ownPerson({ services, company, session }: Call): EmployeeRow | undefined {
  const id = company.isSandbox ? null : session.employeeId;
  return id === null ? undefined : findPerson(services.db, company.companyId, id);
}

/** The place of whoever is signed in, and how far the next one is. */
export function ownPlace(call: Call, row: ContestRow, ranking: ContestRanking): Html {
  const { t, services, now } = call;
  const me = ownPerson(call);
  const place = me && services.db.do(ranking.placeOf(me.number));
  if (!place) return html``;
  const strong = (text: string | Html) => html`<b class="num">${text}</b>`;
  const { rank, xp, ahead } = place;
  const amount = amountOf(t, row, xp);
  if (row.closedAt !== null) return note('ok', t.contests.yourPlaceWas({ strong, rank, amount }));
  const text = t.contests.yourPlace({ strong, rank, size: ranking.size, amount });
  if (stateOf(row, now) === 'ended') return note('ok', text);
  const title = distance(t, row, place) ?? t.contests.youAreFirst;
  return html`<section class="hero" aria-labelledby="own-place"><div class="grow"><h2 id="own-place">${title}</h2>
<p class="muted">${text}</p>
${ahead === null ? '' : progress(xp / Math.max(1, xp + ahead.missing))}</div></section>`;
}

/** The contests that run and in which a person takes part. */
export const contestsOf = ({ services, company, now }: Call, me: EmployeeRow): ContestRow[] =>
  runningContestsOf(services.db, { companyId: company.companyId, now }, me);

/** The contests that run and in which a person takes part, with their place. */
export async function ownContests(call: Call, me: EmployeeRow): Promise<Html> {
  const { t, services, company, now, href } = call;
  const { companyId } = company;
  const running = contestsOf(call, me);
  if (running.length === 0) return html``;
  const rankings = await Promise.all(
    running.map((row) => rankingOf(services, { companyId, now }, row)),
  );
  const lines = running.map((row, at) => {
    const { rank, far, amount } = standOf(call, row, rankings[at] as ContestRanking, me);
    const last = t.format.calendarDay(row.endsAt - DAY_MS);
    return html`<li><div class="grow"><p>${strongLink(href(`/contests/${row.id}`), row.name)}</p>${explained([t.contests.until({ last }), far].filter(Boolean).join(' · '))}</div><span class="num">${rank}</span>${amount === undefined ? '' : html`<b class="num">${amount}</b>`}</li>
`;
  });
  return panel({ id: 'my-contests', title: t.contests.title, isFull: true }, linesOf(lines));
}

/** Where somebody, or their department, stands in a contest that runs, how far the next place is, and what they have. */
function standOf(
  call: Call,
  row: ContestRow,
  ranking: ContestRanking,
  me: EmployeeRow,
): { rank: string; far?: string | undefined; amount?: string } {
  const { t, services } = call;
  const { contests: texts } = t;
  const teams = teamRanking(call, row, services.db.do(ranking.teams()));
  if (teams) {
    const own = teams.teamOf(me.departmentNumber);
    if (!own) return { rank: texts.noDepartmentIn };
    const rank = texts.rankOf({ rank: own.rank, size: teams.teams.length });
    return { rank, far: teamDistance(call, teams, own), amount: teams.figureOf(own) };
  }
  const place = services.db.do(ranking.placeOf(me.number));
  if (!place) return { rank: row.counts === 'badges' ? texts.noBadgeYet : texts.noXpYet };
  return {
    rank: texts.rankOf({ rank: place.rank, size: ranking.size }),
    far: distance(t, row, place),
    amount: amountOf(t, row, place.xp),
  };
}
