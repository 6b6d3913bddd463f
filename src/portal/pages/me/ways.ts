import { DAY_MS } from '../../../domain/duration.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { prizesOf } from '../../../service/contests/contests.ts';
import { recentReasons } from '../../../service/xp/recent-reasons.ts';
import * as badges from '../../../store/badges/badges.ts';
import type { ContestRow } from '../../../store/contests/contests.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import type { Call } from '../../request/call.ts';
import { strongLink } from '../../view/cells.ts';
import { icon } from '../../view/icons.ts';
import { isolated } from '../../view/marks.ts';
import { explained } from '../../view/panel.ts';
import { badgePicture } from '../badges/medal.ts';
import { prizeNames, rankWords } from '../contests/contest-view.ts';
import { contestsOf } from '../contests/own-contests.ts';
import { part } from './part.ts';

/** How many ways to XP are shown. */
const MOST = 3;

/** What brings XP in this company, and what it leads to: reasons of late, a contest, rules of badges. */
export function waysPart(call: Call, me: EmployeeRow): Html {
  const [first, second, ...others] = reasonWays(call);
  const ways = [
    ...[first, second].flatMap((one) => one ?? []),
    ...contestsOf(call, me)
      .filter(({ counts, reasons }) => counts !== 'badges' && reasons === '[]')
      .slice(0, 1)
      .map((row) => contestWay(call, row)),
    ...ruleWays(call),
    ...others,
  ].slice(0, MOST);
  if (ways.length === 0) return html``;
  return part(
    'ways',
    call.t.me.whatBringsXp,
    '',
    html`<ul class="cards">
${ways}</ul>`,
  );
}

const way = (sign: Html, title: Html, text: string): Html =>
  html`<li><span class="gain">${sign}</span><div class="card">${title}${explained(text)}</div></li>
`;

const titled = (text: string): Html => html`<p class="strong">${isolated(text)}</p>`;

const reasonWays = ({ t, services, company }: Call): Html[] =>
  recentReasons(services.db, company.companyId).map(({ reason, people: count, least, most }) =>
    least === most
      ? way(
          html`<b class="num">${t.format.signed(most)}</b>`,
          titled(reason),
          t.me.gotLately({ count }),
        )
      : way(icon('check', 28), titled(reason), t.me.gotBetween({ count, least, most })),
  );

function contestWay(call: Call, row: ContestRow): Html {
  const { t, href } = call;
  const text = t.me.contestCounts({ last: t.format.calendarDay(row.endsAt - DAY_MS) });
  const [prize] = prizesOf(row);
  const wins =
    prize && t.me.prizeIs({ ranks: rankWords(t, prize), prize: prizeNames(call)(prize) });
  return way(
    icon('medal', 28),
    html`<p>${strongLink(href(`/contests/${row.id}`), row.name)}</p>`,
    wins === undefined ? text : `${text} ${wins}`,
  );
}

function ruleWays(call: Call): Html[] {
  const { t, services, company } = call;
  return services.db
    .all(badges.list, { companyId: company.companyId })
    .flatMap((one) => (one.xpThreshold === null ? [] : [{ ...one, xp: one.xpThreshold }]))
    .sort((a, b) => a.xp - b.xp)
    .map((badge) =>
      way(
        badgePicture(call, badge, { size: 36, isEarned: false }),
        titled(badge.name),
        t.me.badgeAt({ xp: badge.xp }),
      ),
    );
}
