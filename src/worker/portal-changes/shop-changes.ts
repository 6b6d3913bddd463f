import * as v from 'valibot';
import { REDEMPTION_STATUSES } from '../../domain/redemption.ts';
import { changeRedemptions, redeemShopItem } from '../../service/shop/redemptions.ts';
import {
  addShopItem,
  restockShopItem,
  retireShopItem,
  updateShopItem,
} from '../../service/shop/shop.ts';
import { change, picture, seenPicture, text } from './change.ts';

const offer = {
  name: text,
  description: text,
  category: text,
  image_url: v.nullable(text),
  image: v.optional(picture),
  coin_price: v.number(),
  stock_remaining: v.nullable(v.number()),
};

const some = v.partial(v.object(offer));

/** The shop and its redemptions. */
export const SHOP_CHANGES = {
  redeemItem: change(
    v.object({ employee: text, item: text, once: text, price: v.number() }),
    (write, { employee, item, once, price }) =>
      redeemShopItem(write, employee, item, once || undefined, price),
  ),
  addItem: change(v.object(offer), addShopItem),
  changeItem: change(
    v.object({
      ...{ item: text, changes: some },
      seen: v.object({ ...some.entries, image: seenPicture }),
    }),
    (write, { item, changes, seen }) => updateShopItem(write, item, changes, seen),
  ),
  restockItem: change(
    v.object({ item: text, added: v.number(), seen: v.number() }),
    (write, { item, ...stock }) => restockShopItem(write, item, stock),
  ),
  retireItem: change(v.object({ item: text }), (write, { item }) => retireShopItem(write, item)),
  changeRedemptions: change(
    v.object({
      ids: v.array(text),
      from: v.picklist(REDEMPTION_STATUSES),
      to: v.picklist(['approved', 'fulfilled', 'declined', 'refunded']),
      reason: v.optional(text),
    }),
    (write, { ids, ...step }) => ({ redemptions: changeRedemptions(write, ids, step) }),
  ),
};
