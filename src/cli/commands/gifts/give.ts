import { type Command, Option } from 'commander';
import { UsageError } from '../../../domain/errors.ts';
import { type BulkFile, readBulkFile, rowsOf } from '../../../roster-file/bulk/bulk-file.ts';
import type { Delimiter } from '../../../roster-file/dialect.ts';
import { lineOf } from '../../../roster-file/records.ts';
import { beginCompanyWrite } from '../../../service/company/company-write.ts';
import { GIFT_ROW_FIELDS, readGiftValues } from '../../../service/gifts/gift-row.ts';
import { giftResult } from '../../../service/gifts/gifts.ts';
import { type GiftProgress, takeGiftStep } from '../../../service/gifts/give.ts';
import { type GiftOrder, type PlannedGift, planList } from '../../../service/gifts/plan-gift.ts';
import {
  type GiftPreview,
  type GiftResult,
  previewGift,
} from '../../../service/gifts/preview-gift.ts';
import { planDepartment, planEverybody } from '../../../service/gifts/recipients.ts';
import { requireAmount } from '../../../service/xp/ask-above.ts';
import { MAX_ENTRY_AMOUNT } from '../../../service/xp/ledger-entries.ts';
import type { Database } from '../../../store/database.ts';
import { mapOption } from '../../bulk/bulk-report.ts';
import { addCommand, dryRunOption, parseTimestampOption, wholeNumber } from '../../command.ts';
import type { CompanyOptions, DryRunOption } from '../../company-command.ts';
import { type Context, EXIT, ExitError } from '../../context.ts';
import { nameOfInput, readInputFile, STANDARD_INPUT } from '../../input-file.ts';
import { addCompanyOption, resolveCompany } from '../../options/company-option.ts';
import { type ConfirmOption, confirm } from '../../options/confirm.ts';
import { confirmingAmount, type RepeatOption, repeatOption } from '../../options/confirm-amount.ts';
import { changingData } from '../../options/data-file-option.ts';
import { print, style } from '../../output/output.ts';
import { withProgress } from '../../output/progress.ts';
import { escapeControl } from '../../output/terminal.ts';
import { delimiterOption, encodingOption, sheetOption } from '../../roster/file-options.ts';
import { stepByStep } from '../../steps-here.ts';
import { isRejected, levelsText, skippedText, sumText, withMessage } from './gift-text.ts';

type Options = CompanyOptions &
  DryRunOption &
  ConfirmOption &
  RepeatOption & {
    department?: string;
    everybody?: true;
    xp?: number;
    coins?: number;
    badge?: string;
    reason?: string;
    at?: number;
    again?: true;
    map?: string[];
    delimiter?: Delimiter;
    encoding?: string;
    sheet?: string;
  };

const NOTES = `
The file is CSV or NDJSON with a column of people (id, external_id or email), and where wanted amount or XP, coins,
badge (its code), reason and at; or a plain list of people, one on each line. What a row says comes before the
options. Columns are found as by: engaged xp import --help

Before anything is given, the command says what that would be and asks. --dry-run says it and gives nothing.
A negative amount takes back, coins never below a balance of zero. Nobody who is deactivated gets anything.

A row that somebody got before from a list gives nothing: the same person, amounts, badge, reason and day. So a list
can be given again after it was corrected. The same to a department or to everybody gives nothing within 10 minutes.
--again gives once more.

If the command is interrupted, the same command gives the rest. What was given: engaged given list. To take it
back: engaged given undo GIFT

Exit code 3: done, but some rows gave nothing because something is wrong with them.
`;

/** `engaged give [FILE]`. */
export function addGiveCommand(program: Command, context: Context): void {
  const amount = wholeNumber(-MAX_ENTRY_AMOUNT, MAX_ENTRY_AMOUNT);
  addCompanyOption(
    addCommand(program, 'give', {
      description: 'Give XP, coins or a badge to many people at once',
      example: 'engaged give safety-week.csv --xp 40 --coins 5 --reason "Safety week"',
    }),
  )
    .argument('[file]', 'a list of people; "-" reads standard input')
    .option('--department <department>', 'everybody in it and below it: id, external_id or name')
    .addOption(new Option('--everybody', 'everybody who is active').conflicts('department'))
    .option('--xp <n>', 'XP for each person', amount)
    .option('--coins <n>', 'coins for each person', amount)
    .option('--badge <code>', 'badge for each person')
    .option('--reason <reason>', 'what for')
    .option('--at <time>', 'time it counts for; default: now', parseTimestampOption)
    .option('--again', 'give also to people who got the same before')
    .option(...mapOption)
    .option(...delimiterOption)
    .option(...encodingOption)
    .option(...sheetOption)
    .option(...dryRunOption)
    .option('--yes', 'give without asking')
    .option(...repeatOption)
    .addHelpText('after', NOTES)
    .action((file: string | undefined, options: Options) => give(context, file, options));
}

async function give(context: Context, name: string | undefined, options: Options): Promise<void> {
  const { department, everybody } = options;
  if ([name, department, everybody].filter((one) => one !== undefined).length !== 1) {
    throw new UsageError('Say to whom, in one way: a file, --department or --everybody');
  }
  const file = name === undefined ? undefined : await readList(context, name, options);
  await changingData(context, options, async (db) => {
    const company = resolveCompany(db, options);
    const plan = planGift(context, options, { db, companyId: company.companyId, name, file });
    const preview = previewGift(db, plan);
    const target = `${sumText(preview)} of ${escapeControl(company.name)}`;
    if (preview.people > 0 && !options.dryRun) {
      const canAsk = name !== STANDARD_INPUT;
      await confirmGift(context, options, { plan, preview, target, canAsk });
      const result = await giveHere(context, options, db, plan);
      report(context, options, plan, result);
    } else {
      report(context, options, plan, preview);
    }
  });
}

