import { stateOf } from '../../../domain/contest.ts';
import { DAY_MS } from '../../../domain/duration.ts';
import {
  type ContestPlace,
  type ContestRanking,
  rankingOf,
} from '../../../http/api/contests/contest-ranking.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { departmentNumbersOf } from '../../../service/contests/contests.ts';
import { listNumbersBelow } from '../../../service/departments/departments.ts';
import type { ContestRow } from '../../../store/contests/contests.ts';
import * as contests from '../../../store/contests/contests.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { linesOf, strongLink } from '../../view/cells.ts';
import { progress } from '../../view/chart.ts';
import { note } from '../../view/note.ts';
import { explained, panel } from '../../view/panel.ts';
import { findPerson } from '../audit/decisions.ts';

/** How far the next rank is; undefined for who is first or no longer gets ahead. */
const distance = ({ contests }: Messages, { ahead }: ContestPlace): string | undefined =>
  ahead === null ? undefined : contests.xpToRank({ xp: ahead.missing, rank: ahead.rank });

/** The place of whoever is signed in, and how far the next one is. */
export function ownPlace(call: Call, row: ContestRow, ranking: ContestRanking): Html {
  const { t, services, company, now, session } = call;
  const id = company.isSandbox ? null : session.employeeId;
  const me = id === null ? undefined : findPerson(services.db, company.companyId, id);
  const place = me && services.db.do(ranking.placeOf(me.number));
  if (!place) return html``;
  const strong = (text: string | Html) => html`<b class="num">${text}</b>`;
  const { rank, xp, ahead } = place;
  if (row.closedAt !== null) return note('ok', t.contests.yourPlaceWas({ strong, rank, xp }));
  const text = t.contests.yourPlace({ strong, rank, size: ranking.size, xp });
  if (stateOf(row, now) === 'ended') return note('ok', text);
  const title = distance(t, place) ?? t.contests.youAreFirst;
  return html`<section class="hero" aria-labelledby="own-place"><div class="grow"><h2 id="own-place">${title}</h2>
<p class="muted">${text}</p>
${ahead === null ? '' : progress(xp / Math.max(1, xp + ahead.missing))}</div></section>`;
}

/** Most contests that stand on the page of a person. */
const MAX_OWN = 5;

/** The contests that run and in which a person takes part. */
export function contestsOf({ services, company, now }: Call, me: EmployeeRow): ContestRow[] {
  const { companyId } = company;
  const takesPart = (row: ContestRow) => {
    const numbers = departmentNumbersOf(row);
    return (
      numbers.length === 0 ||
      numbers.some((one) =>
        listNumbersBelow(services.db, companyId, one).has(me.departmentNumber ?? 0),
      )
    );
  };
  return services.db
    .all(contests.listOpen, { companyId })
    .filter((row) => stateOf(row, now) === 'running' && takesPart(row))
    .slice(0, MAX_OWN);
}

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
    const ranking = rankings[at];
    const place = ranking && services.db.do(ranking.placeOf(me.number));
    const last = t.format.day(row.endsAt - DAY_MS);
    const rank = place
      ? t.contests.rankOf({ rank: place.rank, size: ranking.size })
      : t.contests.noXpYet;
    return html`<li><div class="grow"><p>${strongLink(href(`/contests/${row.id}`), row.name)}</p>${explained([t.contests.until({ last }), place && distance(t, place)].filter(Boolean).join(' · '))}</div><span class="num">${rank}</span>${place ? html`<b class="num">${t.counts.xp(place.xp)}</b>` : ''}</li>
`;
  });
  return panel({ id: 'my-contests', title: t.contests.title, isFull: true }, linesOf(lines));
}
