import type { Command } from 'commander';
import { awardXpByHand } from '../../../service/xp/ask-above.ts';
import type { XpEntry } from '../../../service/xp/ledger.ts';
import { MAX_ENTRY_AMOUNT } from '../../../service/xp/ledger-entries.ts';
import { employeeArgument, parseTimestampOption, wholeNumber } from '../../command.ts';
import { companyVerbs } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import { escapeControl } from '../../output/terminal.ts';
import { addXpExplainCommand } from './xp-explain.ts';
import { addXpImportCommand } from './xp-import.ts';

type AwardOptions = { reason?: string; at?: number; once?: string };

/** `engaged xp …`: the ledger that ranks and levels come from. */
export function addXpCommands(program: Command, context: Context): void {
  const xp = program.command('xp').description('XP: award, import, explain');

  companyVerbs(xp, context)(
    'award',
    'Award XP; a negative amount corrects',
    'ada@acme.example 50 --reason "Ran a workshop" --at 2026-09-30',
  )
    .argument(...employeeArgument)
    .argument('<amount>', 'how much', wholeNumber(-MAX_ENTRY_AMOUNT, MAX_ENTRY_AMOUNT))
    .option('--reason <reason>', 'what for')
    .option('--at <time>', 'time it counts for; default: now', parseTimestampOption)
    .option('--once <key>', 'award nothing if this key was used before')
    .changeAmount(
      (reference: string, amount: number, { reason, at, once }: AwardOptions) =>
        (write, repeated) =>
          awardXpByHand(write, reference, { amount, reason, at, once }, repeated),
      describeEntry,
    );

  addXpImportCommand(xp, context);
  addXpExplainCommand(xp, context);
}

const describeEntry = (entry: XpEntry): string =>
  [
    entry.applied
      ? `Awarded ${entry.amount} XP to ${entry.employee_id}.`
      : 'Awarded nothing: this once key was used before for the same award.',
    `They have ${entry.xp} XP, level ${entry.level}.`,
    ...entry.badges_awarded.map((code) => `They also received the badge ${escapeControl(code)}.`),
  ].join(' ');
