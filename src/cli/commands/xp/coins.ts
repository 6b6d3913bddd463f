import type { Command } from 'commander';
import { pluralize } from '../../../domain/number-text.ts';
import { grantCoinsByHand } from '../../../service/xp/ask-above.ts';
import type { CoinEntry } from '../../../service/xp/ledger.ts';
import { MAX_ENTRY_AMOUNT } from '../../../service/xp/ledger-entries.ts';
import { employeeArgument, wholeNumber } from '../../command.ts';
import { companyVerbs } from '../../company-command.ts';
import type { Context } from '../../context.ts';

type GrantOptions = { reason?: string; once?: string };

/** `engaged coins …`: what people spend in the shop. */
export function addCoinsCommands(program: Command, context: Context): void {
  const coins = program.command('coins').description('Coins: grant');

  companyVerbs(coins, context)(
    'grant',
    'Grant coins; a negative amount takes some back, never below a balance of zero',
    'ada@acme.example 100 --reason "Anniversary" --once ada-2026',
  )
    .argument(...employeeArgument)
    .argument('<amount>', 'how many', wholeNumber(-MAX_ENTRY_AMOUNT, MAX_ENTRY_AMOUNT))
    .option('--reason <reason>', 'what for')
    .option('--once <key>', 'grant nothing if this key was used before')
    .changeAmount(
      (reference: string, amount: number, { reason, once }: GrantOptions) =>
        (write, repeated) =>
          grantCoinsByHand(write, reference, { amount, reason, once }, repeated),
      describeEntry,
    );
}

const describeEntry = (entry: CoinEntry): string =>
  [
    entry.applied
      ? `Granted ${pluralize(entry.amount, 'coin', 'coins')} to ${entry.employee_id}.`
      : 'Granted nothing: this once key was used before for the same grant.',
    `They have ${pluralize(entry.coins, 'coin', 'coins')}.`,
  ].join(' ');
