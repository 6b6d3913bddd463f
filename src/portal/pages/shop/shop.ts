import { type Html, html } from '../../../http/response/html.ts';
import { listShopItems, type ShopItem } from '../../../service/shop/shop.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { strongLink, sub } from '../../view/cells.ts';
import { pageHead } from '../../view/page-head.ts';
import { PAGE_SIZE, pageNumber, pager } from '../../view/pager.ts';
import { emptyPanel, listing } from '../../view/panel.ts';
import { table, tabs } from '../../view/table.ts';
import { definePage } from '../page.ts';
import { mayEdit, READERS } from '../roles.ts';

const PATH = '/shop';

export const categoryName = ({ shop }: Messages, category: string): string =>
  (shop.categories as Readonly<Record<string, string>>)[category] ?? category;

/** The items of the shop in the order they were added; those that are retired in a list of their own. */
export const shopPage = definePage({
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  nav: {
    label: (t) => t.shop.title,
    icon: 'bag',
    key: 'i',
    group: 'programme',
  },
  show: (call) => {
    const { t, services, company, now, query, href, session } = call;
    const isRetired = query.get('state') === 'retired';
    const all = listShopItems(services.db, company.companyId, now);
    const items = all.filter(({ retired_at }) => (retired_at !== null) === isRetired);
    const retired = isRetired ? items.length : all.length - items.length;
    const states = tabs(t.shop.state, [
      {
        href: href(PATH),
        label: t.shop.onSaleCount({ count: all.length - retired }),
        isCurrent: !isRetired,
      },
      {
        href: `${href(PATH)}?state=retired`,
        label: t.shop.retiredCount({ count: retired }),
        isCurrent: isRetired,
      },
    ]);
    const add = html`<a class="btn pri" href="${href(`${PATH}/add`)}">${t.shop.add}</a>`;
    return {
      title: t.shop.title,
      body: html`${pageHead({
        title: t.shop.title,
        lead: isRetired
          ? t.shop.leadOfRetired({ count: retired })
          : t.shop.lead({
              count: items.length,
              redemptions: (label) => html`<a href="${href('/redemptions')}">${label}</a>`,
            }),
        tools: [...(retired === 0 ? [] : [states]), ...(mayEdit(session.role) ? [add] : [])],
      })}
${items.length === 0 ? nothing(t, isRetired) : list(call, items, isRetired)}`,
    };
  },
});

const nothing = ({ shop }: Messages, isRetired: boolean): Html =>
  isRetired
    ? emptyPanel({ icon: 'bag', title: shop.noneRetired, text: shop.noneRetiredText })
    : emptyPanel({
        ...{ icon: 'bag', title: shop.none, text: shop.noneText },
        command: 'engaged shop add --help',
      });

function list({ t, query, href }: Call, items: readonly ShopItem[], isRetired: boolean): Html {
  const page = pageNumber(query);
  const state = isRetired ? 'state=retired&' : '';
  const { shop } = t;
  const rows = table<ShopItem>({
    label: shop.items,
    rows: items.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    columns: [
      {
        head: shop.item,
        cell: (item) =>
          html`${strongLink(href(`${PATH}/${item.id}`), item.name)}${sub(stateChip(t, item), 'phones')}`,
      },
      {
        ...{ head: shop.category, shown: 'tablet', isMuted: true },
        cell: (item) => categoryName(t, item.category),
      },
      { head: shop.coins, isNumber: true, cell: (item) => t.format.number(item.coin_price) },
      { head: shop.stock, isNumber: true, cell: (item) => stockText(t, item) },
      {
        ...{ head: shop.state, shown: 'tablet', isNumber: true },
        cell: (item) => stateChip(t, item),
      },
    ],
  });
  return listing(
    rows,
    pager(t, items.length, page, { link: (one) => `${href(PATH)}?${state}${one}` }),
  );
}

export const stockText = (
  { shop, format }: Messages,
  { stock_remaining: stock }: ShopItem,
): string => (stock === null ? shop.unlimited : format.number(stock));

export function stateChip({ shop }: Messages, item: ShopItem): Html {
  const { retired_at, stock_remaining, is_new } = item;
  if (retired_at !== null) return html`<span class="chip">${shop.retired}</span>`;
  if (stock_remaining === 0) return html`<span class="chip warn">${shop.soldOut}</span>`;
  return html`<span class="chip ok">${is_new ? shop.isNew : shop.onSale}</span>`;
}
