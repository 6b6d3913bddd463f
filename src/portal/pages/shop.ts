import type { SHOP_CATEGORIES } from '../../domain/shop.ts';
import { Html, html } from '../../http/html.ts';
import { listShopItems, type ShopItem, type ShopItemInput } from '../../service/shop.ts';
import type { Action, Call, Page } from '../page.ts';
import { textIn } from '../parts/edit.ts';
import { field, onceField, type Refusal, Refused, select, summary } from '../parts/form.ts';
import { count, number } from '../parts/format.ts';
import { icon } from '../parts/icons.ts';
import { PAGE_SIZE, pageOf, pager } from '../parts/pager.ts';
import { EDITORS, mayEdit, READERS } from '../roles.ts';

const PATH = '/shop';

/** The kinds of items as people call them. */
const CATEGORIES: Readonly<Record<string, string>> = {
  gift_card: 'Gift card',
  merch: 'Merch',
  perk: 'Perk',
  donation: 'Donation',
  experience: 'Experience',
} satisfies Record<(typeof SHOP_CATEGORIES)[number], string>;

export const categoryName = (category: string): string => CATEGORIES[category] ?? category;

/** The items of the shop in the order they were added; those that are retired in a list of their own. */
export const shopPage: Page = {
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  show: (call) => {
    const { services, company, now, query, href, session } = call;
    const isRetired = query.get('state') === 'retired';
    const all = listShopItems(services.db, company.companyId, now);
    const retired = all.filter(({ retired_at }) => retired_at !== null);
    const items = isRetired ? retired : all.filter(({ retired_at }) => retired_at === null);
    const tab = (state: string, label: string, isChosen: boolean) =>
      html`<a href="${href(PATH)}${state}"${isChosen ? new Html(' aria-current="true"') : ''}>${label}</a>`;
    const tabs =
      retired.length === 0
        ? ''
        : html`<div class="seg" role="group" aria-label="State">${tab('', `On sale ${number(all.length - retired.length)}`, !isRetired)}${tab('?state=retired', `Retired ${number(retired.length)}`, isRetired)}</div>`;
    const add = mayEdit(session.role)
      ? html`<a class="btn pri" href="${href(`${PATH}/add`)}">Add an item</a>`
      : '';
    return {
      title: 'Shop',
      body: html`<div class="head"><div><h1>Shop</h1><p class="lead">What people can buy with their coins. Their requests wait for a decision under <a href="${href('/redemptions')}">Redemptions</a>.</p></div><div class="row">${tabs}${add}</div></div>
${items.length === 0 ? nothing(isRetired) : table(call, items, isRetired)}`,
    };
  },
};

const nothing = (isRetired: boolean): Html =>
  isRetired
    ? html`<section class="panel empty">${icon('bag', 40)}<h2>Nothing is retired</h2><p>What is taken out of the shop stands here.</p></section>`
    : html`<section class="panel empty">${icon('bag', 40)}<h2>Nothing is on sale</h2><p>People spend their coins on what you add here. With the first item, the shop appears on their own page.</p><code class="command" tabindex="0">engaged shop add --help</code></section>`;

function table(call: Call, items: readonly ShopItem[], isRetired: boolean): Html {
  const page = pageOf(call.query);
  const shown = items.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE);
  const state = isRetired ? 'state=retired&' : '';
  return html`<section class="panel"><table aria-label="Items"><thead><tr><th scope="col">Item</th><th scope="col" class="opt">Category</th><th scope="col" class="n">Coins</th><th scope="col" class="n">Stock</th><th scope="col" class="n opt">State</th></tr></thead><tbody>
${shown.map(
  (
    item,
  ) => html`<tr><td><a class="strong" href="${call.href(`${PATH}/${item.id}`)}">${item.name}</a><span class="sub nar">${stateChip(item)}</span></td><td class="opt muted">${categoryName(item.category)}</td><td class="n">${number(item.coin_price)}</td><td class="n${item.stock_remaining === null ? ' muted' : ''}">${stockText(item)}</td><td class="n opt">${stateChip(item)}</td></tr>
`,
)}</tbody></table>${pager(items.length, page, { link: (query) => `${call.href(PATH)}?${state}${query}` })}</section>`;
}

export const stockText = ({ stock_remaining: stock }: ShopItem): string =>
  stock === null ? 'unlimited' : number(stock);

