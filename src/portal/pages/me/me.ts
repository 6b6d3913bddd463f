import type { Board } from '../../../domain/board/board.ts';
import { levelOf, xpToNextLevel } from '../../../domain/level.ts';
import { monthOf, monthStart } from '../../../domain/period.ts';
import { ROLES } from '../../../domain/portal-role.ts';
import { type Html, html } from '../../../http/response/html.ts';
import * as badges from '../../../store/badges/badges.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import * as peopleSearch from '../../../store/people/people-search.ts';
import * as personExport from '../../../store/people/person-export.ts';
import * as redemptions from '../../../store/shop/redemptions.ts';
import * as shopItems from '../../../store/shop/shop-items.ts';
import * as coinLedger from '../../../store/xp/coin-ledger.ts';
import * as explanation from '../../../store/xp/explanation.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import type { Screen } from '../../request/outcome.ts';
import { linesOf, sub } from '../../view/cells.ts';
import { type Bar, barChart, chartNumbers, progress } from '../../view/chart.ts';
import { ring } from '../../view/icons.ts';
import { unseen } from '../../view/marks.ts';
import { explained, panel } from '../../view/panel.ts';
import { personEntry, personName } from '../../view/person.ts';
import { rankStat, stat, stats } from '../../view/stats.ts';
import { table } from '../../view/table.ts';
import { timeElement } from '../../view/time.ts';
import { rarityName } from '../badges/badges.ts';
import { medal, rarityClass } from '../badges/medal.ts';
import { ownContests } from '../contests/contest-view.ts';
import { definePage } from '../page.ts';
import { shareOfLevel } from '../people/people.ts';
import { itemPicture } from '../shop/picture.ts';
import { obstacleTo } from '../shop/redeem.ts';
import { reasonOf, statusChip } from '../shop/redemption-view.ts';
import { findMe, noEmployee } from './find-me.ts';

const PATH = '/me';

/** How many of the latest entries of XP and coins, and redemptions, are shown, and how many people on either side. */
const LATEST = 5;
const AROUND = 2;

/** What somebody sees of themselves: level, ranks, XP, badges, the shop. */
export const mePage = definePage({
  path: PATH,
  roles: ROLES,
  isOfCompany: false,
  nav: {
    label: (t) => t.me.title,
    icon: 'person',
    key: 'm',
    needsEmployee: true,
  },
  show: async (call) => {
    const { services, company, now } = call;
    const person = findMe(call);
    const contests = person ? await ownContests(call, person) : html``;
    const board = await services.boards.ranking(company.companyId, 'this_month', now);
    const me = findMe(call);
    return me ? screenOf(call, me, { board, contests }) : noEmployee(call);
  },
});

function screenOf(
  call: Call,
  me: EmployeeRow,
  { board, contests }: { board: Board; contests: Html },
): Screen {
  const held = heldBadges(call, me);
  const bars = barsOf(call, me);
  return {
    title: call.t.me.title,
    body: html`<div class="stack">${hero(call, me, { board, held, bars })}
<div class="cols even">${xpPanel(call, bars)}${aroundPanel(call, me, board)}</div>
${contests}
${badgesPart(call, me, held)}${shopPart(call, me)}
<div class="cols even"><div class="stack">${latestPanel(call, me)}${coinsPanel(call, me)}</div>${redemptionsPanel(call, me)}</div></div>`,
  };
}

type Held = {
  held: { code: string; name: string; rarity: string; holders: number; awardedAt: number }[];
  others: badges.BadgeRow[];
};

function heldBadges({ services, company }: Call, me: EmployeeRow): Held {
  const { db } = services;
  const { companyId } = company;
  const catalogue = new Map(db.all(badges.list, { companyId }).map((row) => [row.code, row]));
  const held = db
    .all(personExport.listBadges, { companyId, number: me.number })
    .filter(({ revokedAt }) => revokedAt === null)
    .reverse()
    .map(({ code, name, awardedAt }) => {
      const { rarity = 'common', holders = 0 } = catalogue.get(code) ?? {};
      return { code, name, rarity, holders, awardedAt };
    });
  for (const { code } of held) catalogue.delete(code);
  return { held, others: [...catalogue.values()] };
}

/** The XP of the last twelve months, this one last. */
function barsOf({ t, services, company, now }: Call, me: EmployeeRow): Bar[] {
  const last = monthOf(now);
  const rows = services.db.all(peopleSearch.listMonths, {
    ...{ companyId: company.companyId, employeeNumber: me.number, first: last - 11 },
  });
  const xp = new Map(rows.map((row) => [row.month, row.xp]));
  return Array.from({ length: 12 }, (_, at) => {
    const month = last - 11 + at;
    const start = monthStart(month);
    return {
      label: t.format.monthLetter(start),
      name: t.format.month(start, now),
      value: xp.get(month) ?? 0,
    };
  });
}

