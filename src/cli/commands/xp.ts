import type { Command } from 'commander';
import { awardXp, MAX_ENTRY_AMOUNT, type XpEntry } from '../../service/ledger.ts';
import { addCommand, employeeArgument, parseTimestampOption, wholeNumber } from '../command.ts';
import { type CompanyOptions, changeCompany } from '../company-command.ts';
import { addCompanyOption } from '../company-option.ts';
import type { Context } from '../context.ts';
import { escapeControl, print } from '../output.ts';
import { addXpExplainCommand } from './xp-explain.ts';
import { addXpImportCommand } from './xp-import.ts';

type AwardOptions = CompanyOptions & { reason?: string; at?: number; once?: string };

/** `engaged xp …`: the ledger that ranks and levels come from. */
export function addXpCommands(program: Command, context: Context): void {
  const xp = program.command('xp').description('XP: award, import, explain');

  addCompanyOption(
    addCommand(xp, 'award', {
      description: 'Award XP; a negative amount corrects',
      example: 'engaged xp award ada@acme.example 50 --reason "Ran a workshop" --at 2026-09-30',
    }),
  )
    .argument(...employeeArgument)
    .argument('<amount>', 'how much', wholeNumber(-MAX_ENTRY_AMOUNT, MAX_ENTRY_AMOUNT))
    .option('--reason <reason>', 'what for')
    .option('--at <time>', 'the moment it counts for; default: now', parseTimestampOption)
    .option('--once <key>', 'award nothing where this key was used before')
    .action(async (reference: string, amount: number, options: AwardOptions) => {
      const { reason, at, once } = options;
      const entry = await changeCompany(context, options, (write) =>
        awardXp(write, reference, { amount, reason, at, once }),
      );
      print(context, options, entry, () => inWords(entry));
    });

  addXpImportCommand(xp, context);
  addXpExplainCommand(xp, context);
}

const inWords = (entry: XpEntry): string =>
  [
    entry.applied
      ? `Awarded ${entry.amount} XP to ${entry.employee_id}.`
      : 'Awarded nothing: this once key was used before for the same award.',
    `They have ${entry.xp} XP, level ${entry.level}.`,
    ...entry.badges_awarded.map((code) => `With it came the badge ${escapeControl(code)}.`),
  ].join(' ');
