import { notFound } from '../../domain/errors.ts';
import { type Html, html } from '../../http/html.ts';
import { type ShopItem, type ShopItemInput, showShopItem } from '../../service/shop.ts';
import type { Action, Call, Page } from '../page.ts';
import { requireTyped, typedForm } from '../parts/confirm.ts';
import { changesIn, namingOthers, refreshed, seenFields } from '../parts/edit.ts';
import { field, Refused, summary } from '../parts/form.ts';
import { count, day, number } from '../parts/format.ts';
import { itemPicture } from '../parts/picture.ts';
import { EDITORS, mayEdit, READERS } from '../roles.ts';
import {
  categoryName,
  ITEM_FIELDS,
  type ItemTexts,
  itemFields,
  numberIn,
  readItem,
  stateChip,
  stockText,
} from './shop.ts';

const PATH = '/shop/:id';

/** One item: what it is, and what can be changed. */
export const shopItemPage: Page = {
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  show: (call) => {
    const { href, session } = call;
    const item = requireItem(call);
    const isEditable = mayEdit(session.role) && item.retired_at === null;
    return {
      title: item.name,
      current: '/shop',
      body: html`<div class="head"><div><p class="crumb"><a href="${href('/shop')}">Shop</a></p><h1>${item.name}</h1><p class="lead">${count(item.coin_price, 'coin', 'coins')} ${stateChip(item)}</p></div></div>
<div class="stack">${summary('Nothing was changed.', call.refusal)}<div class="cols"><div class="stack">${isEditable ? changePanel(call, item) : ''}${factsPanel(item)}</div>
<div class="stack">${isEditable && item.stock_remaining !== null ? restockPanel(call, item, item.stock_remaining) : ''}${isEditable ? retirePanel(call, item) : ''}</div></div></div>`,
    };
  },
};

/** @throws EngagedError `not_found` */
function requireItem({ services, company, params, now }: Call): ShopItem {
  const item = showShopItem(services.db, company.companyId, params.id, now);
  if (!item) throw notFound('There is no such item in the shop');
  return item;
}

const factsPanel = (item: ShopItem): Html =>
  html`<section class="panel" aria-labelledby="facts"><header><h2 id="facts">As people see it</h2></header><div class="pad"><div class="person">${itemPicture({ category: item.category, imageUrl: item.image_url }, item.retired_at !== null)}<p class="small">${item.description}</p></div><dl class="facts"><dt>Category</dt><dd>${categoryName(item.category)}</dd><dt>Stock</dt><dd>${stockText(item)}</dd>${item.retired_at === null ? '' : html`<dt>Retired</dt><dd>${day(Date.parse(item.retired_at))}</dd>`}</dl></div></section>`;

const textsOf = (item: ShopItem): ItemTexts => ({
  ...{ name: item.name, description: item.description, category: item.category },
  ...{ image_url: item.image_url, coin_price: String(item.coin_price) },
  stock_remaining: item.stock_remaining === null ? '' : String(item.stock_remaining),
});

function changePanel({ href, refusal }: Call, item: ShopItem): Html {
  const texts = textsOf(item);
  const own = refreshed(refusal?.action === PATH ? refusal : undefined, texts);
  return html`<section class="panel" aria-labelledby="change"><header><h2 id="change">Change</h2></header><form class="pad" method="post" action="${href(`/shop/${item.id}`)}">${seenFields(texts)}
${itemFields(texts, own)}<p class="row field"><button class="btn pri">Save</button></p></form></section>`;
}

function restockPanel({ href, refusal }: Call, item: ShopItem, stock: number): Html {
  const own = refusal?.action.endsWith('/restock') ? refusal : undefined;
  return html`<section class="panel" aria-labelledby="restock"><header><h2 id="restock">Restock</h2><span class="small muted">${number(stock)} left</span></header><form class="pad" method="post" action="${href(`/shop/${item.id}/restock`)}"><input type="hidden" name="seen" value="${stock}">
<div class="row end">${field({ name: 'added', label: 'How many came in', inputmode: 'numeric', className: 'num short', autocomplete: 'off' }, own)}<button class="btn">Add to the stock</button></div></form></section>`;
}

const retirePanel = ({ href, refusal }: Call, item: ShopItem): Html =>
  html`<section class="panel danger" aria-labelledby="retire"><header><h2 id="retire">Retire</h2></header><div class="pad small"><p class="muted">Takes the item out of the shop for good. Redemptions stay and can still be decided on.</p>
${typedForm({ action: href(`/shop/${item.id}/retire`), name: 'confirm', what: 'its name', typed: item.name, button: 'Retire for good' }, refusal)}</div></section>`;

const action = (
  path: string,
  submit: (call: Call, item: ShopItem, form: URLSearchParams) => Promise<Html>,
): Action => ({
  path: `${PATH}${path}`,
  roles: EDITORS,
  page: shopItemPage,
  submit: async (call, form) => {
    const item = requireItem(call);
    const done = await namingOthers(call, item.id, () => submit(call, item, form));
    return { to: call.href(`/shop/${item.id}`), done };
  },
});

export const shopItemActions: readonly Action[] = [
  action('', async (call, { id }, form) => {
    const { changed, to, seen } = changesIn(form, ITEM_FIELDS);
    if (changed.length === 0) throw new Refused('No field was changed.');
    const fields = changed as (keyof ShopItemInput)[];
    const item = await call.change('changeItem', {
      item: id,
      changes: readItem(fields, to),
      seen: readItem(fields, seen),
    });
    return html`<b>${item.name}</b> is changed.`;
  }),
  action('/restock', async (call, { id }, form) => {
    const added = numberIn(form.get('added') ?? '');
    if (!added) throw new Refused('', { added: 'How many there are, from 1.' });
    const seen = numberIn(form.get('seen') ?? '') ?? 0;
    const item = await call.change('restockItem', { item: id, added, seen });
    return html`${number(added)} added. There are ${stockText(item)} of <b>${item.name}</b> now.`;
  }),
  action('/retire', async (call, { id, name }, form) => {
    requireTyped(form, 'confirm', name);
    const item = await call.change('retireItem', { item: id });
    return html`<b>${item.name}</b> is retired.`;
  }),
];
