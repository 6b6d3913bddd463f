import { exec, listOf, many, type Of, one } from '../query.ts';

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
  reason: 'text?',
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
  idempotencyKey: 'text?',
  now: 'integer',
});

export const find = one('redemptions/find', { companyId: 'integer', id: 'text' }, record);

/** In the order of creation. A null status is ignored. */
export const list = many('redemptions/list', { companyId: 'integer', status: 'text?' }, record);

/** How many redemptions are in a state, and when the oldest of them was requested. */
export const countInStatus = one(
  'redemptions/count_in_status',
  { companyId: 'integer', status: 'text' },
  { count: 'integer', since: 'integer?' },
);

const ofPerson = {
  entry: 'integer',
  id: 'text',
  employeeId: 'text',
  externalId: 'text?',
  name: 'text?',
  email: 'text',
  departmentName: 'text?',
  deactivatedAt: 'integer?',
  erasedAt: 'integer?',
  coins: 'integer',
  itemId: 'text',
  itemName: 'text',
  stockRemaining: 'integer?',
  coinPrice: 'integer',
  status: 'text',
  reason: 'text?',
  createdAt: 'integer',
  updatedAt: 'integer',
} as const;

/** A redemption with the person and the item, as they are now. */
export type RedemptionOfPerson = Of<typeof ofPerson>;

const inStatus = { companyId: 'integer', status: 'text', count: 'integer' } as const;

/** Those in a state that were requested after an entry, the oldest first. */
export const listOldest = many(
  'redemptions/list_oldest',
  { ...inStatus, after: 'integer' },
  ofPerson,
);

/** Those in a state that were requested before an entry, the newest first. */
export const listNewest = many(
  'redemptions/list_newest',
  { ...inStatus, before: 'integer' },
  ofPerson,
);

/** Those of a person that were requested before an entry, the newest first. */
export const listOfEmployee = many(
  'redemptions/list_of_employee',
  { companyId: 'integer', employeeNumber: 'integer', before: 'integer', count: 'integer' },
  ofPerson,
);

/** Those with these ids, the oldest first; unknown ids are left out. */
export const listByIds = many(
  'redemptions/list_by_ids',
  { companyId: 'integer', ids: listOf('text') },
  ofPerson,
);

/** Changes the state. `refundEntry` is the refund's entry in the coin ledger; null without a refund. */
export const move = exec('redemptions/move', {
  companyId: 'integer',
  entry: 'integer',
  status: 'text',
  reason: 'text?',
  refundEntry: 'integer?',
  now: 'integer',
});

export const findByIdempotencyKey = one(
  'redemptions/find_by_idempotency_key',
  { companyId: 'integer', idempotencyKey: 'text' },
  record,
);

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
