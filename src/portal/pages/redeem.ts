import { randomUUID } from 'node:crypto';
import { notFound } from '../../domain/errors.ts';
import { ROLES } from '../../domain/portal-role.ts';
import { type Html, html } from '../../http/html.ts';
import type { EmployeeRow } from '../../store/employees.ts';
import type { ShopItemRow } from '../../store/shop-items.ts';
import * as shopItems from '../../store/shop-items.ts';
import type { Action, Call, Page } from '../page.ts';
import { countIn, Refused, summary } from '../parts/form.ts';
import { count, number } from '../parts/format.ts';
import { itemPicture } from '../parts/picture.ts';
import { findMe, noEmployee } from './me.ts';

const PATH = '/me/redeem/:id';

/** Why somebody cannot redeem an item; undefined where they can. */
export function obstacleTo(
  { coinPrice, stockRemaining, retiredAt }: ShopItemRow,
  { coins }: EmployeeRow,
): string | undefined {
  if (retiredAt !== null) return 'No longer in the shop';
  if (stockRemaining === 0) return 'Sold out';
  return coinPrice > coins ? `${count(coinPrice - coins, 'coin', 'coins')} short` : undefined;
}

/** Asks before coins are spent: the price, what is left, and what happens then. */
export const redeemPage: Page = {
  path: PATH,
  roles: ROLES,
  isOfCompany: false,
  show: (call) => {
    const me = findMe(call);
    if (!me) return noEmployee;
    const item = requireItem(call);
    const obstacle = obstacleTo(item, me);
    // The obstacle stands below, in words for the person.
    const refusal =
      call.refusal && obstacle
        ? { ...call.refusal, message: 'Your coins are kept.' }
        : call.refusal;
    return {
      title: `Redeem ${item.name}`,
      current: '/me',
      body: html`<div class="head"><div><p class="crumb"><a href="/portal/me">My page</a></p><h1>Redeem ${item.name}?</h1></div></div>
<div class="stack narrow">${summary('Nothing was redeemed.', refusal)}${order(call, { me, item, obstacle })}</div>`,
    };
  },
};

/** @throws EngagedError `not_found` */
function requireItem({ services, company, params }: Call): ShopItemRow {
  const id = params.id.toLowerCase();
  const item = services.db.one(shopItems.find, { companyId: company.companyId, id });
  if (!item) throw notFound('There is no such item in the shop');
  return item;
}

function order(
  { refusal }: Call,
  { me, item, obstacle }: { me: EmployeeRow; item: ShopItemRow; obstacle: string | undefined },
): Html {
  const { coinPrice, id, name, description } = item;
  // The same form sent twice redeems once.
  const { once = `portal ${randomUUID()}` } = refusal?.values ?? {};
  const form = html`<form method="post" action="/portal/me/redeem/${id}"><input type="hidden" name="once" value="${once}"><input type="hidden" name="price" value="${coinPrice}"><p class="row"><button class="btn pri">Redeem for ${count(coinPrice, 'coin', 'coins')}</button><a class="btn q" href="/portal/me">Cancel</a></p></form>`;
  const back = html`<p><b>${obstacle}.</b></p><p class="row"><a class="btn" href="/portal/me">Back to my page</a></p>`;
  return html`<section class="panel" aria-label="${name}"><div class="pad"><div class="person">${itemPicture(item, obstacle !== undefined)}<p class="small muted">${description}</p></div>
<dl class="facts"><dt>Price</dt><dd class="num">${count(coinPrice, 'coin', 'coins')}</dd><dt>You have</dt><dd class="num">${count(me.coins, 'coin', 'coins')}</dd>${obstacle ? '' : html`<dt>Left after</dt><dd class="num">${count(me.coins - coinPrice, 'coin', 'coins')}</dd>`}${item.stockRemaining === null ? '' : html`<dt>In stock</dt><dd class="num">${number(item.stockRemaining)}</dd>`}</dl>
${obstacle ? back : html`<p class="small">The coins are taken now, and your request waits for approval. If it is declined, you read why and the coins come back. “My redemptions” on your page shows where it is.</p>${form}`}</div></section>`;
}

/** Redeems an item for whoever is signed in, and for nobody else. */
export const redeemItem: Action = {
  path: PATH,
  roles: ROLES,
  page: redeemPage,
  submit: async (call, form) => {
    const me = findMe(call);
    if (!me) throw new Refused('This account does not belong to an employee.');
    const item = requireItem(call);
    const { item_name, coin_price, coins } = await call.change('redeemItem', {
      employee: me.id,
      item: item.id,
      once: (form.get('once') ?? '').slice(0, 255),
      price: countIn(form, 'price'),
    });
    return {
      to: '/portal/me',
      done: html`<b>${item_name}</b> is requested for ${count(coin_price, 'coin', 'coins')}; you have ${number(coins)} left. It waits for approval under “My redemptions”.`,
    };
  },
};
