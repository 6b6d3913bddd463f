import { type ContestState, type Prize, stateOf } from '../../../domain/contest.ts';
import { DAY_MS } from '../../../domain/duration.ts';
import { rankingOf } from '../../../http/api/contests/contest-ranking.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { departmentNumbersOf } from '../../../service/contests/contests.ts';
import { listNumbersBelow } from '../../../service/departments/departments.ts';
import * as badges from '../../../store/badges/badges.ts';
import type { ContestRow } from '../../../store/contests/contests.ts';
import * as contests from '../../../store/contests/contests.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { linesOf, strongLink } from '../../view/cells.ts';
import { explained, panel } from '../../view/panel.ts';

const KINDS: Readonly<Record<ContestState, string>> = {
  upcoming: '',
  running: ' ok',
  ended: ' warn',
  closed: '',
  cancelled: ' bad',
};

export const stateChip = ({ contests }: Messages, state: ContestState): Html =>
  html`<span class="chip${KINDS[state]}">${contests.states[state]}</span>`;

/** The days of a contest: 1 Dec 2026 to 24 Dec 2026. */
export const daysOf = ({ contests, format }: Messages, { startsAt, endsAt }: ContestRow): string =>
  endsAt - startsAt === DAY_MS
    ? format.day(startsAt)
    : contests.daysAre({ first: format.day(startsAt), last: format.day(endsAt - DAY_MS) });

/** A function that gives the name of a prize: Gold, or 100 coins. */
export function prizeNames({
  t,
  services,
  company,
}: Call): (prize: Pick<Prize, 'badge' | 'coins'>) => string {
  const names = new Map(
    services.db
      .all(badges.list, { companyId: company.companyId })
      .map(({ code, name }) => [code, name]),
  );
  return ({ badge, coins }) =>
    badge === null
      ? t.counts.coins(coins ?? 0)
      : t.contests.badge({ name: names.get(badge) ?? badge });
}

/** The ranks of a prize in words. */
export const rankWords = (
  { contests }: Messages,
  { first_rank: first, last_rank: last }: Prize,
): string => (first === last ? contests.rank({ rank: first }) : contests.ranks({ first, last }));

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
    return html`<li><div class="grow"><p>${strongLink(href(`/contests/${row.id}`), row.name)}</p>${explained(t.contests.until({ last }))}</div><span class="num">${rank}</span>${place ? html`<b class="num">${t.counts.xp(place.xp)}</b>` : ''}</li>
`;
  });
  return panel({ id: 'my-contests', title: t.contests.title, isFull: true }, linesOf(lines));
}
