import { type Html, html } from '../../../http/response/html.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import * as redemptions from '../../../store/shop/redemptions.ts';
import type { ShopItemRow } from '../../../store/shop/shop-items.ts';
import * as shopItems from '../../../store/shop/shop-items.ts';
import type { Call } from '../../request/call.ts';
import { linesOf } from '../../view/cells.ts';
import { progress } from '../../view/chart.ts';
import { unseen } from '../../view/marks.ts';
import { explained, panel } from '../../view/panel.ts';
import { timeElement } from '../../view/time.ts';
import { itemPicture } from '../shop/picture.ts';
import { obstacleTo } from '../shop/redeem.ts';
import { reasonOf, statusChip } from '../shop/redemption-view.ts';
import { part } from './part.ts';

/** How many of the latest redemptions are shown. */
const LATEST = 5;

const itemsOf = ({ services, company }: Call): ShopItemRow[] =>
  services.db
    .all(shopItems.listOnRecord, { companyId: company.companyId })
    .filter(({ retiredAt }) => retiredAt === null);

/** The cheapest item that there is, and how far it is; undefined where nothing is on sale. */
export function nearestReward(call: Call, me: EmployeeRow): Html | undefined {
  const { t } = call;
  const [nearest] = itemsOf(call)
    .filter(({ stockRemaining }) => stockRemaining !== 0)
    .sort((a, b) => a.coinPrice - b.coinPrice);
  if (!nearest) return undefined;
  const { name, coinPrice: price } = nearest;
  const missing = Math.max(0, price - me.coins);
  return panel(
    { id: 'nearest', title: t.me.nearestReward },
    html`<div class="person">${itemPicture(call, nearest)}<div class="grow"><p class="strong">${name}</p>${explained(t.me.priceAndCoins({ price, coins: me.coins }))}${progress(me.coins / Math.max(1, price))}<p class="small strong">${missing === 0 ? t.me.enoughCoins : t.me.coinsToGo({ count: missing })}</p></div></div>`,
  );
}

/** What is on sale. */
export function shopPart(call: Call, me: EmployeeRow): Html {
  const { t } = call;
  const items = itemsOf(call);
  if (items.length === 0) return html``;
  const cards = items.map((item) => {
    const obstacle = obstacleTo(t, item, me);
    const { stockRemaining: count } = item;
    const more = obstacle ?? (count === null ? '' : t.shop.left({ count }));
    const button = t.me.redeemThis({ item: unseen(item.name) });
    return html`<li>${itemPicture(call, item, obstacle !== undefined)}<div class="card"><p class="strong">${item.name}</p>${explained(more)}<div class="between"><span class="num strong">${t.counts.coins(item.coinPrice)}</span>${
      obstacle
        ? html`<button class="btn s" disabled>${button}</button>`
        : html`<a class="btn s pri" href="/portal/me/redeem/${item.id}">${button}</a>`
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

/** What somebody redeemed last. */
export function redemptionsPanel({ t, services, company, now }: Call, me: EmployeeRow): Html {
  const rows = services.db.all(redemptions.listOfEmployee, {
    ...{ companyId: company.companyId, employeeNumber: me.number },
    ...{ before: Number.MAX_SAFE_INTEGER, count: LATEST },
  });
  const lines = rows.map(
    (one) =>
      html`<li><div class="grow"><p class="strong">${one.itemName}</p><p class="small muted">${timeElement(t, one.createdAt, now)}${reasonOf(t, one)}</p></div><span class="num">${t.format.number(one.coinPrice)}</span>${statusChip(t, one.status)}</li>`,
  );
  const all = html`<a class="small" href="/portal/me/redemptions">${t.me.allRedemptions}</a>`;
  return panel(
    {
      ...{ id: 'my-redemptions', title: t.me.redemptions, isFull: true },
      beside: rows.length === 0 ? undefined : all,
    },
    linesOf(lines, t.me.noRedemptionsYet),
  );
}