function hero(
  { t, now }: Call,
  me: EmployeeRow,
  { board, held, bars }: { board: Board; held: Held; bars: readonly Bar[] },
): Html {
  const { me: words } = t;
  const level = levelOf(me.xp);
  const missing = xpToNextLevel(me.xp);
  const month = t.format.month(now, now);
  const earned = bars.at(-1)?.value ?? 0;
  const [newest] = held.held;
  const { departmentName: department, departmentNumber } = me;
  const figures = [
    rankStat(t, words.companyIn({ month }), board.rankOf(me.number), board.size),
    ...(department === null
      ? []
      : [
          rankStat(
            t,
            words.departmentIn({ department, month }),
            board.departmentRankOf(me.number),
            board.departmentSize(departmentNumber),
          ),
        ]),
    stat(words.coins, me.coins),
    stat(words.badges, held.held.length),
  ];
  const person = personName(t, { name: me.accountName ?? me.givenName, email: me.email });
  const title =
    missing === 0 ? words.highestLevel : words.xpToLevel({ xp: missing, level: level + 1 });
  const latest =
    newest &&
    html`<p class="person newest">${medal(newest.rarity, { size: 36 })}<span><span class="strong">${newest.name}</span> <span class="chip">${words.latestBadge}</span>${sub(words.rarityHeldBy({ rarity: rarityName(t, newest.rarity), count: newest.holders }))}</span></p>`;
  return html`<section class="hero"><div class="level">${ring(missing === 0 ? 1 : shareOfLevel(me.xp), { size: 144, width: 11 })}<p><span class="small muted">${words.level}</span><b class="num">${level}</b><span class="small muted num">${t.counts.xp(me.xp)}</span></p></div>
<div class="grow"><h1>${title}</h1>
<p class="muted">${words.welcome({ person, xp: earned, month })}</p>
${latest}
${stats(t, figures)}</div></section>`;
}

function xpPanel({ t, now }: Call, bars: readonly Bar[]): Html {
  const best = bars.reduce((a, b) => (b.value > a.value ? b : a));
  const running = html`<b class="num">${t.format.number(bars.at(-1)?.value ?? 0)}</b>`;
  const label = t.me.xpByMonthLabel;
  return panel(
    {
      ...{ id: 'by-month', title: t.me.xpByMonth },
      beside: best.value > 0 ? t.me.best({ month: best.name, xp: best.value }) : undefined,
    },
    html`${barChart(t, label, bars)}
${explained(t.me.runningMonth({ month: t.format.month(now, now), xp: running }))}${chartNumbers(t, { title: t.me.numbers, label }, bars)}`,
  );
}

function aroundPanel(call: Call, me: EmployeeRow, board: Board): Html {
  const { t, services, company, now } = call;
  const rank = board.rankOf(me.number);
  if (rank === null) return html``;
  const offset = Math.max(0, rank - 1 - AROUND);
  const ranked = board.page(offset, rank + AROUND - offset);
  const rows = services.db.all(peopleSearch.listRows, {
    ...{ companyId: company.companyId, month: monthOf(now) },
    numbers: ranked.map((one) => one.number),
  });
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  const title = t.me.aroundYou({ month: t.format.month(now, now) });
  const list = table<(typeof ranked)[number]>({
    ...{ label: title, rows: ranked, isHeadHidden: true },
    mark: ({ number }) => ({ isOwn: number === me.number, id: undefined }),
    columns: [
      {
        ...{ head: t.me.rank, isNumber: true, className: 'strong' },
        cell: (one) => t.format.number(one.rank),
      },
      {
        head: t.me.person,
        cell: ({ number }) => {
          const { name = null, departmentName = null } = byNumber.get(number) ?? {};
          const you =
            number === me.number ? html` <span class="chip ok">${t.me.you}</span>` : html``;
          return personEntry(t, { name, email: null }, undefined, you, sub(departmentName ?? ''));
        },
      },
      {
        ...{ head: t.me.xp, isNumber: true, className: 'strong' },
        cell: ({ xp }) => t.format.number(xp),
      },
    ],
  });
  const beside = html`<a class="small" href="/portal/leaderboards?person=me#found">${t.me.wholeLeaderboard}</a>`;
  return panel({ id: 'around', title, beside, isFull: true }, list);
}

/** A part of the page without a frame. @param more beside its heading */
const part = (id: string, title: string, more: string | Html, list: Html): Html =>
  html`<section aria-labelledby="${id}"><div class="between"><h2 id="${id}">${title}</h2>${more}</div>${list}</section>`;

