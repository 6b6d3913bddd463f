import type { ContestState, Prize, Ties } from '../../domain/contest.ts';
import { ranksOf, stateOf } from '../../domain/contest.ts';
import { DAY_MS } from '../../domain/duration.ts';
import { rankingOf } from '../../http/contest-ranking.ts';
import { type Html, html } from '../../http/html.ts';
import { departmentNumbersOf } from '../../service/contests/contests.ts';
import { listNumbersBelow } from '../../service/departments.ts';
import * as badges from '../../store/badges.ts';
import type { ContestRow } from '../../store/contests.ts';
import * as contests from '../../store/contests.ts';
import type { EmployeeRow } from '../../store/employees.ts';
import type { Call } from '../page.ts';
import { count, day, number } from './format.ts';

const KINDS: Readonly<Record<ContestState, string>> = {
  upcoming: '',
  running: ' ok',
  ended: ' warn',
  closed: '',
  cancelled: ' bad',
};

export const stateChip = (state: ContestState): Html =>
  html`<span class="chip${KINDS[state]}">${state}</span>`;

/** The days of a contest: 1 Dec 2026 to 24 Dec 2026. */
export const daysOf = ({ startsAt, endsAt }: ContestRow): string =>
  endsAt - startsAt === DAY_MS ? day(startsAt) : `${day(startsAt)} to ${day(endsAt - DAY_MS)}`;

/** A function that gives the name of a prize: Gold, or 100 coins. */
export function prizeNames({
  services,
  company,
}: Call): (prize: Pick<Prize, 'badge' | 'coins'>) => string {
  const names = new Map(
    services.db
      .all(badges.list, { companyId: company.companyId })
      .map(({ code, name }) => [code, name]),
  );
  return ({ badge, coins }) =>
    badge === null ? count(coins ?? 0, 'coin', 'coins') : `badge ${names.get(badge) ?? badge}`;
}

/** What becomes of people with the same XP. */
export const TIES_IN_WORDS: Readonly<Record<Ties, string>> = {
  shared: 'With the same XP, people share a place, and all who share it win.',
  first: 'With the same XP, who reached it first is ahead.',
  joined: 'With the same XP, who joined first is ahead.',
};

/** The ranks of a prize in words. */
export const rankWords = (prize: Prize): string =>
  prize.first_rank === prize.last_rank
    ? `Rank ${prize.first_rank}`
    : `Ranks ${ranksOf(prize).replace('-', ' to ')}`;

/** Most contests that stand on the page of a person. */
const MAX_OWN = 5;

/** The contests that run and in which a person takes part, with their place. */
export async function ownContests(call: Call, me: EmployeeRow): Promise<Html> {
  const { services, company, now, href } = call;
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
  const running = services.db
    .all(contests.listOpen, { companyId })
    .filter((row) => stateOf(row, now) === 'running' && takesPart(row))
    .slice(0, MAX_OWN);
  if (running.length === 0) return html``;
  const rankings = await Promise.all(
    running.map((row) => rankingOf(services, { companyId, now }, row)),
  );
  const lines = running.map((row, at) => {
    const place = rankings[at]?.placeOf(me.number);
    return html`<li><div class="grow"><p><a class="strong" href="${href(`/contests/${row.id}`)}">${row.name}</a></p><p class="small muted">to ${day(row.endsAt - DAY_MS)}</p></div><span class="num">${place ? `rank ${number(place.rank)} of ${number(rankings[at]?.size ?? 0)}` : 'no XP yet'}</span>${place ? html`<b class="num">${number(place.xp)} XP</b>` : ''}</li>
`;
  });
  return html`<section class="panel" aria-labelledby="my-contests"><header><h2 id="my-contests">Contests</h2></header><ul class="list">
${lines}</ul></section>`;
}
