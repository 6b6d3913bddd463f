import type { Command } from 'commander';
import { applyBadgeRules, type RuleOutcome, setBadgeRule } from '../../service/badge-rules.ts';
import { awardBadgeToMany, BADGE_ROW_FIELDS } from '../../service/bulk/award-badge-to-many.ts';
import { readBulkFile, rowsOf } from '../bulk/bulk-file.ts';
import { describeBulk, withLines } from '../bulk/bulk-report.ts';
import { addCommand, wholeNumber } from '../command.ts';
import { type CompanyOptions, changeCompany, type DryRunOption } from '../company-command.ts';
import { addCompanyOption } from '../company-option.ts';
import { type Context, EXIT, ExitError, UsageError } from '../context.ts';
import { encodingOption } from '../csv/encoding.ts';
import { type RejectsOption, resolveRejectsPath, saveRejects } from '../import/rejects-file.ts';
import { nameOfInput, readInputFile } from '../input-file.ts';
import { escapeControl, formatNumber, pluralize, print } from '../output.ts';
import { table } from '../table.ts';

type ManyOptions = CompanyOptions &
  DryRunOption &
  RejectsOption & { file: string; encoding?: string };
type RuleOptions = CompanyOptions & DryRunOption & { xp?: number; none?: true };

const DRY_RUN = ['--dry-run', 'show what would change without changing anything'] as const;

const MANY_NOTES = `
The file is a list of people, one per line, or CSV or NDJSON with the field employee and optionally at, the
time the badge was earned (default: now). People who already hold the badge are skipped and counted.

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
  const add = (usage: string, description: string, example: string): Command =>
    addCompanyOption(
      addCommand(badge, usage, { description, example: `engaged badge ${example}` }),
    );

  add('award-many <code>', 'Award a badge to many people', 'award-many mentor --file people.txt')
    .requiredOption('--file <file>', 'who gets it; "-" reads standard input')
    .option(...encodingOption)
    .option('--rejects <file>', 'write rejected rows to this file, to fix and import again')
    .option(...DRY_RUN)
    .addHelpText('after', MANY_NOTES)
    .action((code: string, options: ManyOptions) => awardMany(context, code, options));

  add(
    'rule <code>',
    'Award a badge automatically at an amount of all-time XP',
    'rule veteran --xp 5000 --dry-run',
  )
    .option('--xp <n>', 'all-time XP required', wholeNumber(1))
    .option('--none', 'remove the rule; people keep the badge')
    .option(...DRY_RUN)
    .addHelpText('after', RULE_NOTES)
    .action(async (code: string, options: RuleOptions) => {
      if ((options.xp === undefined) === (options.none === undefined)) {
        throw new UsageError('Give either --xp or --none');
      }
      const outcome = await changeCompany(context, options, (write) =>
        setBadgeRule(write, code, options.xp ?? null),
      );
      print(context, options, { ...outcome, dry_run: options.dryRun ?? false }, () =>
        describeRule(outcome, options.dryRun ?? false),
      );
    });

  add('apply-rules', 'Award all badges whose XP rule people already meet', 'apply-rules --dry-run')
    .option(...DRY_RUN)
    .action(async (options: CompanyOptions & DryRunOption) => {
      const outcomes = await changeCompany(context, options, applyBadgeRules);
      print(context, options, outcomes, () => {
        const columns = [
          { heading: 'CODE', value: (row: RuleOutcome) => row.code, noTruncate: true },
          { heading: 'XP', value: (row: RuleOutcome) => row.xp_threshold, align: 'right' },
          { heading: 'AWARDED', value: (row: RuleOutcome) => row.awarded, align: 'right' },
        ] as const;
        const none = 'No badge has a rule. Set one with: engaged badge rule CODE --xp N';
        return dryRunNotice(options.dryRun ?? false) + table(context, outcomes, columns, none);
      });
    });
}

async function awardMany(context: Context, code: string, options: ManyOptions): Promise<void> {
  const rejects = resolveRejectsPath(context, options, options.file);
  const file = readBulkFile(await readInputFile(context, options.file), {
    fields: BADGE_ROW_FIELDS,
    required: ['employee'],
    listOf: 'employee',
    encoding: options.encoding,
  });
  const result = await changeCompany(context, options, (write) =>
    awardBadgeToMany(write, code, [...rowsOf(file)]),
  );
  const dryRun = options.dryRun ?? false;
  const applied = { file, errors: result.errors, dryRun };
  const { rejectsFile, failure } = saveRejects(rejects, file, result.errors);
  const errors = withLines(file, result.errors);
  const { encoding } = file;
  const more = { errors, dry_run: dryRun, encoding, rejects_file: rejectsFile };
  print(context, options, { ...result, ...more }, () =>
    describeBulk(
      context,
      `${result.badge.name} to ${nameOfInput(options.file)}: ${pluralize(result.rows, 'row', 'rows')}`,
      [
        ['awarded', result.awarded, ''],
        ['held already', result.already_held, ''],
        ['rejected', result.errors.length, ''],
      ],
      applied,
      rejectsFile,
    ),
  );
  if (failure) throw failure;
  if (errors.length > 0) throw new ExitError(EXIT.partly);
}

const dryRunNotice = (isDry: boolean): string => (isDry ? 'Dry run: nothing was changed.\n' : '');

function describeRule({ name, xp_threshold, awarded }: RuleOutcome, isDry: boolean): string {
  if (xp_threshold === null) {
    return `${dryRunNotice(isDry)}${escapeControl(name)} no longer has a rule; current holders keep the badge.`;
  }
  const who = pluralize(awarded, 'person has', 'people have');
  return `${dryRunNotice(isDry)}${escapeControl(name)} is awarded at ${formatNumber(xp_threshold)} XP. ${who} been awarded it now.`;
}
