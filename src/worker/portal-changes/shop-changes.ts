import * as v from 'valibot';
import { REDEMPTION_STATUSES } from '../../domain/redemption.ts';
import { changeRedemptions, redeemShopItem } from '../../service/redemptions.ts';
import { change, text } from './change.ts';

/** The shop and its redemptions. */
export const SHOP_CHANGES = {
  redeemItem: change(
    v.object({ employee: text, item: text, once: text, price: v.number() }),
    (write, { employee, item, once, price }) =>
      redeemShopItem(write, employee, item, once || undefined, price),
  ),
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
