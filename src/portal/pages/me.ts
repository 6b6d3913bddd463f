import type { Board } from '../../domain/board/board.ts';
import { levelOf, xpToNextLevel } from '../../domain/level.ts';
import { monthOf, monthStart } from '../../domain/period.ts';
import { ROLES } from '../../domain/portal-role.ts';
import { type Html, html } from '../../http/html.ts';
import * as badges from '../../store/badges.ts';
import * as coinLedger from '../../store/coin-ledger.ts';
import type { EmployeeRow } from '../../store/employees.ts';
import * as explanation from '../../store/explanation.ts';
import * as peopleSearch from '../../store/people-search.ts';
import * as personExport from '../../store/person-export.ts';
import * as redemptions from '../../store/redemptions.ts';
import * as shopItems from '../../store/shop-items.ts';
import type { Call, Page, Screen } from '../page.ts';
import { type Bar, barChart, chartNumbers, progress } from '../parts/chart.ts';
import { ownContests } from '../parts/contests.ts';
import { findPerson } from '../parts/decisions.ts';
import {
  count,
  day,
  monthLetter,
  monthName,
  number,
  signed,
  timeElement,
} from '../parts/format.ts';
import { icon, ring } from '../parts/icons.ts';
import { medal, rarityClass } from '../parts/medal.ts';
import { avatar, named } from '../parts/person.ts';
import { itemPicture } from '../parts/picture.ts';
import { reasonOf, statusChip } from '../parts/redemptions.ts';
import { rankStat, stat, stats } from '../parts/stats.ts';
import { shareOfLevel } from './people.ts';
import { obstacleTo } from './redeem.ts';

const PATH = '/me';

/** How many of the latest entries of XP and coins, and redemptions, are shown, and how many people on either side. */
const LATEST = 5;
const AROUND = 2;

/** What somebody sees of themselves: level, ranks, XP, badges, the shop. */
export const mePage: Page = {
  path: PATH,
  roles: ROLES,
  isOfCompany: false,
  show: async (call) => {
    const { services, company, now } = call;
    const person = findMe(call);
    const contests = person ? await ownContests(call, person) : html``;
    const board = await services.boards.ranking(company.companyId, 'this_month', now);
    const me = findMe(call);
    return me ? pageOf(call, me, { board, contests }) : noEmployee;
  },
};

export const findMe = ({ services, company, session }: Call): EmployeeRow | undefined =>
  session.employeeId === null
    ? undefined
    : findPerson(services.db, company.companyId, session.employeeId);

export const noEmployee: Screen = {
  title: 'My page',
  body: html`<section class="panel empty">${icon('person', 40)}<h1>No page of your own</h1><p>This account does not belong to an employee, so it earns no XP and is on no leaderboard.</p></section>`,
};