async function readList(
  context: Context,
  name: string,
  { map = [], delimiter, encoding, sheet }: Options,
): Promise<BulkFile<(typeof GIFT_ROW_FIELDS)[number]>> {
  return readBulkFile(await readInputFile(context, name), {
    ...{ fields: GIFT_ROW_FIELDS, required: ['employee'], listOf: 'employee' },
    ...{ maps: map, delimiter, encoding, sheet },
  });
}

type Recipients = {
  db: Database;
  companyId: number;
  name: string | undefined;
  file: Awaited<ReturnType<typeof readList>> | undefined;
};

function planGift(
  context: Context,
  { xp, coins, badge, reason, at, again, department }: Options,
  { db, companyId, name = '', file }: Recipients,
): PlannedGift {
  const now = context.now();
  const values = readGiftValues({ db, companyId, now }, { xp, coins, badge, reason, at });
  const order: GiftOrder = {
    db,
    companyId,
    now,
    actor: context.actor,
    values,
    again: again ?? false,
  };
  if (department !== undefined) return planDepartment(order, department);
  if (file === undefined) return planEverybody(order);
  const rows = [...rowsOf(file)];
  const numbered = rows.map((row, i) => ({ ...row, line: lineOf(file, i) ?? 0 }));
  return planList(order, nameOfInput(name), numbered);
}

type Question = { plan: PlannedGift; preview: GiftPreview; target: string; canAsk: boolean };

/** Asks whether to give; a large amount has to be typed again. */
async function confirmGift(
  context: Context,
  options: Options,
  { plan, preview, target, canAsk }: Question,
): Promise<void> {
  const { skipped, takes, amounts, levels } = preview;
  const notes = skippedText(
    skipped.map((one) => withMessage(one, plan.problems)),
    plan,
    plan.origin === 'list' ? 'will give nothing' : 'will get nothing',
  );
  const question = [
    `This gives ${target}.${levelsText(levels)}${takes ? ' It takes something from people.' : ''}`,
    ...notes,
  ].join('\n');
  const repeated = await confirmingAmount(
    context,
    options,
    async (largest) => {
      requireAmount(amounts, largest);
      return largest;
    },
    { canAsk, beforeAsking: () => context.stderr.write(`${question}\n`) },
  );
  if (repeated !== null && repeated !== options.repeatAmount) return;
  await confirm(context, options, question, {
    canAsk,
    otherwise: new UsageError(
      `This would give ${target}. Nothing was given. Look at it with --dry-run, and confirm it with --yes`,
    ),
  });
}

/** Gives in steps, between which other processes can write. */
const giveHere = (
  context: Context,
  options: Options,
  db: Database,
  plan: PlannedGift,
): Promise<GiftResult> =>
  withProgress(context, options, async (progress) => {
    const { companyId, actor } = plan;
    let gift: string | null = null;
    const last = await stepByStep((): GiftProgress => {
      const step = db.write(() => {
        const write = beginCompanyWrite(db, { companyId, actor, now: context.now() });
        return takeGiftStep(write, plan, gift);
      });
      gift = step.gift;
      if (step.gift !== null) progress.show(step.share, 1, 'giving');
      return step;
    });
    return last.gift === null
      ? { ...NOTHING, repeated: last.repeated }
      : giftResult(db, companyId, last.gift);
  });

const NOTHING: GiftResult = {
  ...{ gift_id: null, people: 0, xp: 0, coins: 0, badges: 0, levels: 0, coins_for_xp: 0 },
  ...{ skipped: [], repeated: null },
};

function report(context: Context, options: Options, plan: PlannedGift, result: GiftResult): void {
  const { gift_id, people, xp, coins, badges, levels, coins_for_xp, repeated } = result;
  const dry_run = options.dryRun ?? false;
  const skipped = result.skipped.map((one) => withMessage(one, plan.problems));
  const nothing = plan.origin === 'list' ? ['would give', 'gave'] : ['would get', 'got'];
  print(
    context,
    options,
    { gift_id, people, xp, coins, badges, levels, coins_for_xp, skipped, repeated, dry_run },
    () =>
      [
        ...(dry_run
          ? [style(context, context.stdout, 'yellow', 'Dry run: nothing was changed.')]
          : []),
        headline(result, dry_run),
        ...skippedText(skipped, plan, `${nothing[dry_run ? 0 : 1]} nothing`),
        ...(gift_id === null ? [] : [`To take it back: engaged given undo ${gift_id}`]),
      ].join('\n'),
  );
  if (skipped.some(isRejected)) throw new ExitError(EXIT.partly);
}

function headline(result: GiftResult, isDry: boolean): string {
  const { people, levels, repeated } = result;
  if (repeated !== null) {
    return `Nothing ${isDry ? 'would be' : 'was'} given: this repeats ${repeated}. To give once more: --again`;
  }
  if (people === 0) return `Nobody ${isDry ? 'would get' : 'got'} anything.`;
  return `${isDry ? 'This would give' : 'Gave'} ${sumText(result)}.${levelsText(levels)}`;
}
