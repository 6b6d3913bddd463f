import * as v from 'valibot';
import { define, flag, object, oneOf, orNull, text, uuid, whole } from '../../../domain/schema.ts';
import { newItemCutoff, SHOP_CATEGORIES } from '../../../domain/shop.ts';
import * as shopItems from '../../../store/shop/shop-items.ts';
import { readEndpoint } from '../../endpoint.ts';
import { choice, paging } from '../../parameters.ts';
import { openListPage } from '../../response/list-page.ts';
import { MUSEUM_DAY, pageExample } from '../examples.ts';
import { pageSchema } from '../schemas.ts';

const shopItem = define(
  'ShopItem',
  object('An item of the rewards shop.', {
    id: uuid('The item.'),
    name: text("The item's name."),
    description: text('What the buyer gets.'),
    category: oneOf(SHOP_CATEGORIES, 'The kind of reward.'),
    image_url: text("The address of the item's picture."),
    coin_price: whole('The price in coins.', 0),
    stock_remaining: orNull(whole('How many are left. 0: sold out, null: unlimited.', 0)),
    is_new: flag('Added less than 30 days ago.'),
  }),
);

export const listShopItems = readEndpoint({
  path: '/v1/shop/items',
  operationId: 'listShopItems',
  tag: 'Shop',
  scope: 'shop:read',
  parameters: {
    category: v.optional(
      v.pipe(choice(SHOP_CATEGORIES), v.description('Items of this category alone.')),
    ),
    ...paging,
  },
  summary: 'List shop items',
  description: 'What the shop offers, sold-out items included, in the order they were added.',
  response: {
    description: 'A page of shop items.',
    schema: pageSchema('ShopItemPage', shopItem, 'shop items'),
    example: pageExample([
      {
        ...MUSEUM_DAY,
        description: 'Two tickets for any museum in town.',
        category: 'experience',
        image_url: 'https://example.com/shop/museum-day.jpg',
        stock_remaining: 12,
        is_new: true,
      },
    ]),
  },
  query: 'category=perk',
  typescript: `for await (const item of client.shopItems({ category: 'perk' })) {
  console.log(item.name, item.coin_price);
}`,
  handle: async (call, { category, ...paging }) => {
    const { db, site } = call.services;
    const page = openListPage(call, 'shop-items', [category ?? null], paging);
    const { companyId, count } = page;
    const [after = 0] = page.after;
    const items = { companyId, site, newAfter: newItemCutoff(call.now), after, count };
    const rows = await (category === undefined
      ? db.all(shopItems.listJson, items)
      : db.all(shopItems.listJsonInCategory, { ...items, category }));
    return page.body(rows, (row) => [row.entry]);
  },
});