function badgesPart({ t }: Call, me: EmployeeRow, { held, others }: Held): Html {
  const { me: words } = t;
  const count = held.length + others.length;
  if (count === 0) return html``;
  const next = others
    .filter(({ xpThreshold }) => xpThreshold !== null)
    .sort((a, b) => (a.xpThreshold ?? 0) - (b.xpThreshold ?? 0));
  const earned = held.map(
    ({ name, rarity, holders }) =>
      html`<li>${medal(rarity, { size: 48 })}<p class="strong">${name}</p><p class="tiny ${rarityClass(rarity)}">${rarityName(t, rarity)}</p><p class="tiny muted">${words.heldBy({ count: holders })}</p></li>`,
  );
  const toEarn = next.slice(0, 4).map(({ name, rarity, xpThreshold }) => {
    const xp = Math.max(0, (xpThreshold ?? 0) - me.xp);
    return html`<li>${medal(rarity, { size: 48, isEarned: false })}<p class="strong">${name}</p><p class="tiny muted">${words.xpToGo({ xp })}</p>${progress(me.xp / (xpThreshold ?? 1))}</li>`;
  });
  const none = html`<li class="muted">${words.noBadgesYet({ count })}</li>`;
  return part(
    'my-badges',
    words.badges,
    html`<span class="small muted">${words.badgesOf({ held: held.length, all: count })}</span>`,
    html`<ul class="tiles">
${earned}
${toEarn}
${held.length + next.length === 0 ? none : ''}</ul>`,
  );
}

function shopPart({ t, services, company }: Call, me: EmployeeRow): Html {
  const items = services.db
    .all(shopItems.listOnRecord, { companyId: company.companyId })
    .filter(({ retiredAt }) => retiredAt === null);
  if (items.length === 0) return html``;
  const cards = items.map((item) => {
    const obstacle = obstacleTo(t, item, me);
    const { stockRemaining: count } = item;
    const more = obstacle ?? (count === null ? '' : t.shop.left({ count }));
    const button = t.me.redeemThis({ item: unseen(item.name) });
    return html`<li>${itemPicture(item, obstacle !== undefined)}<div class="card"><p class="strong">${item.name}</p>${explained(more)}<div class="between"><span class="num strong">${t.counts.coins(item.coinPrice)}</span>${
      obstacle
        ? html`<button class="btn s" disabled>${button}</button>`
        : html`<a class="btn s pri" href="/portal${PATH}/redeem/${item.id}">${button}</a>`
    }</div></div></li>
`;
  });
  const strong = (text: string | Html) => html`<b class="num">${text}</b>`;
  return part(
    'my-shop',
    t.me.shop,
    html`<span class="small">${t.me.youHave({ count: me.coins, strong })}</span>`,
    html`<ul class="cards">
${cards}</ul>`,
  );
}

function latestPanel({ t, services, company, now }: Call, me: EmployeeRow): Html {
  const entries = services.db.all(explanation.listNewest, {
    ...{ companyId: company.companyId, employeeNumber: me.number, count: LATEST },
    ...{ from: monthStart(monthOf(now) - 11), until: Number.MAX_SAFE_INTEGER },
  });
  const correction = html` <span class="chip warn">${t.me.correction}</span>`;
  const lines = entries.map((entry) =>
    entryLine(
      t,
      entry.countsAt,
      html`${entry.reason ?? t.me.noReason}${entry.amount < 0 ? correction : ''}`,
      entry.amount,
    ),
  );
  return panel({ id: 'my-xp', title: t.me.latestXp, isFull: true }, linesOf(lines, t.me.noXpYet));
}

const entryLine = ({ format }: Messages, at: number, text: Html | string, amount: number): Html =>
  html`<li><span class="small muted num">${format.day(at)}</span><span class="grow">${text}</span><b class="num">${format.signed(amount)}</b></li>`;

function coinsPanel({ t, services, company }: Call, me: EmployeeRow): Html {
  const key = { companyId: company.companyId, employeeNumber: me.number };
  const entries = services.db.all(coinLedger.listNewest, { ...key, count: LATEST });
  if (entries.length === 0) return html``;
  const lines = entries.map(({ recordedAt, reason, amount }) =>
    entryLine(t, recordedAt, reason ?? t.me.noReason, amount),
  );
  return panel({ id: 'my-coins', title: t.me.latestCoins, isFull: true }, linesOf(lines));
}

function redemptionsPanel({ t, services, company, now }: Call, me: EmployeeRow): Html {
  const rows = services.db.all(redemptions.listOfEmployee, {
    ...{ companyId: company.companyId, employeeNumber: me.number },
    ...{ before: Number.MAX_SAFE_INTEGER, count: LATEST },
  });
  const lines = rows.map(
    (one) =>
      html`<li><div class="grow"><p class="strong">${one.itemName}</p><p class="small muted">${timeElement(t, one.createdAt, now)}${reasonOf(t, one)}</p></div><span class="num">${t.format.number(one.coinPrice)}</span>${statusChip(t, one.status)}</li>`,
  );
  const all = html`<a class="small" href="/portal${PATH}/redemptions">${t.me.allOfThem}</a>`;
  return panel(
    {
      ...{ id: 'my-redemptions', title: t.me.redemptions, isFull: true },
      beside: rows.length === 0 ? undefined : all,
    },
    linesOf(lines, t.me.noRedemptionsYet),
  );
}
