import { teamCounts } from '../../../domain/contest.ts';
import { DAY_MS } from '../../../domain/duration.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { chosenOf } from '../../../service/contests/contests.ts';
import * as badges from '../../../store/badges/badges.ts';
import type { ContestRow } from '../../../store/contests/contests.ts';
import * as contests from '../../../store/contests/contests.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import type { Call } from '../../request/call.ts';
import { linesOf } from '../../view/cells.ts';
import { isolated } from '../../view/marks.ts';
import { facts, panel } from '../../view/panel.ts';
import { passedWith, type TeamRanking, teamDistance } from './team-ranking.ts';

/** The XP that somebody gained in the days of a contest, by what counts in it. */
export function ownXp(
  { services, company }: Call,
  { startsAt, endsAt, ...row }: ContestRow,
  me: EmployeeRow,
): { name: string | null; xp: number }[] {
  const { reasons } = chosenOf(row);
  const key = { companyId: company.companyId, employeeNumber: me.number, startsAt, endsAt };
  const gained = services.db.all(contests.listOwnXp, key);
  if (reasons.length === 0)
    return [{ name: null, xp: gained.reduce((sum, { xp }) => sum + xp, 0) }];
  const byReason = new Map(gained.map(({ name, xp }) => [name, xp]));
  return reasons.map((name) => ({ name, xp: byReason.get(name) ?? 0 }));
}

/** What counts, where that is not simply XP, and what somebody has of it. @param own nothing for who takes no part */
export function whatCounts(
  call: Call,
  row: ContestRow,
  own: readonly { name: string | null; xp: number }[],
): Html {
  const { t } = call;
  const { contests: texts } = t;
  const chosen = chosenOf(row);
  const isTeams = teamCounts(row.counts) !== undefined;
  if (row.counts === 'xp' && chosen.reasons.length === 0) return html``;
  const names = row.counts === 'badges' ? badgeNames(call, chosen.badges) : chosen.reasons;
  const all = row.counts === 'badges' ? texts.anyBadges : texts.anyXp;
  const lines = (names.length === 0 ? [null] : names).map((name) => {
    const mine = own.find((one) => one.name === name);
    const you = mine && texts.youHave({ xp: mine.xp });
    return html`<li><p class="grow">${name === null ? all : isolated(name)}</p>${you === undefined ? '' : html`<span class="small muted num">${you}</span>`}</li>
`;
  });
  const footer = isTeams && row.counts === 'participation' ? texts.onceIsEnough : undefined;
  return panel(
    { id: 'what-counts', title: texts.whatCounts, isFull: true, footer },
    linesOf(lines),
  );
}

function badgeNames({ services, company }: Call, codes: readonly string[]): string[] {
  const all = services.db.all(badges.list, { companyId: company.companyId });
  const names = new Map(all.map(({ code, name }) => [code, name]));
  return codes.map((code) => names.get(code) ?? code);
}

/** What a department needs for the next place, what the one behind needs, and when it ends. */
export function whatItTakes(
  call: Call,
  row: ContestRow,
  ranking: TeamRanking,
  me: EmployeeRow,
): Html {
  const { t } = call;
  const { contests: texts } = t;
  const own = ranking.teamOf(me.departmentNumber);
  if (!own) return html``;
  return panel({ id: 'what-it-takes', title: texts.whatItTakes }, [
    facts([
      [texts.toGetAhead, teamDistance(call, ranking, own) ?? null],
      [texts.behindYou, passedWith(call, ranking, own) ?? null],
      [texts.ends, texts.endOf({ last: t.format.calendarDay(row.endsAt - DAY_MS) })],
    ]),
  ]);
}
