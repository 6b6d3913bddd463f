import { DAY_MS } from './duration.ts';
/** The kinds of shop items, by the API contract's names. */
export const SHOP_CATEGORIES = ['gift_card', 'merch', 'perk', 'donation', 'experience'] as const;
export type ShopCategory = (typeof SHOP_CATEGORIES)[number];

const NEW_ITEM_MS = 30 * DAY_MS;

/** The moment after which an item must have been added to count as new: less than 30 days ago. */
export const newItemCutoff = (now: number): number => now - NEW_ITEM_MS;

export const isNewItem = (createdAt: number, now: number): boolean =>
  createdAt > newItemCutoff(now);
