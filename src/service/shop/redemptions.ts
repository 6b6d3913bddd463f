import { failure } from '../../domain/errors.ts';
import type { NewEvent } from '../../domain/event.ts';
import { newId } from '../../domain/id.ts';
import { isoTime } from '../../domain/iso-time.ts';
import {
  canTransition,
  isReversed,
  nextStatuses,
  type RedemptionStatus,
} from '../../domain/redemption.ts';
import { fold } from '../../domain/text.ts';
import type { Database } from '../../store/database.ts';
import type { EmployeeRow } from '../../store/people/employees.ts';
import type { RedemptionRow } from '../../store/shop/redemptions.ts';
import * as redemptions from '../../store/shop/redemptions.ts';
import * as shopItems from '../../store/shop/shop-items.ts';
import {
  type CompanyWrite,
  changeRecorder,
  nextEntry,
  recordAuditEvent,
} from '../company/company-write.ts';
import { recordEvents } from '../events/events.ts';
import { readLabel } from '../input.ts';
import { requireEmployee } from '../people/employee-records.ts';
import { addEntries, requireCoins, requireTotal } from '../xp/ledger-entries.ts';
import { requireOnSale } from './shop.ts';

/** All redemptions in the order they were made, or those in one state. */
export const listRedemptions = (
  db: Database,
  companyId: number,
  status: RedemptionStatus | null,
): Redemption[] => db.all(redemptions.list, { companyId, status }).map(toRedemption);

/**
 * Spends a person's coins on an item. Balance, stock and redemption change in one transaction.
 *
 * @param once an idempotency key: repeating it gives the redemption that it made
 * @param agreedPrice the price that the person has seen
 * @throws EngagedError `not_found`, `insufficient_coins`, `sold_out`; `conflict` where the item is retired or has another
 *   price, or the person is deactivated, and for a once key used for another person or item
 */
export function redeemShopItem(
  write: CompanyWrite,
  reference: string,
  itemReference: string,
  once?: string,
  agreedPrice?: number,
): Receipt {
  const { db, companyId, now } = write;
  const person = requireEmployee(db, companyId, reference);
  const idempotencyKey = readLabel('once', once, 255);
  const earlier = findRepeated(write, person, itemReference, idempotencyKey);
  if (earlier) return earlier;
  const item = requireOnSale(db, companyId, itemReference);
  if (person.deactivatedAt !== null) throw failure('redemption_of_deactivated');
  if (item.stockRemaining === 0) {
    throw failure('item_sold_out');
  }
  if (agreedPrice !== undefined && agreedPrice !== item.coinPrice) {
    throw failure('item_price_changed');
  }
  requireCoins(person, item.coinPrice);

  const id = newId(now);
  db.run(redemptions.create, {
    ...{ companyId, id, now, employeeNumber: person.number, itemEntry: item.entry },
    ...{ coinPrice: item.coinPrice, idempotencyKey },
    paymentEntry: addCoinEntry(write, person.number, -item.coinPrice, item.name),
    stockTaken: db.run(shopItems.takeOne, { companyId, entry: item.entry }) === 1 ? 1 : 0,
    entry: nextEntry(write),
  });
  const receipt = toReceipt(requireRedemption(db, companyId, id));
  recordEvents(write, [redemptionEvent('requested', person.number, receipt)]);
  recordAuditEvent(write, 'shop.redeem', ['employee', person.id], {
    before: { coins: person.coins, stock_remaining: item.stockRemaining },
    after: receipt,
  });
  return receipt;
}

/**
 * The redemption that the same order made before.
 *
 * @throws EngagedError `conflict` for a once key used for another person or item
 */
export function findRepeated(
  { db, companyId }: { db: Database; companyId: number },
  person: EmployeeRow,
  itemReference: string,
  idempotencyKey: string | null,
): Receipt | undefined {
  const earlier =
    idempotencyKey && db.one(redemptions.findByIdempotencyKey, { companyId, idempotencyKey });
  if (!earlier) return undefined;
  const isSame =
    earlier.employeeNumber === person.number &&
    [earlier.itemId, fold(earlier.itemName)].includes(fold(itemReference.trim()));
  if (!isSame) throw failure('redemption_key_used');
  return toReceipt(earlier);
}

/** What operators do with a redemption, by the state it leads to. */
const ACTIONS = {
  approved: 'shop.approve',
  fulfilled: 'shop.fulfil',
  declined: 'shop.decline',
  refunded: 'shop.refund',
} as const;

export type DecidedStatus = keyof typeof ACTIONS;

