import { SHOP_CATEGORIES, type ShopCategory } from '../../../domain/shop.ts';
import { MAX_PRICE, MAX_STOCK, type ShopItem } from '../../../service/shop/shop.ts';
import { defineForm, type Values } from '../../forms/form.ts';
import { choice, longText, optional, picture, text, whole } from '../../forms/kinds.ts';
import type { Messages } from '../../languages/en.ts';

/** What an operator sets of an item. */
const ITEM_FIELDS = {
  name: text({ max: 150 }),
  category: choice(SHOP_CATEGORIES),
  coin_price: whole({ min: 0, max: MAX_PRICE }),
  stock_remaining: optional(whole({ min: 0, max: MAX_STOCK })),
  description: longText({ max: 2_000 }),
  image: picture(),
  image_url: optional(text({ max: 2_048 })),
};

const fieldTexts = ({ shop, forms }: Messages) => ({
  name: shop.name,
  category: { label: shop.category, options: shop.categories },
  coin_price: shop.price,
  stock_remaining: { label: shop.stock, hint: shop.emptyIsUnlimited },
  description: shop.description,
  image: { label: shop.picture, hint: forms.pictureHint },
  image_url: { label: shop.pictureAddress, hint: shop.pictureAddressHint },
});

const rows = [['category', 'coin_price', 'stock_remaining']] as const;

export const newItemForm = defineForm({
  ...{ id: 'item', fields: ITEM_FIELDS, rows },
  texts: (t) => ({ button: t.shop.addThis, refused: t.shop.notAdded, fields: fieldTexts(t) }),
});

export const itemForm = defineForm({
  ...{ id: 'item', fields: ITEM_FIELDS, rows },
  texts: (t) => ({ button: t.forms.save, fields: fieldTexts(t) }),
});

/** What is on record of an item. */
export const valuesOf = (item: ShopItem): Values<typeof ITEM_FIELDS> => ({
  ...item,
  image: item.image_url,
  category: item.category as ShopCategory,
});
