import { failure } from '../../../domain/errors.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { MAX_STOCK, type ShopItem, showShopItem } from '../../../service/shop/shop.ts';
import { changeAction, formAction } from '../../forms/action.ts';
import { confirmForm, requireTyped } from '../../forms/confirm.ts';
import { defineForm } from '../../forms/form.ts';
import { hiddenCount, whole } from '../../forms/kinds.ts';
import { sentPicture, shownPicture } from '../../forms/sent-picture.ts';
import type { Call } from '../../request/call.ts';
import { strong } from '../../view/marks.ts';
import { pageHead } from '../../view/page-head.ts';
import { explained, facts, panel } from '../../view/panel.ts';
import { isUploaded } from '../../view/picture.ts';
import { namingOthers } from '../audit/naming-others.ts';
import { definePage } from '../page.ts';
import { EDITORS, mayEdit, READERS } from '../roles.ts';
import { itemForm, valuesOf } from './item-form.ts';
import { itemPicture } from './picture.ts';
import { categoryName, stateChip, stockText } from './shop.ts';

const PATH = '/shop/:id';

const nameOf = ({ name }: { name: string }): Html => strong(name);

const change = changeAction({
  path: PATH,
  roles: EDITORS,
  of: requireItem,
  form: itemForm,
  submit: async (call, { changes, seen }, { subject: { id: item } }) => {
    const { image: content, ...others } = changes;
    const image = sentPicture('image', content);
    const before = { ...seen, image: shownPicture(seen.image) };
    const changed = await namingOthers(call, item, () =>
      call.change('changeItem', { item, changes: { ...others, image }, seen: before }),
    );
    return { done: call.t.shop.changed({ item: nameOf(changed) }) };
  },
});

const restock = formAction({
  path: `${PATH}/restock`,
  roles: EDITORS,
  of: requireItem,
  form: defineForm({
    id: 'restock',
    fields: { seen: hiddenCount(), added: whole({ min: 1, max: MAX_STOCK, isShort: true }) },
    layout: 'inline',
    texts: ({ shop }) => ({ button: shop.restockThis, fields: { added: shop.howManyCameIn } }),
  }),
  submit: async (call, stock, { subject: { id: item } }) => {
    const changed = await namingOthers(call, item, () =>
      call.change('restockItem', { item, ...stock }),
    );
    const { added: count } = stock;
    const left = { stock: changed.stock_remaining, item: nameOf(changed) };
    return { done: call.t.shop.restocked({ count, ...left }) };
  },
});

const retire = formAction({
  path: `${PATH}/retire`,
  roles: EDITORS,
  of: requireItem,
  form: confirmForm('retire', ({ shop }) => shop.retireThis),
  submit: async (call, { confirm }, { subject: { id: item, name } }) => {
    requireTyped(call, confirm, name);
    const retired = await namingOthers(call, item, () => call.change('retireItem', { item }));
    return { done: call.t.shop.isRetired({ item: nameOf(retired) }) };
  },
});

/** One item: what it is, and what can be changed. */
export const shopItemPage = definePage({
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  actions: [change, restock, retire],
  show: (call) => {
    const { t, href, session } = call;
    const item = requireItem(call);
    const isEditable = mayEdit(session.role) && item.retired_at === null;
    const head = pageHead({
      title: item.name,
      above: { href: href('/shop'), label: t.shop.title },
      lead: html`${t.counts.coins(item.coin_price)} ${stateChip(t, item)}`,
    });
    return {
      title: item.name,
      current: '/shop',
      body: html`${head}
<div class="cols"><div class="stack">${isEditable ? changePanel(call, item) : ''}${factsPanel(call, item)}</div>
<div class="stack">${isEditable ? [restockPanel(call, item), retirePanel(call, item)] : ''}</div></div>`,
    };
  },
});

/** @throws EngagedError `not_found` */
function requireItem({ services, company, params, now }: Call<'id'>): ShopItem {
  const item = showShopItem(services.db, company.companyId, params.id, now);
  if (!item) throw failure('item_not_found');
  return item;
}

const factsPanel = (call: Call, item: ShopItem): Html => {
  const { t } = call;
  return panel({ id: 'facts', title: t.shop.asPeopleSeeIt }, [
    html`<div class="person">${itemPicture(call, { category: item.category, imageUrl: item.image_url }, item.retired_at !== null)}<p class="small">${item.description}</p></div>`,
    facts([
      [t.shop.category, categoryName(t, item.category)],
      [t.shop.stock, stockText(t, item)],
      [t.shop.retiredOn, item.retired_at && t.format.day(Date.parse(item.retired_at))],
    ]),
  ]);
};

const changePanel = (call: Call, item: ShopItem): Html =>
  panel(
    { id: 'change', title: call.t.shop.change },
    change.write(call, {
      values: valuesOf(item),
      left: isUploaded(item.image_url) ? ['image_url'] : [],
    }),
  );

const restockPanel = (call: Call, { stock_remaining: stock }: ShopItem): Html =>
  stock === null
    ? html``
    : panel(
        { id: 'restock', title: call.t.shop.restock, beside: call.t.shop.left({ count: stock }) },
        restock.write(call, { values: { seen: stock }, kind: '' }),
      );

const retirePanel = (call: Call, { name }: ShopItem): Html =>
  panel({ id: 'retire', title: call.t.shop.retire, isDangerous: true }, [
    explained(call.t.shop.retireText),
    retire.write(call, {
      kind: 'kill',
      fields: { confirm: call.t.forms.typeName({ name: html`<bdi>${name}</bdi>` }) },
    }),
  ]);
