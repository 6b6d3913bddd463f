import * as v from 'valibot';
import { redeemShopItem } from '../../service/redemptions.ts';
import { change, text } from './change.ts';

/** The shop and its redemptions. */
export const SHOP_CHANGES = {
  redeemItem: change(
    v.object({ employee: text, item: text, once: text }),
    (write, { employee, item, once }) => redeemShopItem(write, employee, item, once || undefined),
  ),
};
