import { failure } from '../../../domain/errors.ts';
import { ROLES } from '../../../domain/portal-role.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import type { ShopItemRow } from '../../../store/shop/shop-items.ts';
import * as shopItems from '../../../store/shop/shop-items.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { hiddenCount } from '../../forms/kinds.ts';
import { Refused } from '../../forms/refused.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { pageHead } from '../../view/page-head.ts';
import { explained, facts, questionPanel } from '../../view/panel.ts';
import { findMe, noEmployee } from '../me/find-me.ts';
import { definePage } from '../page.ts';
import { itemPicture } from './picture.ts';

const PATH = '/me/redeem/:id';

/** Why somebody cannot redeem an item; undefined where they can. */
export function obstacleTo(
  { shop }: Messages,
  { coinPrice, stockRemaining, retiredAt }: ShopItemRow,
  { coins }: EmployeeRow,
): string | undefined {
  if (retiredAt !== null) return shop.noLongerSold;
  if (stockRemaining === 0) return shop.isSoldOut;
  return coinPrice > coins ? shop.coinsShort({ count: coinPrice - coins }) : undefined;
}

/** Redeems an item for whoever is signed in, and for nobody else. */
const redeem = formAction({
  path: PATH,
  roles: ROLES,
  of: requireItem,
  form: defineForm({
    id: 'redeem',
    fields: { price: hiddenCount() },
    texts: ({ shop }) => ({ button: shop.redeem, refused: shop.notRedeemed, fields: {} }),
  }),
  submit: async (call, { price }, { subject: item, formId }) => {
    const { t } = call;
    const me = findMe(call);
    if (!me) throw new Refused(t.shop.noEmployee);
    const receipt = await call.change('redeemItem', {
      ...{ employee: me.id, item: item.id },
      ...{ once: `portal ${formId}`, price },
    });
    return {
      to: '/portal/me',
      done: t.shop.redeemed({
        item: html`<b>${receipt.item_name}</b>`,
        ...{ price: receipt.coin_price, left: receipt.coins },
      }),
    };
  },
});

/** Asks before coins are spent: the price, what is left, and what happens then. */
export const redeemPage = definePage({
  path: PATH,
  roles: ROLES,
  isOfCompany: false,
  actions: [redeem],
  show: (call) => {
    const { t } = call;
    const me = findMe(call);
    if (!me) return noEmployee(call);
    const item = requireItem(call);
    const above = { href: '/portal/me', label: t.me.title };
    const title = html`${t.shop.redeemQuestion({ item: item.name })}`;
    return {
      title: t.shop.redeemTitle({ item: item.name }),
      current: '/me',
      body: html`${pageHead({ title, above })}
${questionPanel({ name: item.name, isNarrow: true }, order(call, me, item))}`,
    };
  },
});

/** @throws EngagedError `not_found` */
function requireItem({ services, company, params }: Call<'id'>): ShopItemRow {
  const id = params.id.toLowerCase();
  const item = services.db.one(shopItems.find, { companyId: company.companyId, id });
  if (!item) throw failure('item_not_found');
  return item;
}

function order(call: Call, me: EmployeeRow, item: ShopItemRow): Html {
  const { t } = call;
  const { coinPrice, stockRemaining, description } = item;
  const obstacle = obstacleTo(t, item, me);
  return html`<div class="person">${itemPicture(call, item, obstacle !== undefined)}${explained(description)}</div>
${facts([
  [t.shop.priceFact, t.counts.coins(coinPrice)],
  [t.shop.youHave, t.counts.coins(me.coins)],
  [t.shop.leftAfter, obstacle === undefined ? t.counts.coins(me.coins - coinPrice) : null],
  [t.shop.inStock, stockRemaining === null ? null : t.format.number(stockRemaining)],
])}
${
  obstacle === undefined
    ? html`<p class="small">${t.shop.whatHappens}</p>${redeem.write(call, {
        values: { price: coinPrice },
        button: t.shop.redeemFor({ price: coinPrice }),
        cancel: '/portal/me',
      })}`
    : html`<p><b>${obstacle}.</b> ${t.shop.coinsKept}</p><p class="row"><a class="btn" href="/portal/me">${t.shop.backToMe}</a></p>`
}`;
}
