import { onceKey } from './ledger-statements.ts';
import { exec, many, type Of, one } from './query.ts';

const record = {
  entry: 'integer',
  id: 'text',
  employeeNumber: 'integer',
  employeeId: 'text',
  coins: 'integer',
  itemEntry: 'integer',
  itemId: 'text',
  itemName: 'text',
  stockRemaining: 'integer?',
  coinPrice: 'integer',
  stockTaken: 'flag',
  status: 'text',
  createdAt: 'integer',
  updatedAt: 'integer',
} as const;

/** A redemption, with the person's balance and the item's stock as they are now. */
export type RedemptionRow = Of<typeof record>;

/**
 * A redemption begins as pending; the price stays as it was paid. `paymentEntry` is the entry of the payment in
 * the coin ledger, null where the item was free.
 */
export const create = exec('redemptions/create', {
  companyId: 'integer',
  entry: 'integer',
  id: 'text',
  employeeNumber: 'integer',
  itemEntry: 'integer',
  coinPrice: 'integer',
  stockTaken: 'flag',
  paymentEntry: 'integer?',
  onceKey: 'text?',
  now: 'integer',
});

export const find = one('redemptions/find', { companyId: 'integer', id: 'text' }, record);

/** In the order of creation. A null status is ignored. */
export const list = many('redemptions/list', { companyId: 'integer', status: 'text?' }, record);

/** How many redemptions wait for a decision, and when the oldest of them was requested. */
export const countPending = one(
  'redemptions/count_pending',
  { companyId: 'integer' },
  { count: 'integer', since: 'integer?' },
);

/** Changes the state. `refundEntry` is the refund's entry in the coin ledger; null without a refund. */
export const move = exec('redemptions/move', {
  companyId: 'integer',
  entry: 'integer',
  status: 'text',
  refundEntry: 'integer?',
  now: 'integer',
});

export const findByOnceKey = one('redemptions/find_by_once_key', onceKey, record);

const page = { companyId: 'integer', before: 'integer', count: 'integer' } as const;
const row = { entry: 'integer', json: 'text' } as const;

/** A page of active people's redemptions as API objects, newest first, starting before an entry. */
export const listJson = many('redemptions/list_json', page, row);

export const listJsonInStatus = many(
  'redemptions/list_json_in_status',
  { ...page, status: 'text' },
  row,
);

/** A null status is ignored. */
export const listJsonOfEmployee = many(
  'redemptions/list_json_of_employee',
  { ...page, employeeNumber: 'integer', status: 'text?' },
  row,
);
