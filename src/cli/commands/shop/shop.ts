import { type Command, Option } from 'commander';
import { UsageError } from '../../../domain/errors.ts';
import { formatNumber, pluralize } from '../../../domain/number-text.ts';
import { SHOP_CATEGORIES } from '../../../domain/shop.ts';
import { redeemShopItem } from '../../../service/shop/redemptions.ts';
import {
  addShopItem,
  listShopItems,
  MAX_PRICE,
  MAX_STOCK,
  retireShopItem,
  type ShopItem,
  updateShopItem,
} from '../../../service/shop/shop.ts';
import { employeeArgument, requireChange, wholeNumber } from '../../command.ts';
import { companyVerbs } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import { pictureOption, readPictureOption } from '../../options/picture-option.ts';
import { card } from '../../output/card.ts';
import type { List } from '../../output/list.ts';
import { escapeControl } from '../../output/terminal.ts';
import { addRedemptionCommands } from './redemptions.ts';

type AddOptions = {
  name: string;
  category: string;
  price: number;
  description: string;
  image?: string;
  imageUrl?: string;
  stock?: number;
};

type UpdateOptions = Partial<AddOptions> & { unlimited?: true };

const itemArgument = ['<item>', 'id or name of an item on sale'] as const;

const flags = {
  name: ['--name <name>', 'name of the item'],
  price: ['--price <n>', 'price in coins', wholeNumber(0, MAX_PRICE)],
  description: ['--description <text>', 'description of the item'],
  image: pictureOption('image'),
  imageUrl: ['--image-url <url>', 'http or https address of a picture elsewhere'],
} as const;

const category = () =>
  new Option('--category <category>', 'category of the item').choices(SHOP_CATEGORIES);

const stock = (description: string) =>
  ['--stock <n>', description, wholeNumber(0, MAX_STOCK)] as const;

/** `engaged shop …`: what coins buy. */
export function addShopCommands(program: Command, context: Context): void {
  const shop = program.command('shop').description('Shop: items and redemptions');
  const add = companyVerbs(shop, context);

  add(
    'add',
    'Add an item to the shop',
    '--name Mug --category merch --price 80 --description "Holds coffee" --image mug.png --stock 12',
  )
    .requiredOption(...flags.name)
    .addOption(category().makeOptionMandatory())
    .requiredOption(...flags.price)
    .requiredOption(...flags.description)
    .option(...flags.image)
    .option(...flags.imageUrl)
    .option(...stock('how many there are; left out: unlimited'))
    .change(async (options: AddOptions) => {
      const { name, category, price: coin_price, description, stock } = options;
      const { imageUrl: image_url = null } = options;
      const image = await readImage(context, options);
      if (!image && image_url === null) throw new UsageError('Say the picture: --image FILE');
      return (write) =>
        addShopItem(write, {
          ...{ name, description, category, image_url, image, coin_price },
          stock_remaining: stock ?? null,
        });
    }, toCard);

  add('list', 'List all items in the order they were added, retired ones included').list(
    () => (db, companyId) => listShopItems(db, companyId, context.now()),
    ITEMS,
  );

  add('update', 'Change an item; what is left out stays', 'Mug --price 90 --stock 20')
    .argument(...itemArgument)
    .option(...flags.name)
    .addOption(category())
    .option(...flags.price)
    .option(...flags.description)
    .option(...flags.image)
    .option(...flags.imageUrl)
    .option(...stock('how many there are'))
    .option('--unlimited', 'unlimited stock')
    .change(async (item: string, options: UpdateOptions) => {
      const { name, category, price, description, imageUrl, stock, unlimited } = options;
      if (unlimited && stock !== undefined) {
        throw new UsageError('--stock and --unlimited exclude each other', '--stock');
      }
      const changes = {
        ...{ name, description, category, image_url: imageUrl, coin_price: price },
        image: await readImage(context, options),
        stock_remaining: unlimited ? null : stock,
      };
      requireChange(changes, 'engaged shop update');
      return (write) => updateShopItem(write, item, changes);
    }, toCard);

  add('retire', 'Take an item out of the shop for good; receipts stay', 'Mug')
    .argument(...itemArgument)
    .change(
      (item: string) => (write) => retireShopItem(write, item),
      (retired) => `Retired ${escapeControl(retired.name)} (${retired.id}).`,
    );

  add('redeem', "Spend a person's coins on an item", 'ada@acme.example Mug')
    .argument(...employeeArgument)
    .argument(...itemArgument)
    .option('--once <key>', 'redeem nothing more if this key was used before')
    .change(
      (reference: string, item: string, { once }: { once?: string }) =>
        (write) =>
          redeemShopItem(write, reference, item, once),
      (receipt) =>
        `Redeemed ${escapeControl(receipt.item_name)} for ${pluralize(receipt.coin_price, 'coin', 'coins')}; they have ${formatNumber(receipt.coins)} left. Receipt ${receipt.id}.`,
    );

  addRedemptionCommands(shop, context);
}

const readImage = (context: Context, { image, imageUrl }: Partial<AddOptions>) =>
  readPictureOption(context, 'image', image, imageUrl);

const stockOf = (item: ShopItem): string | number => item.stock_remaining ?? 'unlimited';

const stateOf = (item: ShopItem): string | null =>
  item.retired_at !== null
    ? 'retired'
    : item.stock_remaining === 0
      ? 'sold out'
      : item.is_new
        ? 'new'
        : null;

const ITEMS: List<ShopItem> = {
  empty: 'There is nothing in the shop yet. Add something with: engaged shop add',
  columns: [
    { heading: 'ID', value: (row) => row.id, noTruncate: true },
    { heading: 'NAME', value: (row) => row.name },
    { heading: 'CATEGORY', value: (row) => row.category, optional: true },
    { heading: 'PRICE', value: (row) => row.coin_price, align: 'right' },
    { heading: 'STOCK', value: stockOf, align: 'right' },
    { heading: 'STATE', value: stateOf },
  ],
  csv: 'id name description category image_url coin_price stock_remaining is_new retired_at:time',
};

const toCard = (item: ShopItem): string =>
  card(`${item.name}  ${item.id}`, [
    ['category', item.category],
    ['price', item.coin_price],
    ['stock', stockOf(item)],
    ['description', item.description],
    ['image', item.image_url],
    ['state', stateOf(item)],
  ]);
