import { formatMonth, type Month, monthStart } from '../../domain/period.ts';
import { ROLES } from '../../domain/portal-role.ts';
import { isReconstructed } from '../../domain/standings/due-months.ts';
import { type Html, html } from '../../http/html.ts';
import { standingsOf } from '../../service/months/show-month.ts';
import * as store from '../../store/closed-months.ts';
import type { Call, Page } from '../page.ts';
import { monthName, number, timeElement } from '../parts/format.ts';
import { icon } from '../parts/icons.ts';
import { PAGE_SIZE, pageOf, pager } from '../parts/pager.ts';
import { named } from '../parts/person.ts';
import { seesEverybody } from '../parts/standings.ts';

/** A month, with its newest version if it was ever closed. */
type Listed = { month: Month; newest: store.ClosedMonthRow | undefined };

/** Months whose standings are kept, newest first. Those that are to be closed stand above them. */
export const monthsPage: Page = {
  path: '/months',
  roles: ROLES,
  isOfCompany: true,
  show: async (call) => {
    const page = pageOf(call.query);
    const all = await listed(call);
    const rows = all.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
    return {
      title: 'Closed months',
      body: html`<div class="head"><div><h1>Closed months</h1><p class="lead">Who won each month, as it was when the month was closed. XP that is recorded later changes nothing here.</p></div></div>
${
  rows.length === 0
    ? html`<section class="panel empty">${icon('calendar', 40)}<h2>No month is closed yet</h2><p>The service closes each month by itself a few days after its end, so that late XP still counts.</p><p class="row"><a class="btn" href="${call.href('/leaderboards')}">See the current month</a></p></section>`
    : html`<section class="panel"><table aria-label="Closed months"><thead><tr><th scope="col">Month</th><th scope="col">State</th><th scope="col" class="opt">Closed</th><th scope="col" class="opt">First</th><th scope="col" class="n">People</th></tr></thead><tbody>
${rows.map((one) => row(call, one))}</tbody></table>${pager(all.length, page, { link: (query) => `${call.href('/months')}?${query}` })}</section>`
}`,
    };
  },
};

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
export const stateChips = (version: store.ClosedMonthRow | undefined): Html => {
  if (!version) return html`<span class="chip warn">not closed yet</span>`;
  const { month, closedAt, reopenedAt } = version;
  const state =
    reopenedAt === null
      ? html`<span class="chip ok">closed</span>`
      : html`<span class="chip warn">reopened</span>`;
  return html`${state}${isReconstructed(month, closedAt) ? html` <span class="chip warn">reconstructed</span>` : ''}${version.version > 1 ? html` <span class="chip">version ${version.version}</span>` : ''}`;
};

function row({ services, company, now, href }: Call, { month, newest }: Listed): Html {
  const [first] = newest
    ? standingsOf(
        services.db,
        { companyId: company.companyId, ...newest },
        { departments: null, top: 1 },
      )
    : [];
  const winner =
    first && first.xp > 0
      ? html`${named({ name: first.name, email: null })} <span class="muted num">${number(first.xp)} XP</span>`
      : undefined;
  return html`<tr><td><a class="strong whole" href="${href(`/months/${formatMonth(month)}`)}">${monthName(monthStart(month), now)}</a><span class="nar sub">${winner}</span></td><td>${stateChips(newest)}</td><td class="opt muted d">${newest ? timeElement(newest.closedAt, now) : '–'}</td><td class="opt">${winner ?? '–'}</td><td class="n">${newest ? number(newest.people) : '–'}</td></tr>
`;
}
