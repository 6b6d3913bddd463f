import { ROLES } from '../../domain/portal-role.ts';
import { html } from '../../http/html.ts';
import * as redemptions from '../../store/redemptions.ts';
import type { Page } from '../page.ts';
import { number, timeElement } from '../parts/format.ts';
import { icon } from '../parts/icons.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../parts/pager.ts';
import { reasonOf, statusChip } from '../parts/redemptions.ts';
import { findMe, noEmployee } from './me.ts';

const PATH = '/me/redemptions';

/** Everything that somebody redeemed, the newest first, and what became of it. */
export const myRedemptionsPage: Page = {
  path: PATH,
  roles: ROLES,
  isOfCompany: false,
  show: (call) => {
    const me = findMe(call);
    if (!me) return noEmployee;
    const { services, company, query, now } = call;
    const all = services.db.all(redemptions.listOfEmployee, {
      ...{ companyId: company.companyId, employeeNumber: me.number, count: PAGE_SIZE + 1 },
      before: placeIn(query) ?? Number.MAX_SAFE_INTEGER,
    });
    const rows = all.slice(0, PAGE_SIZE);
    const more = nextPager({
      next: all.length > PAGE_SIZE ? `/portal${PATH}?before=${rows.at(-1)?.entry}` : undefined,
      first: query.has('before') ? `/portal${PATH}` : undefined,
    });
    const list = html`<section class="panel"><table aria-label="My redemptions"><thead><tr><th scope="col">Item</th><th scope="col" class="opt">Requested</th><th scope="col" class="n">Coins</th><th scope="col" class="n">Status</th></tr></thead><tbody>
${rows.map(
  (
    one,
  ) => html`<tr><td><span class="strong">${one.itemName}</span><span class="sub">${reasonOf(one)}</span></td><td class="opt muted">${timeElement(one.createdAt, now)}</td><td class="n">${number(one.coinPrice)}</td><td class="n">${statusChip(one.status)}</td></tr>
`,
)}</tbody></table>${more}</section>`;
    const nothing = html`<section class="panel empty">${icon('gift', 40)}<h2>Nothing here</h2><p>What you redeem in the shop stands here, with what became of it.</p><a class="btn" href="/portal/me">Open the shop</a></section>`;
    return {
      title: 'My redemptions',
      current: '/me',
      body: html`<div class="head"><div><p class="crumb"><a href="/portal/me">My page</a></p><h1>My redemptions</h1></div></div>
${rows.length === 0 ? nothing : list}`,
    };
  },
};
