import type { Command } from 'commander';
import { BADGE_CATEGORIES, BADGE_RARITIES } from '../../../domain/badge.ts';
import {
  awardBadge,
  type Badge,
  defineBadge,
  listBadges,
  revokeBadge,
} from '../../../service/badges/badges.ts';
import { employeeArgument, parseTimestampOption, requiredChoice } from '../../command.ts';
import { companyVerbs } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import { pictureOption, readPictureOption } from '../../options/picture-option.ts';
import { card } from '../../output/card.ts';
import type { List } from '../../output/list.ts';
import { escapeControl } from '../../output/terminal.ts';
import { addBadgeBulkCommands } from './badge-bulk.ts';

type DefineOptions = {
  name: string;
  category: string;
  rarity: string;
  description?: string;
  icon?: string;
  iconUrl?: string;
};

const codeArgument = ['<code>', 'code of the badge'] as const;

/** `engaged badge …`: what badges there are, and who holds them. */
export function addBadgeCommands(program: Command, context: Context): void {
  const badge = program
    .command('badge')
    .description('Badges: define, list, award, revoke, award-many, rule, apply-rules');
  const add = companyVerbs(badge, context);

  add(
    'define',
    'Define a badge; with a code that exists, replace the whole definition',
    'mentor --name Mentor --category social --rarity rare',
  )
    .argument(...codeArgument)
    .requiredOption('--name <name>', 'name of the badge')
    .addOption(requiredChoice('--category <category>', 'category of the badge', BADGE_CATEGORIES))
    .addOption(requiredChoice('--rarity <rarity>', 'rarity of the badge', BADGE_RARITIES))
    .option('--description <text>', 'description of the badge')
    .option(...pictureOption('icon'))
    .option('--icon-url <url>', 'http or https address of a picture elsewhere')
    .change(
      async (code: string, options: DefineOptions) => {
        const { name, category, rarity, description, iconUrl: icon_url } = options;
        const icon = await readPictureOption(context, 'icon', options.icon, icon_url);
        return (write) =>
          defineBadge(write, { code, name, category, rarity, description, icon_url, icon });
      },
      (badge) =>
        card(`${badge.name}  ${badge.code}`, [
          ['category', badge.category],
          ['rarity', badge.rarity],
          ['description', badge.description],
          ['icon', badge.icon_url],
        ]),
    );

  add('list', 'List all badges, with how many people hold each').list(() => listBadges, BADGES);

  add('award', 'Award a badge', 'ada@acme.example mentor --at 2026-09-30')
    .argument(...employeeArgument)
    .argument(...codeArgument)
    .option('--at <time>', 'when it was earned; default: now', parseTimestampOption)
    .change(
      (reference: string, code: string, { at }: { at?: number }) =>
        (write) =>
          awardBadge(write, reference, code, at),
      (award) =>
        `Awarded ${escapeControl(award.name)} to ${award.employee_id}, as of ${award.awarded_at}.`,
    );

  add('revoke', 'Take a badge back; it can be awarded again', 'ada@acme.example mentor')
    .argument(...employeeArgument)
    .argument(...codeArgument)
    .change(
      (reference: string, code: string) => (write) => revokeBadge(write, reference, code),
      (award) => `Revoked ${escapeControl(award.name)} from ${award.employee_id}.`,
    );

  addBadgeBulkCommands(badge, context);
}

const BADGES: List<Badge & { holders: number }> = {
  empty: 'There are no badges yet. Define one with: engaged badge define CODE',
  columns: [
    { heading: 'CODE', value: (row) => row.code, noTruncate: true },
    { heading: 'NAME', value: (row) => row.name },
    { heading: 'CATEGORY', value: (row) => row.category },
    { heading: 'RARITY', value: (row) => row.rarity },
    { heading: 'XP RULE', value: (row) => row.xp_threshold, align: 'right' },
    { heading: 'HOLDERS', value: (row) => row.holders, align: 'right' },
  ],
  csv: 'code name description category rarity icon_url xp_threshold holders',
};
