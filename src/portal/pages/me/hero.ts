import type { Board } from '../../../domain/board/board.ts';
import { levelOf, xpToNextLevel } from '../../../domain/level.ts';
import { monthOf, monthStart } from '../../../domain/period.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import * as explanation from '../../../store/xp/explanation.ts';
import type { Call } from '../../request/call.ts';
import { sub } from '../../view/cells.ts';
import { type Bar, barRows } from '../../view/chart.ts';
import { ring } from '../../view/icons.ts';
import { personName } from '../../view/person.ts';
import { rankStat, stat, stats } from '../../view/stats.ts';
import { rarityName } from '../badges/badges.ts';
import { badgePicture } from '../badges/medal.ts';
import { shareOfLevel } from '../people/people-list.ts';
import type { Held } from './my-badges.ts';

/** The level in a ring, which is filled by the XP on the way to the next one. */
export const levelRing = ({ t }: Call, { xp }: EmployeeRow): Html =>
  html`<div class="level">${ring(xpToNextLevel(xp) === 0 ? 1 : shareOfLevel(xp), { size: 144, width: 11 })}<p><span class="small muted">${t.me.level}</span><b class="num">${levelOf(xp)}</b><span class="small muted num">${t.counts.xp(xp)}</span></p></div>`;

/** The level, and the figures of somebody. @param options.isAhead whether ranks come before progress */
export function hero(
  call: Call,
  me: EmployeeRow,
  options: { board: Board; held: Held; bars: readonly Bar[]; isAhead: boolean },
): Html {
  const { t, now } = call;
  const { me: words } = t;
  const { held, bars, isAhead } = options;
  const missing = xpToNextLevel(me.xp);
  const month = t.format.month(now, now);
  const [before, running] = bars.slice(-2);
  const earned = running?.value ?? 0;
  const isMore = before !== undefined && before.value > 0 && earned > before.value;
  const ranks = ranksOf(call, me, options.board);
  const owned = [stat(words.coins, me.coins), stat(words.badges, held.held.length)];
  const person = personName(t, { name: me.accountName ?? me.givenName, email: me.email });
  const title =
    missing === 0
      ? words.highestLevel
      : words.xpToLevel({ xp: missing, level: levelOf(me.xp) + 1 });
  return html`<section class="hero">${levelRing(call, me)}
<div class="grow"><h1>${title}</h1>
<p class="muted">${words.welcome({ person, xp: earned, month })}${isMore ? html` ${words.moreThanIn({ month: before.name })}` : ''}</p>
${isAhead ? '' : comparison(call, me, bars)}${newest(call, held)}
${stats(t, isAhead ? [...ranks, ...owned] : [...owned, ...ranks])}</div></section>`;
}

function newest(call: Call, { held: [newest] }: Held): Html {
  if (!newest) return html``;
  const { t } = call;
  const { name, holders: count } = newest;
  const rarity = rarityName(t, newest.rarity);
  return html`<p class="person newest">${badgePicture(call, newest, { size: 36 })}<span><span class="strong">${name}</span> <span class="chip">${t.me.latestBadge}</span>${sub(t.me.rarityHeldBy({ rarity, count }))}</span></p>`;
}

function ranksOf({ t, now }: Call, me: EmployeeRow, board: Board) {
  const { departmentName: department, departmentNumber } = me;
  const month = t.format.month(now, now);
  const company = rankStat(t, t.me.companyIn({ month }), board.rankOf(me.number), board.size);
  if (department === null) return [company];
  const rank = board.departmentRankOf(me.number);
  const size = board.departmentSize(departmentNumber);
  return [company, rankStat(t, t.me.departmentIn({ department, month }), rank, size)];
}

/** This month beside the last one, up to the same time of it and as a whole; nothing beside a month without XP. */
function comparison(
  { t, services, company, now }: Call,
  me: EmployeeRow,
  bars: readonly Bar[],
): Html {
  const [before, running] = bars.slice(-2);
  if (!before || !running || before.value <= 0) return html``;
  const start = monthStart(monthOf(now));
  const from = monthStart(monthOf(now) - 1);
  const until = Math.min(start, from + now - start);
  const key = { companyId: company.companyId, employeeNumber: me.number };
  const { xp = 0 } = services.db.one(explanation.sum, { ...key, from, until }) ?? {};
  return barRows(t, [
    { name: t.me.soFar({ month: running.name }), value: running.value },
    { name: t.me.atTheSameTime({ month: before.name }), value: xp, isBefore: true },
    { name: t.me.allOfMonth({ month: before.name }), value: before.value, isBefore: true },
  ]);
}
