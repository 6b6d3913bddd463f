import { type Command, Option } from 'commander';
import { BADGE_CATEGORIES, BADGE_RARITIES } from '../../domain/badge.ts';
import { awardBadge, defineBadge, listBadges, revokeBadge } from '../../service/badges.ts';
import { card } from '../card.ts';
import { addCommand, employeeArgument, parseTimestampOption } from '../command.ts';
import { type CompanyOptions, changeCompany, readCompany } from '../company-command.ts';
import { addCompanyOption } from '../company-option.ts';
import type { Context } from '../context.ts';
import { escapeControl, print } from '../output.ts';
import { table } from '../table.ts';
import { addBadgeBulkCommands } from './badge-bulk.ts';

type DefineOptions = CompanyOptions & {
  name: string;
  category: string;
  rarity: string;
  description?: string;
  iconUrl?: string;
};

const codeArgument = ['<code>', 'code of the badge'] as const;

/** `engaged badge …`: what badges there are, and who holds them. */
export function addBadgeCommands(program: Command, context: Context): void {
  const badge = program
    .command('badge')
    .description('badges: what there is, who holds it, and rules that award it');
  const add = (usage: string, description: string, example: string): Command =>
    addCompanyOption(
      addCommand(badge, usage, { description, example: `engaged badge ${example}` }),
    );

  add(
    'define',
    'Define a badge; with a code that exists, replace the whole definition',
    'define mentor --name Mentor --category social --rarity rare',
  )
    .argument(...codeArgument)
    .requiredOption('--name <name>', 'name of the badge')
    .addOption(mandatory('--category <category>', 'what it is for', BADGE_CATEGORIES))
    .addOption(mandatory('--rarity <rarity>', 'how rare it is meant to be', BADGE_RARITIES))
    .option('--description <text>', 'what it stands for')
    .option('--icon-url <url>', 'http or https address of an icon')
    .action(async (code: string, options: DefineOptions) => {
      const { name, category, rarity, description, iconUrl } = options;
      const defined = await changeCompany(context, options, (write) =>
        defineBadge(write, { code, name, category, rarity, description, icon_url: iconUrl }),
      );
      print(context, options, defined, () =>
        card(`${defined.name}  ${defined.code}`, [
          ['category', defined.category],
          ['rarity', defined.rarity],
          ['description', defined.description],
          ['icon', defined.icon_url],
        ]),
      );
    });

  add('list', 'List all badges, with how many people hold each', 'list').action(
    async (options: CompanyOptions) => {
      const rows = await readCompany(context, options, listBadges);
      print(context, options, rows, () =>
        table(
          context,
          rows,
          [
            { heading: 'CODE', value: (row) => row.code, noTruncate: true },
            { heading: 'NAME', value: (row) => row.name },
            { heading: 'CATEGORY', value: (row) => row.category },
            { heading: 'RARITY', value: (row) => row.rarity },
            { heading: 'XP RULE', value: (row) => row.xp_threshold, align: 'right' },
            { heading: 'HOLDERS', value: (row) => row.holders, align: 'right' },
          ],
          'There are no badges yet. Define one with: engaged badge define CODE',
        ),
      );
    },
  );

  add('award', 'Award a badge', 'award ada@acme.example mentor --at 2026-09-30')
    .argument(...employeeArgument)
    .argument(...codeArgument)
    .option('--at <time>', 'when it was earned; default: now', parseTimestampOption)
    .action(async (reference: string, code: string, options: CompanyOptions & { at?: number }) => {
      const award = await changeCompany(context, options, (write) =>
        awardBadge(write, reference, code, options.at),
      );
      print(
        context,
        options,
        award,
        () =>
          `Awarded ${escapeControl(award.name)} to ${award.employee_id}, as of ${award.awarded_at}.`,
      );
    });

  add('revoke', 'Take a badge back; it can be awarded again', 'revoke ada@acme.example mentor')
    .argument(...employeeArgument)
    .argument(...codeArgument)
    .action(async (reference: string, code: string, options: CompanyOptions) => {
      const award = await changeCompany(context, options, (write) =>
        revokeBadge(write, reference, code),
      );
      print(
        context,
        options,
        award,
        () => `Revoked ${escapeControl(award.name)} from ${award.employee_id}.`,
      );
    });

  addBadgeBulkCommands(badge, context);
}

const mandatory = (flags: string, description: string, choices: readonly string[]): Option =>
  new Option(flags, description).choices(choices).makeOptionMandatory();