export const stateChip = ({ retired_at, stock_remaining, is_new }: ShopItem): Html =>
  retired_at !== null
    ? html`<span class="chip">retired</span>`
    : stock_remaining === 0
      ? html`<span class="chip warn">sold out</span>`
      : html`<span class="chip ok">${is_new ? 'new' : 'on sale'}</span>`;

/** What the fields of an item's form hold. */
export type ItemTexts = Readonly<Record<keyof ShopItemInput, string>>;

const NEW_ITEM: ItemTexts = {
  ...{ name: '', description: '', category: 'merch', image_url: '' },
  ...{ coin_price: '', stock_remaining: '' },
};

/** The fields of an item, for a new one and for changes. */
export const itemFields = (item: ItemTexts, refusal: Refusal | undefined): Html =>
  html`${field({ name: 'name', label: 'Name', value: item.name, maxlength: 150, autocomplete: 'off' }, refusal)}
<div class="pair field">${select({ name: 'category', label: 'Category', options: CATEGORIES, value: item.category }, refusal)}${field({ name: 'coin_price', label: 'Price in coins', value: item.coin_price, inputmode: 'numeric', className: 'num', autocomplete: 'off' }, refusal)}${field({ name: 'stock_remaining', label: 'Stock', value: item.stock_remaining, inputmode: 'numeric', className: 'num', autocomplete: 'off', isRequired: false, hint: 'Empty: unlimited' }, refusal)}</div>
${field({ name: 'description', label: 'Description', value: item.description, isLong: true, maxlength: 2_000 }, refusal)}
${field({ name: 'image_url', label: 'Address of a picture', value: item.image_url, maxlength: 2_048, autocomplete: 'off', hint: 'Every item has one. Pages show pictures whose address begins with https://.' }, refusal)}`;

/** A whole number of coins or pieces as people type it: 1,500. */
export const numberIn = (text: string): number | undefined => {
  const digits = text.replace(/[\s,’']/g, '');
  return /^\d{1,10}$/.test(digits) ? Number(digits) : undefined;
};

const WHOLE = 'A whole number, such as 150.';

/** Reads the fields of an item that are asked for. @throws Refused naming each field that is wrong */
export function readItem(
  fields: readonly (keyof ShopItemInput)[],
  textOf: (name: string) => string,
): Partial<ShopItemInput> {
  const wrong: Record<string, string> = {};
  const wholeNumber = (name: string) => {
    const value = numberIn(textOf(name));
    if (value === undefined) wrong[name] = WHOLE;
    return value ?? 0;
  };
  const readers: { [Name in keyof ShopItemInput]: () => ShopItemInput[Name] } = {
    name: () => textOf('name'),
    description: () => textOf('description'),
    category: () => textOf('category'),
    image_url: () => textOf('image_url'),
    coin_price: () => wholeNumber('coin_price'),
    stock_remaining: () =>
      textOf('stock_remaining') === '' ? null : wholeNumber('stock_remaining'),
  };
  const read = Object.fromEntries(fields.map((name) => [name, readers[name]()]));
  for (const name of ['name', 'description', 'image_url'] as const) {
    if (read[name] === '') wrong[name] = 'Fill this in.';
  }
  if (Object.keys(wrong).length > 0) throw new Refused('', wrong);
  return read as Partial<ShopItemInput>;
}

export const ITEM_FIELDS = Object.keys(NEW_ITEM) as (keyof ShopItemInput)[];

/** Adds an item. */
export const addItemPage: Page = {
  path: `${PATH}/add`,
  roles: EDITORS,
  isOfCompany: true,
  show: ({ href, refusal }) => ({
    title: 'Add an item',
    current: PATH,
    body: html`<div class="head"><div><p class="crumb"><a href="${href(PATH)}">Shop</a></p><h1>Add an item</h1></div></div>
<section class="panel form"><form class="pad" method="post" action="${href(`${PATH}/add`)}">${onceField()}${summary('Nothing was added.', refusal)}
${itemFields(NEW_ITEM, refusal)}<p class="row field"><button class="btn pri">Add the item</button><a class="btn q" href="${href(PATH)}">Cancel</a></p></form></section>`,
  }),
};

export const addItem: Action = {
  path: `${PATH}/add`,
  roles: EDITORS,
  page: addItemPage,
  submit: async (call, form) => {
    const offer = readItem(ITEM_FIELDS, (name) => textIn(form, name));
    const item = await call.change('addItem', offer as ShopItemInput);
    return {
      to: call.href(`${PATH}/${item.id}`),
      done: html`<b>${item.name}</b> is on sale for ${count(item.coin_price, 'coin', 'coins')}.`,
    };
  },
};
