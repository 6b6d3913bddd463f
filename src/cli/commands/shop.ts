import { type Command, Option } from 'commander';
import { SHOP_CATEGORIES } from '../../domain/shop.ts';
import { redeemShopItem } from '../../service/redemptions.ts';
import {
  addShopItem,
  listShopItems,
  MAX_PRICE,
  MAX_STOCK,
  retireShopItem,
  type ShopItem,
  updateShopItem,
} from '../../service/shop.ts';
import { card } from '../card.ts';
import { addCommand, employeeArgument, wholeNumber } from '../command.ts';
import { type CompanyOptions, changeCompany, readCompany } from '../company-command.ts';
import { addCompanyOption } from '../company-option.ts';
import { type Context, UsageError } from '../context.ts';
import { escapeControl, formatNumber, pluralize, print } from '../output.ts';
import { table } from '../table.ts';
import { addRedemptionCommands } from './redemptions.ts';

type AddOptions = CompanyOptions & {
  name: string;
  category: string;
  price: number;
  description: string;
  imageUrl: string;
  stock?: number;
};

type UpdateOptions = CompanyOptions & Partial<AddOptions> & { unlimited?: true };

const itemArgument = ['<item>', 'id of the item'] as const;

const flags = {
  name: ['--name <name>', 'name of the item'],
  price: ['--price <n>', 'price in coins', wholeNumber(0, MAX_PRICE)],
  description: ['--description <text>', 'what it is'],
  imageUrl: ['--image-url <url>', 'http or https address of a picture'],
} as const;

const category = () =>
  new Option('--category <category>', 'what kind of thing it is').choices(SHOP_CATEGORIES);

const stock = (description: string) =>
  ['--stock <n>', description, wholeNumber(0, MAX_STOCK)] as const;

/** `engaged shop …`: what coins buy. */
export function addShopCommands(program: Command, context: Context): void {
  const shop = program.command('shop').description('shop: items, and what becomes of redemptions');
  const add = (usage: string, description: string, example: string): Command =>
    addCompanyOption(addCommand(shop, usage, { description, example: `engaged shop ${example}` }));

  add(
    'add',
    'Add an item to the shop',
    'add --name Mug --category merch --price 80 --description "Holds coffee" --image-url https://acme.example/mug.png --stock 12',
  )
    .requiredOption(...flags.name)
    .addOption(category().makeOptionMandatory())
    .requiredOption(...flags.price)
    .requiredOption(...flags.description)
    .requiredOption(...flags.imageUrl)
    .option(...stock('how many there are; left out: unlimited'))
    .action(async (options: AddOptions) => {
      const added = await changeCompany(context, options, (write) =>
        addShopItem(write, {
          name: options.name,
          description: options.description,
          category: options.category,
          image_url: options.imageUrl,
          coin_price: options.price,
          stock_remaining: options.stock ?? null,
        }),
      );
      print(context, options, added, () => toCard(added));
    });

  add('list', 'List all items in the order they were added, retired ones included', 'list').action(
    async (options: CompanyOptions) => {
      const rows = await readCompany(context, options, (db, companyId) =>
        listShopItems(db, companyId, context.now()),
      );
      print(context, options, rows, () => toTable(context, rows));
    },
  );

  add(
    'update',
    'Change an item; what is left out stays',
    'update 01997a3c-8f2e-7000-9c6d-3b1f0a5e2d47 --price 90 --stock 20',
  )
    .argument(...itemArgument)
    .option(...flags.name)
    .addOption(category())
    .option(...flags.price)
    .option(...flags.description)
    .option(...flags.imageUrl)
    .option(...stock('how many there are'))
    .option('--unlimited', 'as many as anybody wants')
    .action(async (id: string, options: UpdateOptions) => {
      const changes = changesOf(options);
      const updated = await changeCompany(context, options, (write) =>
        updateShopItem(write, id, changes),
      );
      print(context, options, updated, () => toCard(updated));
    });

  add(
    'retire',
    'Take an item out of the shop for good; receipts stay',
    'retire 01997a3c-8f2e-7000-9c6d-3b1f0a5e2d47',
  )
    .argument(...itemArgument)
    .action(async (id: string, options: CompanyOptions) => {
      const retired = await changeCompany(context, options, (write) => retireShopItem(write, id));
      print(
        context,
        options,
        retired,
        () => `Retired ${escapeControl(retired.name)} (${retired.id}).`,
      );
    });

  add(
    'redeem',
    "Spend a person's coins on an item",
    'redeem ada@acme.example 01997a3c-8f2e-7000-9c6d-3b1f0a5e2d47',
  )
    .argument(...employeeArgument)
    .argument(...itemArgument)
    .action(async (reference: string, id: string, options: CompanyOptions) => {
      const receipt = await changeCompany(context, options, (write) =>
        redeemShopItem(write, reference, id),
      );
      print(
        context,
        options,
        receipt,
        () =>
          `Redeemed ${escapeControl(receipt.item_name)} for ${pluralize(receipt.coin_price, 'coin', 'coins')}; they have ${formatNumber(receipt.coins)} left. Receipt ${receipt.id}.`,
      );
    });

  addRedemptionCommands(shop, context);
}

function changesOf(options: UpdateOptions) {
  if (options.unlimited && options.stock !== undefined) {
    throw new UsageError('--stock and --unlimited exclude each other');
  }
  const changes = {
    name: options.name,
    description: options.description,
    category: options.category,
    image_url: options.imageUrl,
    coin_price: options.price,
    stock_remaining: options.unlimited ? null : options.stock,
  };
  if (Object.values(changes).every((change) => change === undefined)) {
    throw new UsageError('Say what to change; see: engaged shop update --help');
  }
  return changes;
}

const stockOf = (item: ShopItem): string | number => item.stock_remaining ?? 'unlimited';

const stateOf = (item: ShopItem): string | null =>
  item.retired_at !== null
    ? 'retired'
    : item.stock_remaining === 0
      ? 'sold out'
      : item.is_new
        ? 'new'
        : null;

const toTable = (context: Context, rows: readonly ShopItem[]): string =>
  table(
    context,
    rows,
    [
      { heading: 'ID', value: (row) => row.id, noTruncate: true },
      { heading: 'NAME', value: (row) => row.name },
      { heading: 'CATEGORY', value: (row) => row.category, optional: true },
      { heading: 'PRICE', value: (row) => row.coin_price, align: 'right' },
      { heading: 'STOCK', value: stockOf, align: 'right' },
      { heading: 'STATE', value: stateOf },
    ],
    'There is nothing in the shop yet. Add something with: engaged shop add',
  );

const toCard = (item: ShopItem): string =>
  card(`${item.name}  ${item.id}`, [
    ['category', item.category],
    ['price', item.coin_price],
    ['stock', stockOf(item)],
    ['description', item.description],
    ['image', item.image_url],
    ['state', stateOf(item)],
  ]);
