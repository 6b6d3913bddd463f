import { type Command, Option } from 'commander';
import { formatNumber, pluralize } from '../../../domain/number-text.ts';
import {
  isReversed,
  REDEMPTION_STATUSES,
  type RedemptionStatus,
} from '../../../domain/redemption.ts';
import {
  changeRedemptionStatus,
  listRedemptions,
  type Receipt,
  type Redemption,
} from '../../../service/shop/redemptions.ts';
import { companyVerbs } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import type { List } from '../../output/list.ts';
import { formatTime } from '../../output/output.ts';
import { escapeControl } from '../../output/terminal.ts';

/** The steps an operator takes with a redemption. */
const transitions = [
  { verb: 'approve', status: 'approved', about: 'Approve a pending redemption' },
  {
    verb: 'fulfil',
    status: 'fulfilled',
    about: 'Record that an approved redemption was handed over',
  },
  {
    verb: 'decline',
    status: 'declined',
    about: 'Decline a redemption that is not fulfilled; coins and stock go back',
  },
  {
    verb: 'refund',
    status: 'refunded',
    about: 'Refund an approved or fulfilled redemption; coins and stock go back',
  },
] as const;

const EXAMPLE = '01997a3c-8f2e-7000-9c6d-3b1f0a5e2d47';

/** `engaged shop redemptions list`, and `shop approve`, `fulfil`, `decline` and `refund`. */
export function addRedemptionCommands(shop: Command, context: Context): void {
  const redemptions = shop.command('redemptions').description('Redemptions of shop items: list');

  companyVerbs(redemptions, context)(
    'list',
    'List redemptions in the order they were made',
    '--status pending',
  )
    .addOption(
      new Option('--status <status>', 'only redemptions with this status').choices(
        REDEMPTION_STATUSES,
      ),
    )
    .list(
      ({ status }: { status?: RedemptionStatus }) =>
        (db, companyId) =>
          listRedemptions(db, companyId, status ?? null),
      REDEMPTIONS,
    );

  const add = companyVerbs(shop, context);
  for (const { verb, status, about } of transitions) {
    const hasReason = isReversed(status);
    const command = add(verb, about, hasReason ? `${EXAMPLE} --reason "Out of stock"` : EXAMPLE);
    command.argument('<redemption>', 'id of the redemption; see: engaged shop redemptions list');
    if (hasReason) command.option('--reason <reason>', 'why; the person can read it');
    command.change(
      (id: string, { reason }: { reason?: string }) =>
        (write) =>
          changeRedemptionStatus(write, id, status, reason),
      describeReceipt,
    );
  }
}

function describeReceipt(receipt: Receipt): string {
  const done = `${escapeControl(receipt.item_name)} for ${receipt.employee_id} is ${receipt.status}.`;
  if (receipt.status !== 'declined' && receipt.status !== 'refunded') return done;
  const { coin_price: price, coins, stock_remaining: stock } = receipt;
  return `${done} ${pluralize(price, 'coin', 'coins')} went back, they have ${formatNumber(coins)} now; the stock is ${stock ?? 'unlimited'}.`;
}

const REDEMPTIONS: List<Redemption> = {
  empty: 'There are no such redemptions.',
  columns: [
    { heading: 'ID', value: (row) => row.id, noTruncate: true },
    { heading: 'STATUS', value: (row) => row.status },
    { heading: 'ITEM', value: (row) => row.item_name },
    { heading: 'PRICE', value: (row) => row.coin_price, align: 'right' },
    { heading: 'EMPLOYEE', value: (row) => row.employee_id, noTruncate: true },
    { heading: 'MADE', value: (row) => formatTime(row.created_at) },
    { heading: 'LAST STEP', value: (row) => formatTime(row.updated_at) },
  ],
  csv: 'id employee_id item_id item_name coin_price status reason created_at:time updated_at:time',
};
