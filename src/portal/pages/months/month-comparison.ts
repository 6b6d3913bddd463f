import { failure } from '../../../domain/errors.ts';
import { monthStart } from '../../../domain/period.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { LateXp } from '../../../service/months/compare-month.ts';
import type { Call } from '../../request/call.ts';
import { strongLink } from '../../view/cells.ts';
import { pageHead } from '../../view/page-head.ts';
import { PAGE_SIZE, pageNumber, pager } from '../../view/pager.ts';
import { emptyPanel, listing } from '../../view/panel.ts';
import { avatar, personName } from '../../view/person.ts';
import { type Column, table } from '../../view/table.ts';
import { definePage } from '../page.ts';
import { READERS } from '../roles.ts';
import { monthLink, requireMonthOf } from './closed-month.ts';
import { stateChips } from './months.ts';

/** Whose XP of a month is not what it was when it was closed. */
export const comparePage = definePage({
  path: '/months/:id/compare',
  roles: READERS,
  isOfCompany: true,
  show: async (call) => {
    const { now, services, company, query } = call;
    const { month, version } = await requireMonthOf(call);
    if (!version) throw failure('month_not_closed');
    const page = pageNumber(query);
    const { total, rows } = await services.ranker.compareMonth({
      ...{ companyId: company.companyId, month, version: version.version },
      ...{ offset: (page - 1) * PAGE_SIZE, count: PAGE_SIZE },
    });
    const { t } = call;
    const name = t.format.month(monthStart(month), now);
    const own = monthLink(call, version, {}, '/compare');
    const title = t.months.comparedWithToday({ month: name });
    const head = pageHead({
      title: html`${title} ${stateChips(t, version)}`,
      above: { href: monthLink(call, version, {}), label: name },
      lead: t.months.compareLead({ month: name, day: t.format.day(version.closedAt) }),
    });
    const nothing = emptyPanel({
      ...{ icon: 'check', text: t.months.noChangeText },
      title: total === 0 ? t.months.noChange : t.months.nobodyElse,
    });
    const link = (text: string) => `${own}${own.includes('?') ? '&' : '?'}${text}`;
    const pages = pager(call.t, total, page, { link });
    const list = () => listing(lateTable(call, rows), pages);
    return {
      ...{ title, current: '/months' },
      body: html`${head}
${rows.length === 0 ? nothing : list()}`,
    };
  },
});

function lateTable({ t, href }: Call, rows: readonly LateXp[]): Html {
  const count = (head: string, cell: (row: LateXp) => number | null): Column<LateXp> => ({
    ...{ head, isNumber: true, shown: 'tablet' },
    cell: (row) => {
      const value = cell(row);
      return value === null ? '–' : t.format.number(value);
    },
  });
  return table<LateXp>({
    ...{ label: t.months.lateXp, rows },
    columns: [
      {
        head: t.months.person,
        cell: ({ employee_id, name }) =>
          html`<span class="person">${avatar(name ?? '?')}${strongLink(href(`/people/${employee_id}`), personName(t, { name, email: null }))}</span>`,
      },
      count(t.months.rankThen, ({ rank }) => rank),
      count(t.months.rankNow, ({ rank_now }) => rank_now),
      count(t.months.xpThen, ({ xp }) => xp),
      { ...count(t.months.xpNow, ({ xp_now }) => xp_now), shown: 'always' },
      {
        ...{ head: t.months.late, isNumber: true, className: 'strong' },
        cell: ({ late_xp: late }) =>
          late < 0
            ? html`<span class="minus">${t.format.signed(late)}</span>`
            : t.format.signed(late),
      },
    ],
  });
}
