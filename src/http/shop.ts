import * as v from 'valibot';
import { newAfter, SHOP_CATEGORIES } from '../domain/shop.ts';
import * as shopItems from '../store/shop-items.ts';
import { pageBody } from './page-body.ts';
import { choice, paging, readParameters } from './parameters.ts';
import type { Call } from './route.ts';
import { walkOf } from './walk.ts';

export const SHOP_ITEMS_PARAMETERS = { category: v.optional(choice(SHOP_CATEGORIES)), ...paging };

/** GET /v1/shop/items: what is on offer, sold-out items included, in the order they were added. */
export function listShopItems(call: Call): string {
  const { db, cursors } = call.services;
  const { category, cursor, limit } = readParameters(call, SHOP_ITEMS_PARAMETERS);
  const { companyId } = call.credential;
  const walk = walkOf(call, 'shop-items', [category ?? null]);
  const [after = 0] = cursor ? cursors.open(walk, cursor) : [];
  const page = { companyId, newAfter: newAfter(call.now), after, count: limit + 1 };
  const rows =
    category === undefined
      ? db.all(shopItems.listJson, page)
      : db.all(shopItems.listJsonInCategory, { ...page, category });
  return pageBody(rows, { limit, cursors, walk, positionOf: (row) => [row.entry] });
}
