import { ROLES } from '../../../domain/portal-role.ts';
import { html } from '../../../http/response/html.ts';
import * as redemptions from '../../../store/shop/redemptions.ts';
import { sub } from '../../view/cells.ts';
import { pageHead } from '../../view/page-head.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../../view/pager.ts';
import { emptyPanel, listing } from '../../view/panel.ts';
import { table } from '../../view/table.ts';
import { timeElement } from '../../view/time.ts';
import { definePage } from '../page.ts';
import { reasonOf, statusChip } from '../shop/redemption-view.ts';
import { findMe, noEmployee } from './find-me.ts';

const PATH = '/me/redemptions';

/** Everything that somebody redeemed, the newest first, and what became of it. */
export const myRedemptionsPage = definePage({
  path: PATH,
  roles: ROLES,
  isOfCompany: false,
  show: (call) => {
    const me = findMe(call);
    if (!me) return noEmployee(call);
    const { t, services, company, query, now } = call;
    const all = services.db.all(redemptions.listOfEmployee, {
      ...{ companyId: company.companyId, employeeNumber: me.number, count: PAGE_SIZE + 1 },
      before: placeIn(query) ?? Number.MAX_SAFE_INTEGER,
    });
    const rows = all.slice(0, PAGE_SIZE);
    const more = nextPager(call.t, {
      next: all.length > PAGE_SIZE ? `/portal${PATH}?before=${rows.at(-1)?.entry}` : undefined,
      first: query.has('before') ? `/portal${PATH}` : undefined,
    });
    const list = table<(typeof rows)[number]>({
      ...{ label: t.me.redemptions, rows },
      columns: [
        {
          head: t.me.item,
          cell: (one) => html`<span class="strong">${one.itemName}</span>${sub(reasonOf(t, one))}`,
        },
        {
          ...{ head: t.me.requested, shown: 'tablet', isMuted: true },
          cell: ({ createdAt }) => timeElement(t, createdAt, now),
        },
        { head: t.me.coins, isNumber: true, cell: ({ coinPrice }) => t.format.number(coinPrice) },
        { head: t.me.status, isNumber: true, cell: ({ status }) => statusChip(t, status) },
      ],
    });
    const nothing = emptyPanel({
      icon: 'gift',
      title: t.me.nothingHere,
      text: t.me.nothingHereText,
      links: [{ href: '/portal/me', label: t.me.openShop }],
    });
    const above = { href: '/portal/me', label: t.me.title };
    return {
      title: t.me.redemptions,
      current: '/me',
      body: html`${pageHead({ title: t.me.redemptions, above })}
${rows.length === 0 ? nothing : listing(list, more)}`,
    };
  },
});
