import { failure } from '../../domain/errors.ts';
import { requireLabel } from '../../domain/label.ts';
import * as shopItems from '../../store/shop/shop-items.ts';
import type { LazyCompanyWrite } from '../company/company-write.ts';
import { type EmployeeReference, requireActiveEmployee } from '../people/employee-records.ts';
import {
  requireEmployeeReference,
  requireObject,
  requireText,
  requireUuid,
} from '../request-fields.ts';
import { findRepeated, redeemShopItem } from './redemptions.ts';

/** The body of a request to redeem. */
type RedemptionRequest = { employee: EmployeeReference; itemId: string; once: string };

/** @throws EngagedError `validation_failed` */
export function readRedemption(body: unknown): RedemptionRequest {
  const { employee, item_id, once } = requireObject(body);
  return {
    employee: requireEmployeeReference(employee),
    itemId: requireUuid('item_id', item_id),
    once: requireLabel('once', requireText('once', once), 255),
  };
}

/**
 * Redeems, or finds the redemption that the same request made before. Gives it as the API shows it.
 *
 * @throws EngagedError `not_found`, `insufficient_coins`, `sold_out`; `conflict` for a once key used for another person
 *   or item
 */
export function redeem(write: LazyCompanyWrite, { employee, itemId, once }: RedemptionRequest) {
  const { db, companyId } = write;
  const person = requireActiveEmployee(db, companyId, employee);
  const item = db.one(shopItems.find, { companyId, id: itemId });
  const earlier = item && findRepeated(write, person, itemId, once);
  // What is retired cannot be redeemed, but it can have been.
  if (!item || (item.retiredAt !== null && !earlier)) throw failure('item_not_found');
  const receipt = earlier ?? redeemShopItem(write.begin(), person.id, itemId, once);
  return {
    id: receipt.id,
    item: { id: receipt.item_id, name: receipt.item_name, coin_price: receipt.coin_price },
    employee_id: receipt.employee_id,
    status: receipt.status,
    requested_at: receipt.created_at,
    coins_left: receipt.coins,
  };
}
