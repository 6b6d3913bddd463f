import type * as v from 'valibot';
import { readBody } from '../../domain/body-schema.ts';
import { failure } from '../../domain/errors.ts';
import * as shopItems from '../../store/shop/shop-items.ts';
import type { LazyCompanyWrite } from '../company/company-write.ts';
import { requireActiveEmployee } from '../people/employee-records.ts';
import { type redemptionReceipt, redemptionRequest } from './redemption-schemas.ts';
import { findRepeated, redeemShopItem } from './redemptions.ts';

type RedemptionRequest = v.InferOutput<typeof redemptionRequest>;

/** @throws EngagedError `validation_failed` */
export const readRedemption = (body: unknown): RedemptionRequest =>
  readBody(redemptionRequest, body);

/**
 * Redeems, or finds the redemption that the same request made before. Gives it as the API shows it.
 *
 * @throws EngagedError `not_found`, `insufficient_coins`, `sold_out`; `conflict` for a once key used for another person
 *   or item
 */
export function redeem(
  write: LazyCompanyWrite,
  { employee, item_id, once }: RedemptionRequest,
): v.InferOutput<typeof redemptionReceipt> {
  const { db, companyId } = write;
  const person = requireActiveEmployee(db, companyId, employee);
  const item = db.one(shopItems.find, { companyId, id: item_id });
  const earlier = item && findRepeated(write, person, item_id, once);
  // What is retired cannot be redeemed, but it can have been.
  if (!item || (item.retiredAt !== null && !earlier)) throw failure('item_not_found');
  const receipt = earlier ?? redeemShopItem(write.begin(), person.id, item_id, once);
  return {
    id: receipt.id,
    item: { id: receipt.item_id, name: receipt.item_name, coin_price: receipt.coin_price },
    employee_id: receipt.employee_id,
    status: receipt.status,
    requested_at: receipt.created_at,
    coins_left: receipt.coins,
  };
}
