import type { Command } from 'commander';
import { UsageError } from '../../../domain/errors.ts';
import { formatNumber, pluralize } from '../../../domain/number-text.ts';
import { readBulkFile, rowsOf } from '../../../roster-file/bulk/bulk-file.ts';
import { awardBadgeToMany, BADGE_ROW_FIELDS } from '../../../service/badges/award-badge-to-many.ts';
import {
  applyBadgeRules,
  type RuleOutcome,
  setBadgeRule,
} from '../../../service/badges/badge-rules.ts';
import { type BulkOptions, mapOption, rejectsOption, reportBulk } from '../../bulk/bulk-report.ts';
import { dryRunOption, wholeNumber } from '../../command.ts';
import { changeCompany, companyVerbs, type DryRunOption } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import { nameOfInput, readInputFile } from '../../input-file.ts';
import { tableOf } from '../../output/table.ts';
import { escapeControl } from '../../output/terminal.ts';
import { encodingOption, sheetOption } from '../../roster/file-options.ts';
import { resolveRejectsPath } from '../../roster/rejects-file.ts';

type ManyOptions = BulkOptions & { file: string };
type RuleOptions = DryRunOption & { xp?: number; none?: true };

const MANY_NOTES = `
The file is a list of people, one per line, or CSV or NDJSON with the field employee and optionally at, the
time the badge was earned (default: now). Columns are found as by: engaged xp import --help. People who already hold the badge are skipped and counted.

Exit code 3: done, but rows were rejected.
`;

const RULE_NOTES = `
Awards the badge to every active person with at least this much all-time XP: now to everybody who has it,
later with the award that reaches it (xp award, xp import). The badge is dated when it is awarded. It is kept
when XP is corrected downwards and never awarded again after it was revoked. People who were reactivated get
their badges with their next XP, or with: engaged badge apply-rules
`;

/** `engaged badge award-many`, `rule` and `apply-rules`. */
export function addBadgeBulkCommands(badge: Command, context: Context): void {
  const add = companyVerbs(badge, context);

  add('award-many', 'Award a badge to many people', 'mentor --file people.txt')
    .argument('<code>')
    .requiredOption('--file <file>', 'who gets it; "-" reads standard input')
    .option(...mapOption)
    .option(...encodingOption)
    .option(...sheetOption)
    .option(...rejectsOption)
    .option(...dryRunOption)
    .addHelpText('after', MANY_NOTES)
    .action((code: string, options: ManyOptions) => awardMany(context, code, options));

  add(
    'rule',
    'Award a badge automatically at an amount of all-time XP',
    'veteran --xp 5000 --dry-run',
  )
    .argument('<code>')
    .option('--xp <n>', 'all-time XP required', wholeNumber(1))
    .option('--none', 'remove the rule; people keep the badge')
    .option(...dryRunOption)
    .addHelpText('after', RULE_NOTES)
    .change(
      (code: string, { xp, none, dryRun = false }: RuleOptions) => {
        if ((xp === undefined) === (none === undefined)) {
          throw new UsageError('Give either --xp or --none');
        }
        return (write) => ({ ...setBadgeRule(write, code, xp ?? null), dry_run: dryRun });
      },
      (outcome) => dryRunNotice(outcome.dry_run) + describeRule(outcome),
    );

  add('apply-rules', 'Award all badges whose XP rule people already meet', '--dry-run')
    .option(...dryRunOption)
    .change(
      () => (write) => applyBadgeRules(write),
      (outcomes, context, { dryRun }: DryRunOption) =>
        dryRunNotice(dryRun) + toTable(outcomes, context),
    );
}

async function awardMany(context: Context, code: string, options: ManyOptions): Promise<void> {
  const rejects = resolveRejectsPath(context, options, options.file);
  const file = await readBulkFile(await readInputFile(context, options.file), {
    fields: BADGE_ROW_FIELDS,
    required: ['employee'],
    listOf: 'employee',
    maps: options.map ?? [],
    ...{ encoding: options.encoding, sheet: options.sheet },
  });
  const result = await changeCompany(context, options, (write) =>
    awardBadgeToMany(write, code, [...rowsOf(file)]),
  );
  const rows = pluralize(result.rows, 'row', 'rows');
  reportBulk(context, options, {
    file,
    rejects,
    result,
    heading: `${result.badge.name} to ${nameOfInput(options.file)}: ${rows}`,
    counts: [
      ['awarded', result.awarded],
      ['held already', result.already_held],
      ['rejected', result.errors.length],
    ],
  });
}

const dryRunNotice = (isDry = false): string => (isDry ? 'Dry run: nothing was changed.\n' : '');

function describeRule({ name, xp_threshold, awarded }: RuleOutcome): string {
  if (xp_threshold === null) {
    return `${escapeControl(name)} no longer has a rule; current holders keep the badge.`;
  }
  const who = pluralize(awarded, 'person has', 'people have');
  return `${escapeControl(name)} is awarded at ${formatNumber(xp_threshold)} XP. ${who} been awarded it now.`;
}

const toTable = tableOf<RuleOutcome>(
  'No badge has a rule. Set one with: engaged badge rule CODE --xp N',
  [
    { heading: 'CODE', value: (row) => row.code, noTruncate: true },
    { heading: 'XP', value: (row) => row.xp_threshold, align: 'right' },
    { heading: 'AWARDED', value: (row) => row.awarded, align: 'right' },
  ],
);
