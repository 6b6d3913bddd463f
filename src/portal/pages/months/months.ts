import { formatMonth, type Month, monthStart } from '../../../domain/period.ts';
import { ROLES } from '../../../domain/portal-role.ts';
import { isReconstructed } from '../../../domain/standings/due-months.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { boardRows, seenPage } from '../../../service/boards/board-rows.ts';
import { findPlace, standingsPage } from '../../../service/months/standings.ts';
import * as store from '../../../store/months/closed-months.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { pageHead } from '../../view/page-head.ts';
import { PAGE_SIZE, pageNumber, pager } from '../../view/pager.ts';
import { emptyPanel, listing } from '../../view/panel.ts';
import { boardName } from '../../view/person.ts';
import { table } from '../../view/table.ts';
import { timeElement } from '../../view/time.ts';
import { seesEverybody } from '../boards/standings.ts';
import { viewerOf } from '../boards/viewer.ts';
import { definePage } from '../page.ts';

/** A month, with its newest version if it was ever closed. */
type Listed = { month: Month; newest: store.ClosedMonthRow | undefined };

/** Months whose standings are kept, newest first. Those that are to be closed stand above them. */
export const monthsPage = definePage({
  path: '/months',
  roles: ROLES,
  isOfCompany: true,
  nav: {
    label: (t) => t.months.title,
    icon: 'calendar',
    key: 'c',
    group: 'programme',
  },
  show: async (call) => {
    const page = pageNumber(call.query);
    const all = await listed(call);
    const rows = all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    const { t, href } = call;
    const { title, lead, none, noneText, seeCurrent } = t.months;
    const nothing = emptyPanel({
      ...{ icon: 'calendar', title: none, text: noneText },
      links: [{ href: href('/leaderboards'), label: seeCurrent }],
    });
    const pages = pager(call.t, all.length, page, {
      link: (query) => `${href('/months')}?${query}`,
    });
    const list = () => listing(monthTable(call, rows), pages);
    return {
      title,
      body: html`${pageHead({ title, lead })}
${rows.length === 0 ? nothing : list()}`,
    };
  },
});

async function listed(call: Call): Promise<Listed[]> {
  const { services, company, now } = call;
  const { companyId } = company;
  const newest = new Map<Month, Listed>();
  for (const row of services.db.all(store.list, { companyId })) {
    if (!newest.has(row.month)) newest.set(row.month, { month: row.month, newest: row });
  }
  if (!seesEverybody(call)) {
    return [...newest.values()].filter((one) => one.newest?.reopenedAt === null);
  }
  for (const month of await services.ranker.listOpenMonths({ companyId, now })) {
    if (!newest.has(month)) newest.set(month, { month, newest: undefined });
  }
  return [...newest.values()].sort((a, b) => b.month - a.month);
}

/** Whether a month is closed, and what is to be known about it. */
export const stateChips = (
  { months }: Messages,
  version: store.ClosedMonthRow | undefined,
): Html => {
  const chip = (kind: string, text: string) => html`<span class="chip${kind}">${text}</span>`;
  if (!version) return chip(' warn', months.notClosedYet);
  const { month, closedAt, reopenedAt } = version;
  const state = reopenedAt === null ? chip(' ok', months.closed) : chip(' warn', months.reopened);
  const reconstructed = html` ${chip(' warn', months.reconstructed)}`;
  const later = html` ${chip('', months.version(version))}`;
  return html`${state}${isReconstructed(month, closedAt) ? reconstructed : ''}${version.version > 1 ? later : ''}`;
};

function monthTable(call: Call, months: readonly Listed[]): Html {
  const { t, now, href } = call;
  const rows = months.map((one) => ({ ...one, winner: winnerOf(call, one) }));
  return table<(typeof rows)[number]>({
    ...{ label: t.months.title, rows },
    columns: [
      {
        head: t.months.month,
        cell: ({ month, winner }) =>
          html`<a class="strong whole" href="${href(`/months/${formatMonth(month)}`)}">${t.format.month(monthStart(month), now)}</a><span class="nar sub">${winner}</span>`,
      },
      { head: t.months.state, cell: ({ newest }) => stateChips(t, newest) },
      {
        ...{ head: t.months.closedAt, shown: 'tablet', isMuted: true, isDay: true },
        cell: ({ newest }) => (newest ? timeElement(t, newest.closedAt, now) : '–'),
      },
      { head: t.months.first, shown: 'tablet', cell: ({ winner }) => winner ?? '–' },
      {
        ...{ head: t.months.people, isNumber: true },
        cell: ({ newest }) => (newest ? t.format.number(newest.people) : '–'),
      },
    ],
  });
}

/** Who was first, if anybody had XP. */
function winnerOf(call: Call, { newest }: Listed): Html | undefined {
  const { t, services, company } = call;
  if (!newest) return undefined;
  const version = { companyId: company.companyId, ...newest };
  const { db } = services;
  const viewer = viewerOf(call, (number) => db.do(findPlace(version, number))?.rank);
  const [first] = seenPage(viewer, { after: 0, limit: 1 }, (part) =>
    db.do(standingsPage(version, { departments: null, ...part }, boardRows(viewer))),
  ).rows;
  if (!first || (first.xp !== null && first.xp <= 0)) return undefined;
  return html`${boardName(t, first)}${first.xp === null ? '' : html` <span class="muted num">${t.counts.xp(first.xp)}</span>`}`;
}