function pageOf(
  call: Call,
  me: EmployeeRow,
  { board, contests }: { board: Board; contests: Html },
): Screen {
  const held = heldBadges(call, me);
  const bars = barsOf(call, me);
  return {
    title: 'My page',
    body: html`<div class="stack">${hero(call, me, { board, held, bars })}
<div class="cols even">${xpPanel(call, bars)}${aroundPanel(call, me, board)}</div>
${contests}
${badgesPart(me, held)}${shopPart(call, me)}
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
function barsOf({ services, company, now }: Call, me: EmployeeRow): Bar[] {
  const last = monthOf(now);
  const rows = services.db.all(peopleSearch.listMonths, {
    ...{ companyId: company.companyId, employeeNumber: me.number, first: last - 11 },
  });
  const xp = new Map(rows.map((row) => [row.month, row.xp]));
  return Array.from({ length: 12 }, (_, at) => {
    const month = last - 11 + at;
    const start = monthStart(month);
    return { label: monthLetter(start), name: monthName(start, now), value: xp.get(month) ?? 0 };
  });
}

function hero(
  { now }: Call,
  me: EmployeeRow,
  { board, held, bars }: { board: Board; held: Held; bars: readonly Bar[] },
): Html {
  const level = levelOf(me.xp);
  const missing = xpToNextLevel(me.xp);
  const month = monthName(now, now);
  const earned = bars.at(-1)?.value ?? 0;
  const [newest] = held.held;
  const figures = [
    rankStat(`Company, ${month}`, board.rankOf(me.number), board.size),
    ...(me.departmentName === null
      ? []
      : [
          rankStat(
            `${me.departmentName}, ${month}`,
            board.departmentRankOf(me.number),
            board.departmentSize(me.departmentNumber),
          ),
        ]),
    stat('Coins', me.coins),
    stat('Badges', held.held.length),
  ];
  return html`<section class="hero"><div class="level">${ring(missing === 0 ? 1 : shareOfLevel(me.xp), { size: 144, width: 11 })}<p><span class="small muted">Level</span><b class="num">${level}</b><span class="small muted num">${number(me.xp)} XP</span></p></div>
<div class="grow"><h1>${missing === 0 ? 'The highest level' : `${number(missing)} XP to level ${level + 1}`}</h1>
<p class="muted">Welcome, ${named({ name: me.accountName ?? me.givenName, email: me.email })}. You earned ${number(earned)} XP in ${month}.</p>
${newest ? html`<p class="person newest">${medal(newest.rarity, { size: 36 })}<span><span class="strong">${newest.name}</span> <span class="chip">latest badge</span><span class="sub">${newest.rarity}, held by ${count(newest.holders, 'person', 'people')}</span></span></p>` : ''}
${stats(figures)}</div></section>`;
}

function xpPanel({ now }: Call, bars: readonly Bar[]): Html {
  const best = bars.reduce((a, b) => (b.value > a.value ? b : a));
  const running = bars.at(-1)?.value ?? 0;
  const label = `XP by month, the last twelve months`;
  return html`<section class="panel" aria-labelledby="by-month"><header><h2 id="by-month">XP by month</h2>${best.value > 0 ? html`<span class="small muted">Best: ${best.name}, ${number(best.value)}</span>` : ''}</header><div class="pad">${barChart(label, bars)}
<p class="small muted">Dashed: ${monthName(now, now)} so far, <b class="num">${number(running)}</b></p>${chartNumbers(label, bars)}</div></section>`;
}

function aroundPanel(call: Call, me: EmployeeRow, board: Board): Html {
  const { services, company, now } = call;
  const rank = board.rankOf(me.number);
  if (rank === null) return html``;
  const offset = Math.max(0, rank - 1 - AROUND);
  const ranked = board.page(offset, rank + AROUND - offset);
  const rows = services.db.all(peopleSearch.listRows, {
    ...{ companyId: company.companyId, month: monthOf(now) },
    numbers: ranked.map((one) => one.number),
  });
  const byNumber = new Map(rows.map((row) => [row.number, row]));
  const lines = ranked.map((one) => {
    const person = byNumber.get(one.number);
    const isMe = one.number === me.number;
    const name = person?.name ?? null;
    return html`<tr${isMe ? html` class="own"` : ''}><td class="n strong">${number(one.rank)}</td><td><span class="person">${avatar(name ?? '?')}<span><span class="strong">${named({ name, email: null })}</span>${isMe ? html` <span class="chip ok">you</span>` : ''}<span class="sub">${person?.departmentName ?? ''}</span></span></span></td><td class="n strong">${number(one.xp)}</td></tr>
`;
  });
  return html`<section class="panel" aria-labelledby="around"><header><h2 id="around">Around you in ${monthName(now, now)}</h2><a class="small" href="/portal/leaderboards?person=me#found">Whole leaderboard</a></header>
<table aria-labelledby="around"><thead class="vh"><tr><th scope="col">Rank</th><th scope="col">Person</th><th scope="col">XP</th></tr></thead><tbody>${lines}</tbody></table></section>`;
}

function badgesPart(me: EmployeeRow, { held, others }: Held): Html {
  const total = held.length + others.length;
  if (total === 0) return html``;
  const next = others
    .filter(({ xpThreshold }) => xpThreshold !== null)
    .sort((a, b) => (a.xpThreshold ?? 0) - (b.xpThreshold ?? 0));
  return html`<section aria-labelledby="my-badges"><div class="between"><h2 id="my-badges">Badges</h2><span class="small muted">${held.length} of ${total}</span></div><ul class="tiles">
${held.map((badge) => html`<li>${medal(badge.rarity, { size: 48 })}<p class="strong">${badge.name}</p><p class="tiny ${rarityClass(badge.rarity)}">${badge.rarity}</p><p class="tiny muted">held by ${number(badge.holders)}</p></li>`)}
${next.slice(0, 4).map(({ name, rarity, xpThreshold }) => html`<li>${medal(rarity, { size: 48, isEarned: false })}<p class="strong">${name}</p><p class="tiny muted">${number(Math.max(0, (xpThreshold ?? 0) - me.xp))} XP to go</p>${progress(me.xp / (xpThreshold ?? 1))}</li>`)}
${held.length + next.length === 0 ? html`<li class="muted">None yet. ${count(total, 'badge', 'badges')} can be earned.</li>` : ''}</ul></section>`;
}

function shopPart({ services, company }: Call, me: EmployeeRow): Html {
  const items = services.db
    .all(shopItems.listOnRecord, { companyId: company.companyId })
    .filter(({ retiredAt }) => retiredAt === null);
  if (items.length === 0) return html``;
  const cards = items.map((item) => {
    const obstacle = obstacleTo(item, me);
    const more =
      obstacle ?? (item.stockRemaining === null ? '' : `${number(item.stockRemaining)} left`);
    const button = html`Redeem<span class="vh"> ${item.name}</span>`;
    return html`<li>${itemPicture(item, obstacle !== undefined)}<div class="card"><p class="strong">${item.name}</p><p class="small muted">${more}</p><div class="between"><span class="num strong">${number(item.coinPrice)}<span class="small muted"> coins</span></span>${
      obstacle
        ? html`<button class="btn s" disabled>${button}</button>`
        : html`<a class="btn s pri" href="/portal${PATH}/redeem/${item.id}">${button}</a>`
    }</div></div></li>
`;
  });
  return html`<section aria-labelledby="my-shop"><div class="between"><h2 id="my-shop">Shop</h2><span class="small">You have <b class="num">${number(me.coins)}</b> coins</span></div><ul class="cards">
${cards}</ul></section>`;
}

function latestPanel({ services, company, now }: Call, me: EmployeeRow): Html {
  const entries = services.db.all(explanation.listNewest, {
    ...{ companyId: company.companyId, employeeNumber: me.number, count: LATEST },
    ...{ from: monthStart(monthOf(now) - 11), until: Number.MAX_SAFE_INTEGER },
  });
  return html`<section class="panel" aria-labelledby="my-xp"><header><h2 id="my-xp">Latest XP</h2></header>${
    entries.length === 0
      ? html`<p class="pad muted">What you earn stands here.</p>`
      : html`<ul class="list">${entries.map((entry) => html`<li><span class="small muted num">${day(entry.countsAt)}</span><span class="grow">${entry.reason ?? 'No reason given'}${entry.amount < 0 ? html` <span class="chip warn">correction</span>` : ''}</span><b class="num">${signed(entry.amount)}</b></li>`)}</ul>`
  }</section>`;
}

function coinsPanel({ services, company }: Call, me: EmployeeRow): Html {
  const key = { companyId: company.companyId, employeeNumber: me.number };
  const entries = services.db.all(coinLedger.listNewest, { ...key, count: LATEST });
  if (entries.length === 0) return html``;
  return html`<section class="panel" aria-labelledby="my-coins"><header><h2 id="my-coins">Latest coins</h2></header><ul class="list">${entries.map((entry) => html`<li><span class="small muted num">${day(entry.recordedAt)}</span><span class="grow">${entry.reason ?? 'No reason given'}</span><b class="num">${signed(entry.amount)}</b></li>`)}</ul></section>`;
}

function redemptionsPanel({ services, company, now }: Call, me: EmployeeRow): Html {
  const rows = services.db.all(redemptions.listOfEmployee, {
    ...{ companyId: company.companyId, employeeNumber: me.number },
    ...{ before: Number.MAX_SAFE_INTEGER, count: LATEST },
  });
  return html`<section class="panel" aria-labelledby="my-redemptions"><header><h2 id="my-redemptions">My redemptions</h2>${rows.length === 0 ? '' : html`<a class="small" href="/portal${PATH}/redemptions">All of them</a>`}</header>${
    rows.length === 0
      ? html`<p class="pad muted">What you redeem stands here, with its status.</p>`
      : html`<ul class="list">${rows.map((one) => html`<li><div class="grow"><p class="strong">${one.itemName}</p><p class="small muted">${timeElement(one.createdAt, now)}${reasonOf(one)}</p></div><span class="num">${number(one.coinPrice)}</span>${statusChip(one.status)}</li>`)}</ul>`
  }</section>`;
}
