import { failure } from '../../domain/errors.ts';
import { newId } from '../../domain/id.ts';
import { isoTime } from '../../domain/iso-time.ts';
import { requireLabel } from '../../domain/label.ts';
import type { Picture } from '../../domain/pictures/picture.ts';
import { isNewItem, SHOP_CATEGORIES } from '../../domain/shop.ts';
import { fold } from '../../domain/text.ts';
import type { Database } from '../../store/database.ts';
import type { ShopItemRow } from '../../store/shop/shop-items.ts';
import * as shopItems from '../../store/shop/shop-items.ts';
import { type CompanyWrite, changeRecorder, nextEntry } from '../company/company-write.ts';
import { requireChoice, requireInteger, requireUnchanged } from '../input.ts';
import { keepPicture, removeUnused, requirePictureUrl } from '../pictures/pictures.ts';

/** Prices are in coins. */
export const MAX_PRICE = 1_000_000_000;
export const MAX_STOCK = 1_000_000_000;

/** What an operator sets of a shop item, with the API's field names. */
export type ShopItemInput = {
  name: string;
  description: string;
  category: string;
  image_url: string | null;
  /** A picture in place of an address. */
  image?: Picture | undefined;
  coin_price: number;
  /** Null is unlimited, 0 sold out. */
  stock_remaining: number | null;
};

/** Lists read all items, and none is ever deleted. */
const MAX_ITEMS = 5_000;

/** @throws EngagedError `validation_failed`; `conflict` where there are too many, retired ones included */
export function addShopItem(write: CompanyWrite, offer: ShopItemInput): ShopItem {
  const { db, companyId, now } = write;
  if ((db.one(shopItems.count, { companyId })?.count ?? 0) >= MAX_ITEMS) {
    throw failure('item_limit', { limit: MAX_ITEMS });
  }
  const id = newId(now);
  const checked = validateItem(write, offer);
  db.run(shopItems.create, { companyId, entry: nextEntry(write), id, ...checked, now });
  return recordChange(write, 'shop.add', null, id);
}

/** All items in the order they were added, retired ones included. */
export const listShopItems = (db: Database, companyId: number, now: number): ShopItem[] =>
  db.all(shopItems.listOnRecord, { companyId }).map((row) => toShopItem(row, now));

/** An item by its id; undefined for an unknown one. */
export function showShopItem(
  db: Database,
  companyId: number,
  id: string,
  now: number,
): ShopItem | undefined {
  const row = db.one(shopItems.find, { companyId, id: id.toLowerCase() });
  return row && toShopItem(row, now);
}

/** Some of what an operator sets of a shop item. */
export type ShopItemChanges = { [Field in keyof ShopItemInput]?: ShopItemInput[Field] | undefined };

/**
 * Changes the given fields. A stock of null is unlimited.
 *
 * @param seen what fields were when the change was made up; `image` the address of the picture
 * @throws EngagedError `validation_failed`, `not_found`; `conflict` for a retired item, and where a field is not as seen
 */
export function updateShopItem(
  write: CompanyWrite,
  reference: string,
  changes: ShopItemChanges,
  seen: Omit<ShopItemChanges, 'image'> & { image?: string | null | undefined } = {},
): ShopItem {
  const { db, companyId, now } = write;
  const before = requireOnSale(db, companyId, reference);
  requireUnchanged<typeof seen>({ ...toShopItem(before, now), image: before.imageUrl }, seen);
  const { stock_remaining: stock } = changes;
  const offer = validateItem(write, {
    name: changes.name ?? before.name,
    description: changes.description ?? before.description,
    category: changes.category ?? before.category,
    image_url: changes.image_url === undefined ? before.imageUrl : changes.image_url,
    image: changes.image,
    coin_price: changes.coin_price ?? before.coinPrice,
    stock_remaining: stock === undefined ? before.stockRemaining : stock,
  });
  db.run(shopItems.update, { companyId, entry: before.entry, ...offer });
  removeUnused(write, before.imageUrl);
  return recordChange(write, 'shop.update', before, before.id);
}

/**
 * Adds to the stock of an item.
 *
 * @param seen the stock when that was decided; by now it may be lower, but not higher, so that nothing is added twice
 * @throws EngagedError `validation_failed`, `not_found`; `conflict` for a retired item, unlimited stock, or more stock than seen
 */
export function restockShopItem(
  write: CompanyWrite,
  reference: string,
  { added, seen }: { added: number; seen: number },
): ShopItem {
  const { stockRemaining: stock } = requireOnSale(write.db, write.companyId, reference);
  if (stock === null) throw failure('item_unlimited');
  if (stock > seen) throw failure('item_restocked');
  const more = requireInteger('added', added, 1, MAX_STOCK);
  return updateShopItem(write, reference, { stock_remaining: stock + more });
}

/**
 * Retires an item permanently. Its redemptions stay.
 *
 * @throws EngagedError `not_found`; `conflict` for a retired item
 */
export function retireShopItem(write: CompanyWrite, reference: string): ShopItem {
  const { db, companyId, now } = write;
  const before = requireOnSale(db, companyId, reference);
  db.run(shopItems.retire, { companyId, entry: before.entry, now });
  return recordChange(write, 'shop.retire', before, before.id);
}

/**
 * The item on sale that a reference means: an id, or a name in any case. An id decides alone.
 *
 * @throws EngagedError `not_found`; `conflict` for a retired item, and with the ids where several items match
 */
export function requireOnSale(db: Database, companyId: number, reference: string): ShopItemRow {
  const text = reference.trim();
  const id = text.toLowerCase();
  const nameKey = fold(text);
  const all = db.all(shopItems.listOnRecord, { companyId });
  const byId = all.filter((row) => row.id === id);
  const found = byId.length > 0 ? byId : all.filter((row) => fold(row.name) === nameKey);
  if (found.length === 0) throw failure('item_not_found');
  const [item, ...others] = found.filter((row) => row.retiredAt === null);
  if (!item) throw failure('item_retired');
  if (others.length === 0) return item;
  const ids = [item, ...others].map((row) => row.id).join(', ');
  throw failure('several_match', { things: 'items', ids });
}

function requireItem(db: Database, companyId: number, id: string): ShopItemRow {
  const row = db.one(shopItems.find, { companyId, id });
  if (!row) throw failure('item_not_found');
  return row;
}

const validateItem = (write: CompanyWrite, offer: ShopItemInput) => ({
  name: requireLabel('name', offer.name, 150),
  description: requireLabel('description', offer.description, 2_000),
  category: requireChoice('category', offer.category, SHOP_CATEGORIES),
  imageUrl: offer.image
    ? keepPicture(write, offer.image)
    : requirePictureUrl(write, 'image_url', offer.image_url ?? ''),
  coinPrice: requireInteger('coin_price', offer.coin_price, 0, MAX_PRICE),
  stockRemaining:
    offer.stock_remaining === null
      ? null
      : requireInteger('stock_remaining', offer.stock_remaining, 0, MAX_STOCK),
});

const recordChange = changeRecorder({
  targetKind: 'shop_item',
  find: ({ db, companyId }, id) => requireItem(db, companyId, id),
  show: (row, { now }) => toShopItem(row, now),
});

/** A shop item with the API's field names, and when it was retired. */
export type ShopItem = ReturnType<typeof toShopItem>;

const toShopItem = (row: ShopItemRow, now: number) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  category: row.category,
  image_url: row.imageUrl,
  coin_price: row.coinPrice,
  stock_remaining: row.stockRemaining,
  is_new: isNewItem(row.createdAt, now),
  retired_at: isoTime(row.retiredAt),
});
