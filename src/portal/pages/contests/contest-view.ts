import type { ContestState, Prize } from '../../../domain/contest.ts';
import { DAY_MS } from '../../../domain/duration.ts';
import { type Html, html } from '../../../http/response/html.ts';
import * as badges from '../../../store/badges/badges.ts';
import type { ContestRow } from '../../../store/contests/contests.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';

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
    ? format.calendarDay(startsAt)
    : contests.daysAre({
        first: format.calendarDay(startsAt),
        last: format.calendarDay(endsAt - DAY_MS),
      });

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
