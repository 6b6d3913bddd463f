import type { Command } from 'commander';
import { type CoinEntry, ENTRY_MAXIMUM, grantCoins } from '../../service/ledger.ts';
import { addCommand, employeeArgument, wholeNumber } from '../command.ts';
import { addCompanyOption } from '../company-option.ts';
import type { Context } from '../context.ts';
import { decide, type OnCompany } from '../decide.ts';
import { counted, print } from '../output.ts';

type GrantOptions = OnCompany & { reason?: string; once?: string };

/** `engaged coins …`: what people spend in the shop. */
export function addCoinsCommands(program: Command, context: Context): void {
  const coins = program.command('coins').description('coins: grant');

  addCompanyOption(
    addCommand(coins, 'grant', {
      description: 'Grant coins; a negative amount takes some back, never below a balance of zero',
      example: 'engaged coins grant ada@acme.example 100 --reason "Anniversary" --once ada-2026',
    }),
  )
    .argument(...employeeArgument)
    .argument('<amount>', 'how many', wholeNumber(-ENTRY_MAXIMUM, ENTRY_MAXIMUM))
    .option('--reason <reason>', 'what for')
    .option('--once <key>', 'grant nothing where this key was used before')
    .action(async (reference: string, amount: number, options: GrantOptions) => {
      const { reason, once } = options;
      const entry = await decide(context, options, (write) =>
        grantCoins(write, reference, { amount, reason, once }),
      );
      print(context, options, entry, () => inWords(entry));
    });
}

const inWords = (entry: CoinEntry): string =>
  [
    entry.applied
      ? `Granted ${counted(entry.amount, 'coin', 'coins')} to ${entry.employee_id}.`
      : 'Granted nothing: this once key was used before for the same grant.',
    `They have ${counted(entry.coins, 'coin', 'coins')}.`,
  ].join(' ');
