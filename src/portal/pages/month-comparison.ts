import { notFound } from '../../domain/errors.ts';
import { monthStart } from '../../domain/period.ts';
import { type Html, html } from '../../http/html.ts';
import type { LateXp } from '../../service/months/compare-month.ts';
import type { Call, Page } from '../page.ts';
import { monthLink, requireMonthOf } from '../parts/closed-month.ts';
import { day, monthName, number, signed } from '../parts/format.ts';
import { icon } from '../parts/icons.ts';
import { PAGE_SIZE, pageOf, pager } from '../parts/pager.ts';
import { avatar, named } from '../parts/person.ts';
import { READERS } from '../roles.ts';
import { stateChips } from './months.ts';

/** Whose XP of a month is not what it was when it was closed. */
export const comparePage: Page = {
  path: '/months/:id/compare',
  roles: READERS,
  isOfCompany: true,
  show: async (call) => {
    const { now, href, services, company, query } = call;
    const { month, version } = await requireMonthOf(call);
    if (!version) throw notFound('This month is not closed');
    const page = pageOf(query);
    const { total, rows } = await services.ranker.compareMonth({
      ...{ companyId: company.companyId, month, version: version.version },
      ...{ offset: (page - 1) * PAGE_SIZE, count: PAGE_SIZE },
    });
    const name = monthName(monthStart(month), now);
    const own = monthLink(call, version, {}, '/compare');
    return {
      title: `${name} compared with today`,
      current: '/months',
      body: html`<div class="head"><div><p class="crumb"><a href="${monthLink(call, version, {})}">${name}</a></p><h1>${name} compared with today ${stateChips(version)}</h1>
<p class="lead">People whose XP of ${name} has changed since the month was closed on ${day(version.closedAt)}, by late XP or corrections.</p></div></div>
${
  rows.length === 0
    ? html`<section class="panel empty">${icon('check', 40)}<h2>${total === 0 ? 'Nobody’s XP has changed since then' : 'Nobody else'}</h2><p>Closing the month again would change no XP.</p></section>`
    : html`<section class="panel"><table aria-label="Late XP, person by person"><thead><tr><th scope="col">Person</th><th scope="col" class="n opt">Rank then</th><th scope="col" class="n opt">Rank now</th><th scope="col" class="n opt">XP then</th><th scope="col" class="n">XP now</th><th scope="col" class="n">Late</th></tr></thead><tbody>
${rows.map((row) => lateRow(href, row))}</tbody></table>${pager(total, page, { link: (text) => `${own}${own.includes('?') ? '&' : '?'}${text}` })}</section>`
}`,
    };
  },
};

function lateRow(href: Call['href'], row: LateXp): Html {
  const cell = (value: number | null) =>
    html`<td class="n opt">${value === null ? '–' : number(value)}</td>`;
  return html`<tr><td><span class="person">${avatar(row.name ?? '?')}<a class="strong" href="${href(`/people/${row.employee_id}`)}">${named({ name: row.name, email: null })}</a></span></td>${cell(row.rank)}${cell(row.rank_now)}${cell(row.xp)}<td class="n">${number(row.xp_now)}</td><td class="n strong${row.late_xp < 0 ? ' minus' : ''}">${signed(row.late_xp)}</td></tr>
`;
}