/**
 * Changes the status of a redemption: pending → approved → fulfilled; declined before it is fulfilled; refunded
 * once it is approved. Declining and refunding return the price and the stock in the same transaction. Both are
 * final, so this happens only once.
 *
 * @param why the reason that a redemption is declined or refunded for; the person can read it
 * @throws EngagedError `not_found`; `conflict` where no step leads from its state to that one;
 *   `validation_failed` where the person has too many coins to have the price back
 */
export function changeRedemptionStatus(
  write: CompanyWrite,
  redemptionId: string,
  status: DecidedStatus,
  why?: string,
): Receipt {
  const { db, companyId, now } = write;
  const before = requireRedemption(db, companyId, redemptionId);
  const from = before.status as RedemptionStatus;
  if (!canTransition(from, status)) throw cannotBecome(from, status);
  const reason = readLabel('reason', why, 500);
  const { entry, employeeNumber, coinPrice, itemName } = before;
  if (isReversed(status)) requireTotal('The price', before.coins + coinPrice);
  const refundEntry = isReversed(status)
    ? addCoinEntry(write, employeeNumber, coinPrice, `Returned: ${itemName}`)
    : null;
  if (isReversed(status) && before.stockTaken === 1) {
    db.run(shopItems.putOneBack, { companyId, entry: before.itemEntry });
  }
  db.run(redemptions.move, { companyId, entry, status, reason, refundEntry, now });
  const receipt = recordChange(write, ACTIONS[status], before, before.id);
  recordEvents(write, [redemptionEvent(status, employeeNumber, receipt)]);
  return receipt;
}

/**
 * Takes the same step with several redemptions. Those that are not in the state `from` any more stay as they are.
 *
 * @throws EngagedError as `changeRedemptionStatus`; `conflict` where none of them is in that state
 */
export function changeRedemptions(
  write: CompanyWrite,
  ids: readonly string[],
  { from, to, reason }: { from: RedemptionStatus; to: DecidedStatus; reason?: string | undefined },
): Receipt[] {
  const changed = ids.flatMap((id) => {
    const { status } = requireRedemption(write.db, write.companyId, id);
    return status === from ? changeRedemptionStatus(write, id, to, reason) : [];
  });
  if (changed.length === 0) throw failure('redemptions_changed');
  return changed;
}

const redemptionEvent = (
  what: 'requested' | DecidedStatus,
  employeeNumber: number,
  { id, item_id, coin_price }: Receipt,
): NewEvent => ({
  type: `redemption.${what}`,
  employeeNumber,
  data: { redemption_id: id, item_id, coin_price },
});

const recordChange = changeRecorder({
  targetKind: 'redemption',
  find: ({ db, companyId }, id) => requireRedemption(db, companyId, id),
  show: (row) => toReceipt(row),
});

const cannotBecome = (from: RedemptionStatus, to: RedemptionStatus) =>
  from === to
    ? failure('redemption_is_already', { status: from })
    : failure('redemption_cannot_become', { from, to, next: nextStatuses(from) });

/** Writes a price into the coin ledger and gives its entry; null where there is nothing to write. */
function addCoinEntry(
  write: CompanyWrite,
  employeeNumber: number,
  amount: number,
  reason: string,
): number | null {
  // The ledger has no zero entries, but an item may be free.
  if (amount === 0) return null;
  const { actor, now: recordedAt } = write;
  const entry = nextEntry(write);
  const payment = { employeeNumber, entry, amount, reason, source: 'shop', idempotencyKey: null };
  addEntries(write, { coins: [{ ...payment, actor, recordedAt, total: null }] });
  return entry;
}

function requireRedemption(db: Database, companyId: number, id: string): RedemptionRow {
  const row = db.one(redemptions.find, { companyId, id: id.trim().toLowerCase() });
  if (!row) throw failure('redemption_not_found');
  return row;
}

/** A redemption and its state; the price is the one that was paid. */
export type Redemption = ReturnType<typeof toRedemption>;

const toRedemption = (row: RedemptionRow) => ({
  id: row.id,
  employee_id: row.employeeId,
  item_id: row.itemId,
  item_name: row.itemName,
  coin_price: row.coinPrice,
  // The table's check allows no other value.
  status: row.status as RedemptionStatus,
  reason: row.reason,
  created_at: isoTime(row.createdAt),
  updated_at: isoTime(row.updatedAt),
});

/** A redemption with the person's balance and the item's stock. */
export type Receipt = ReturnType<typeof toReceipt>;

const toReceipt = (row: RedemptionRow) => ({
  ...toRedemption(row),
  coins: row.coins,
  stock_remaining: row.stockRemaining,
});
