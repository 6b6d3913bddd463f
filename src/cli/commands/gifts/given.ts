import type { Command } from 'commander';
import { formatNumber, pluralize } from '../../../domain/number-text.ts';
import { beginCompanyWrite } from '../../../service/company/company-write.ts';
import {
  type Gift,
  type GiftLineShown,
  listGiftLines,
  listGifts,
  requireGift,
  showGift,
} from '../../../service/gifts/gifts.ts';
import {
  previewUndo,
  takeUndoStep,
  type UndoResult,
  undoResult,
} from '../../../service/gifts/undo-gift.ts';
import type { Database } from '../../../store/database.ts';
import { dryRunOption, wholeNumber } from '../../command.ts';
import { type CompanyOptions, companyVerbs, type DryRunOption } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import { resolveCompany } from '../../options/company-option.ts';
import { changingData } from '../../options/data-file-option.ts';
import { card } from '../../output/card.ts';
import type { List } from '../../output/list.ts';
import { formatTime, print, style } from '../../output/output.ts';
import { withProgress } from '../../output/progress.ts';
import { tableOf } from '../../output/table.ts';
import { escapeControl } from '../../output/terminal.ts';
import { stepByStep } from '../../steps-here.ts';

const giftArgument = ['<gift>', 'its id; see: engaged given list'] as const;

const UNDO_NOTES = `
Entries that reverse it are written for the days for which it counted, and its badges are revoked; nothing is erased.
Badges that people earned by their XP stay. Whoever has spent the coins since keeps everything, and is named. What was
interrupted before everybody got it is given to nobody else.

If the command is interrupted, the same command does the rest. A gift is undone once: for whom it was refused, it
stays.
`;

/** `engaged given …`: what was given to many at once. */
export function addGivenCommands(program: Command, context: Context): void {
  const given = program
    .command('given')
    .description('What was given to many at once: list, show, undo');
  const add = companyVerbs(given, context);

  add('list', 'List what was given to many, newest first', '--limit 20')
    .option('--limit <n>', 'maximum number of entries', wholeNumber(1), 50)
    .list(
      ({ limit }: { limit: number }) =>
        (db, companyId) =>
          listGifts(db, companyId, { count: limit }).gifts,
      GIFTS,
    );

  add('show', 'Show what was given to whom', '0197a2c4-0000-7000-8000-000000000000')
    .argument(...giftArgument)
    .option('--top <n>', 'at most this many lines; --json has all', wholeNumber(0), 50)
    .read(
      (id: string) => (db, companyId) => ({
        ...showGift(db, companyId, id),
        rows: listGiftLines(db, companyId, id, { count: Number.MAX_SAFE_INTEGER }),
      }),
      describe,
    );

  add('undo', 'Take back what was given', '0197a2c4-0000-7000-8000-000000000000 --dry-run')
    .argument(...giftArgument)
    .option(...dryRunOption)
    .addHelpText('after', UNDO_NOTES)
    .action(async (id: string, options: CompanyOptions & DryRunOption) => {
      const result = await changingData(context, options, (db) => {
        const { companyId } = resolveCompany(db, options);
        return options.dryRun
          ? previewUndo(db, companyId, id)
          : undoHere(context, options, { db, companyId, id });
      });
      const dry_run = options.dryRun ?? false;
      print(context, options, { ...result, dry_run }, () => undoText(result, context, dry_run));
    });
}

/** Undoes in steps, between which other processes can write. */
const undoHere = (
  context: Context,
  options: CompanyOptions,
  { db, companyId, id }: { db: Database; companyId: number; id: string },
): Promise<UndoResult> =>
  withProgress(context, options, async (progress) => {
    const { undoneAt } = requireGift(db, companyId, id);
    progress.show(0, 1, 'taking back');
    if (undoneAt === null) {
      await stepByStep(() => ({
        isDone: db.write(() =>
          takeUndoStep(
            beginCompanyWrite(db, { companyId, actor: context.actor, now: context.now() }),
            id,
          ),
        ),
      }));
    }
    return { ...undoResult(db, companyId, id), repeated: undoneAt !== null };
  });

const ORIGINS: Readonly<Record<Gift['origin'], string>> = {
  list: 'list',
  department: 'department',
  everybody: 'everybody',
  people: 'selected people',
  badge: 'holders of',
};

