import { exec, many, type Of, one } from '../query.ts';

const item = { companyId: 'integer', entry: 'integer' } as const;

const offer = {
  name: 'text',
  description: 'text',
  category: 'text',
  imageUrl: 'text',
  coinPrice: 'integer',
  stockRemaining: 'integer?',
} as const;

const record = {
  entry: 'integer',
  id: 'text',
  ...offer,
  createdAt: 'integer',
  retiredAt: 'integer?',
} as const;

/** A shop item, retired or not; `stockRemaining` null is unlimited. */
export type ShopItemRow = Of<typeof record>;

export const create = exec('shop-items/create', { ...item, ...offer, id: 'text', now: 'integer' });

export const update = exec('shop-items/update', { ...item, ...offer });

export const retire = exec('shop-items/retire', { ...item, now: 'integer' });

export const find = one('shop-items/find', { companyId: 'integer', id: 'text' }, record);

export const listOnRecord = many('shop-items/list_on_record', { companyId: 'integer' }, record);

export const count = one('shop-items/count', { companyId: 'integer' }, { count: 'integer' });

/** Takes one from the stock; leaves unlimited stock alone. The table refuses to go below zero. */
export const takeOne = exec('shop-items/take_one', item);

/** Puts one back into the stock; leaves unlimited stock alone. */
export const putOneBack = exec('shop-items/put_one_back', item);

const page = {
  companyId: 'integer',
  /** The address of the service, before the paths of pictures. */
  site: 'text',
  newAfter: 'integer',
  after: 'integer',
  count: 'integer',
} as const;

/** A page of the items on offer as objects of the API, in the order they were added. */
export const listJson = many('shop-items/list_json', page, { entry: 'integer', json: 'text' });

export const listJsonInCategory = many(
  'shop-items/list_json_in_category',
  { ...page, category: 'text' },
  { entry: 'integer', json: 'text' },
);