const originText = ({ origin, subject }: Gift): string =>
  subject === null ? ORIGINS[origin] : `${ORIGINS[origin]} ${subject}`;

const STATES: Readonly<Record<Gift['state'], string>> = {
  giving: 'unfinished',
  given: 'given',
  undoing: 'partly undone',
  undone: 'undone',
};

const GIFTS: List<Gift> = {
  empty: 'Nothing was given to many yet. See: engaged give --help',
  columns: [
    { heading: 'ID', value: ({ id }) => id, noTruncate: true },
    { heading: 'GIVEN, UTC', value: ({ given_at }) => formatTime(given_at).replace(' UTC', '') },
    { heading: 'REASON', value: ({ reason }) => reason, optional: true },
    { heading: 'TO', value: originText },
    { heading: 'PEOPLE', value: ({ people }) => people, align: 'right' },
    { heading: 'XP', value: ({ xp }) => xp, align: 'right' },
    { heading: 'COINS', value: ({ coins }) => coins, align: 'right' },
    { heading: 'BADGES', value: ({ badges }) => badges, align: 'right' },
    { heading: 'STATE', value: ({ state }) => STATES[state] },
    { heading: 'BY', value: ({ given_by }) => given_by, optional: true },
  ],
  csv: 'id state origin subject reason given_at:time given_by lines people xp coins badges levels coins_for_xp undone_at:time undone_by',
};

type Shown = Gift & { rows: GiftLineShown[] };

function describe(gift: Shown, context: Context, { top }: { top: number }): string {
  const { rows } = gift;
  const more = rows.length - top;
  return [
    card(`${gift.reason ?? originText(gift)}  ${gift.id}`, [
      ['state', STATES[gift.state]],
      ['to', originText(gift)],
      ['given', `${formatTime(gift.given_at)} by ${gift.given_by}`],
      ['people', gift.people],
      ['XP', gift.xp],
      ['coins', gift.coins],
      ['badges', gift.badges],
      ['levels', gift.levels],
      ['for the XP', gift.coins_for_xp || null],
      ['undone', gift.undone_at && `${formatTime(gift.undone_at)} by ${gift.undone_by}`],
    ]),
    '',
    toLines(rows.slice(0, top), context),
    ...(more > 0 ? [`and ${formatNumber(more)} more`] : []),
    ...(gift.state === 'giving' ? ['', UNFINISHED] : []),
  ].join('\n');
}

const UNFINISHED = 'Not everybody has it yet. The command that gave it gives the rest.';

const LINE_STATES: Readonly<Record<GiftLineShown['state'], string>> = {
  planned: 'not yet',
  given: 'given',
  skipped: 'nothing',
  undone: 'undone',
  kept: 'kept',
};

const toLines = tableOf<GiftLineShown>('It has no lines.', [
  { heading: 'LINE', value: ({ line }) => line, align: 'right' },
  { heading: 'NAME', value: ({ name, said }) => name ?? said },
  { heading: 'EMPLOYEE', value: ({ employee_id }) => employee_id, noTruncate: true },
  { heading: 'XP', value: ({ xp }) => xp, align: 'right' },
  { heading: 'COINS', value: ({ coins }) => coins, align: 'right' },
  { heading: 'BADGE', value: ({ badge }) => badge },
  { heading: 'STATE', value: ({ state }) => LINE_STATES[state] },
  { heading: 'WHY', value: ({ why }) => why?.replaceAll('_', ' ') ?? null },
  { heading: 'REASON', value: ({ reason }) => reason, optional: true },
]);

function undoText(
  { undone, refused, repeated }: UndoResult,
  context: Context,
  isDry: boolean,
): string {
  const people = pluralize(undone, 'person', 'people');
  const what = isDry
    ? 'This would be undone for'
    : repeated
      ? 'Was undone before for'
      : 'Undone for';
  return [
    ...(isDry ? [style(context, context.stdout, 'yellow', 'Dry run: nothing was changed.')] : []),
    `${what} ${people}.`,
    ...(refused.length === 0
      ? []
      : [
          `${pluralize(refused.length, 'person has', 'people have')} spent the coins and ${refused.length === 1 ? 'keeps' : 'keep'} everything:`,
          ...refused.map(({ name, employee_id }) =>
            escapeControl(`  ${name ?? 'without a name'}  ${employee_id}`),
          ),
        ]),
  ].join('\n');
}
