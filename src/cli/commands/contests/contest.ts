import { type Command, Option } from 'commander';
import {
  COUNTS,
  COUNTS_IN_WORDS,
  formatPrize,
  type Prize,
  parsePrize,
  TIES_IN_WORDS,
  teamCounts,
} from '../../../domain/contest.ts';
import { formatNumber, pluralize } from '../../../domain/number-text.ts';
import { writeCompany } from '../../../service/company/company-write.ts';
import {
  cancelContest,
  changeContest,
  createContest,
} from '../../../service/contests/change-contests.ts';
import {
  type ClosedContest,
  closeContest,
  rankContest,
} from '../../../service/contests/close-contest.ts';
import type { Contest } from '../../../service/contests/contest-schema.ts';
import {
  listContests,
  requireContest,
  type WithheldPrize,
} from '../../../service/contests/contests.ts';
import {
  type Contestant,
  type ContestView,
  showContest,
  type TeamContestant,
} from '../../../service/contests/show-contest.ts';
import { collect, requireChange, wholeNumber } from '../../command.ts';
import { type CompanyOptions, companyVerbs } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import { resolveCompany } from '../../options/company-option.ts';
import { changingData } from '../../options/data-file-option.ts';
import { tiesOption } from '../../options/ties-option.ts';
import { card } from '../../output/card.ts';
import type { List } from '../../output/list.ts';
import { print } from '../../output/output.ts';
import { tableOf } from '../../output/table.ts';
import { escapeControl } from '../../output/terminal.ts';

type CreateOptions = {
  name: string;
  firstDay: string;
  lastDay: string;
  department?: string[];
  counts?: string;
  reason?: string[];
  badge?: string[];
  prize?: Prize[];
  ties?: string;
};

type ChangeOptions = Partial<CreateOptions> & {
  everybody?: true;
  allReasons?: true;
  allBadges?: true;
  withoutPrizes?: true;
};

const contestArgument = ['<contest>', 'id or name'] as const;

const flags = {
  name: ['--name <name>', 'name of the contest'],
  firstDay: ['--first-day <day>', 'first day, in UTC, such as 2026-12-01'],
  lastDay: ['--last-day <day>', 'last day, in UTC; it counts to its end'],
  department: [
    '--department <department>',
    'only its people and those below it: id, external_id or name; may be repeated (default: everybody)',
    collect,
  ],
  reason: ['--reason <reason>', 'only XP with this reason counts; may be repeated', collect],
  badge: ['--badge <code>', 'only this badge counts; may be repeated', collect],
  prize: [
    '--prize <prize>',
    'RANKS=badge:CODE or RANKS=coins:AMOUNT, such as 1-3=coins:100; may be repeated',
    (text: string, before: readonly Prize[] | undefined) => [...(before ?? []), parsePrize(text)],
  ],
} as const;

const countsOption = () =>
  new Option(
    '--counts <what>',
    `what ranks: ${COUNTS.map((one) => `${one}, ${COUNTS_IN_WORDS[one]}`).join('; ')} (default: xp)`,
  ).choices(COUNTS);

const RULES = `
People rank by the XP that counts for the days of the contest, from 00:00 UTC of the first to 24:00 UTC of the last.
Who has no XP above zero in these days has no rank. With --counts badges they rank by the badges earned in these days.
With --counts participation or average departments rank, each that was given with --department, or all. People count for
the nearest of these above them. Departments of fewer than five people rank together. A prize goes to everybody who is in
a department when the contest is closed. People with the same XP
share a place, and all who share it win: 1, 1, 3. With --ties first, who reached that XP first is ahead. The company's
own choice is set with engaged company update --ties.
Contests of earlier versions keep their rule: of equal XP, who joined first is ahead.

A running service closes the contest 72 hours after its end (--month-grace-hours): the ranking is kept and does not
change any more, and the prizes are granted. Who is not active then has no rank and wins nothing.
`;

const CHANGE_NOTES = `
Name and prizes can be changed until the contest ends, everything else until it starts. --department, --reason, --badge and
--prize replace all that were given before.
`;

/** `engaged contest …`: rankings of some days, with prizes. */
export function addContestCommands(program: Command, context: Context): void {
  const contest = program
    .command('contest')
    .description('Contests with prizes: create, list, show, change, cancel, close');
  const add = companyVerbs(contest, context);

  add(
    'create',
    'Create a contest: who is ahead from one day to another',
    '--name Advent --first-day 2026-12-01 --last-day 2026-12-24 --prize 1=badge:winner --prize 1-3=coins:100',
  )
    .requiredOption(...flags.name)
    .requiredOption(...flags.firstDay)
    .requiredOption(...flags.lastDay)
    .option(...flags.department)
    .addOption(countsOption())
    .option(...flags.reason)
    .option(...flags.badge)
    .option(...flags.prize)
    .addOption(tiesOption('with the same XP'))
    .addHelpText('after', RULES)
    .changeAmount(({ department = [], prize = [], reason, badge, ...options }: CreateOptions) => {
      const { name, firstDay, lastDay, counts, ties } = options;
      const days = { first_day: firstDay, last_day: lastDay };
      const what = { counts, reasons: reason, badges: badge, ties };
      const rules = { name, ...days, ...what, departments: department, prizes: prize };
      return (write, repeated) => createContest(write, rules, repeated);
    }, toCard);

  add('list', 'List all contests, the newest first').list(
    () => (db, companyId) => listContests(db, companyId, context.now()),
    CONTESTS,
  );

  add('show', 'Show a contest and who is first in it', 'Advent')
    .argument(...contestArgument)
    .option('--top <n>', 'at most this many people', wholeNumber(0, 1_000), 10)
    .addHelpText('after', '\nThe whole ranking: engaged leaderboard --contest CONTEST\n')
    .read(
      (reference: string, { top }: { top: number }) =>
        (db, companyId) =>
          showContest(db, { companyId, now: context.now() }, { reference, top }),
      toView,
    );

  add('change', 'Change a contest; what is left out stays', 'Advent --prize 1-5=coins:100')
    .argument(...contestArgument)
    .option(...flags.name)
    .option(...flags.firstDay)
    .option(...flags.lastDay)
    .option(...flags.department)
    .addOption(new Option('--everybody', 'everybody takes part').conflicts('department'))
    .addOption(countsOption())
    .option(...flags.reason)
    .addOption(new Option('--all-reasons', 'XP with any reason counts').conflicts('reason'))
    .option(...flags.badge)
    .addOption(new Option('--all-badges', 'any badge counts').conflicts('badge'))
    .option(...flags.prize)
    .addOption(tiesOption('with the same XP'))
    .addOption(new Option('--without-prizes', 'no prizes').conflicts('prize'))
    .addHelpText('after', CHANGE_NOTES)
    .changeAmount((reference: string, options: ChangeOptions) => {
      const { name, firstDay, lastDay, department, counts, reason, badge, prize, ties } = options;
      const { everybody, allReasons, allBadges, withoutPrizes } = options;
      const changes = {
        ...{ name, first_day: firstDay, last_day: lastDay, ties },
        departments: everybody ? [] : department,
        counts,
        reasons: allReasons ? [] : reason,
        badges: allBadges ? [] : badge,
        prizes: withoutPrizes ? [] : prize,
      };
      requireChange(changes, 'engaged contest change');
      return (write, repeated) => changeContest(write, reference, changes, repeated);
    }, toCard);

  add('cancel', 'Cancel a contest: it is not closed and grants nothing', 'Advent')
    .argument(...contestArgument)
    .change(
      (reference: string) => (write) => cancelContest(write, reference),
      ({ name }) => `Cancelled ${escapeControl(name)}. It grants nothing.`,
    );

  add('close', 'Close a contest that has ended, and grant its prizes', 'Advent')
    .argument(...contestArgument)
    .addHelpText('after', RULES)
    .action(async (reference: string, options: CompanyOptions) => {
      const closed = await changingData(context, options, (db) => {
        const { companyId } = resolveCompany(db, options);
        const { entry } = requireContest(db, companyId, reference);
        // Ranked before the transaction, which keeps other writers waiting.
        const ranking = rankContest(db, companyId, entry);
        const input = { companyId, now: context.now(), actor: context.actor };
        return writeCompany(db, input, (write) => closeContest(write, ranking));
      });
      print(context, options, closed, () => describe(closed));
    });
}

function describe({ name, people, prizes_granted, prizes_withheld }: ClosedContest): string {
  const ranked = pluralize(people ?? 0, 'person', 'people');
  const withheld =
    prizes_withheld === 0
      ? ''
      : `; ${formatNumber(prizes_withheld)} could not be granted, see: engaged contest show`;
  return `Closed ${escapeControl(name)} with ${ranked} and ${pluralize(prizes_granted, 'prize', 'prizes')}${withheld}.`;
}

const participants = ({ departments }: Contest): string =>
  departments.length === 0 ? 'everybody' : departments.map(({ name }) => name).join(', ');

const countsOf = ({ counts, reasons, badges }: Contest): string =>
  [COUNTS_IN_WORDS[counts], [...reasons, ...badges].join(', ')].filter(Boolean).join(': ');

const daysOf = ({ first_day, last_day }: Contest): string => `${first_day} to ${last_day}`;

function toCard(contest: Contest): string {
  return card(`${contest.name}  ${contest.id}`, [
    ['state', contest.state],
    ['days', daysOf(contest)],
    ['people', participants(contest)],
    ['counts', countsOf(contest)],
    ['prizes', contest.prizes.map(formatPrize).join(', ') || 'none'],
    ['same XP', TIES_IN_WORDS[contest.ties]],
    ['closed', contest.closed_at],
    ['cancelled', contest.cancelled_at],
    ['ranked', contest.people],
  ]);
}

const CONTESTS: List<Contest> = {
  empty: 'There are no contests yet. Create one with: engaged contest create --help',
  columns: [
    { heading: 'ID', value: ({ id }) => id, noTruncate: true },
    { heading: 'NAME', value: ({ name }) => name },
    { heading: 'DAYS, UTC', value: daysOf, noTruncate: true },
    { heading: 'STATE', value: ({ state }) => state },
    { heading: 'PEOPLE', value: participants, optional: true },
    {
      heading: 'PRIZES',
      value: ({ prizes }) => prizes.map(formatPrize).join(', '),
      optional: true,
    },
    { heading: 'RANKED', value: ({ people }) => people, align: 'right' },
  ],
  csv: 'id name state first_day:day last_day:day departments counts reasons badges prizes ties created_at:time cancelled_at:time closed_at:time people',
};

const toView = (view: ContestView, context: Context): string =>
  [
    toCard(view),
    ...(view.state === 'upcoming' || view.state === 'cancelled'
      ? []
      : [
          '',
          teamCounts(view.counts)
            ? toTeamTable(view.teams, context)
            : toContestants(view.leaders, context),
        ]),
    ...(view.withheld.length === 0 ? [] : ['', toWithheld(view.withheld, context)]),
  ].join('\n');

const rewardOf = ({ badge, coins }: Pick<Prize, 'badge' | 'coins'>): string =>
  badge === null ? `${formatNumber(coins ?? 0)} coins` : `badge ${badge}`;

const toContestants = tableOf<Contestant>('Nobody ranks.', [
  { heading: 'RANK', value: ({ rank }) => rank, align: 'right' },
  { heading: 'NAME', value: ({ name }) => name },
  { heading: 'EXTERNAL_ID', value: ({ external_id }) => external_id, noTruncate: true },
  { heading: 'DEPARTMENT', value: ({ department }) => department?.name ?? null, optional: true },
  { heading: 'XP', value: ({ xp }) => xp, align: 'right' },
  { heading: 'PRIZES', value: ({ prizes }) => prizes.map(rewardOf).join(', ') },
]);

const toTeamTable = tableOf<TeamContestant>('No departments rank.', [
  { heading: 'RANK', value: ({ rank }) => rank, align: 'right' },
  {
    heading: 'DEPARTMENT',
    value: ({ departments }) => departments.map(({ name }) => name).join(', '),
  },
  { heading: 'PEOPLE', value: ({ people }) => people, align: 'right' },
  { heading: 'TOOK PART', value: ({ participants }) => participants, align: 'right' },
  {
    heading: 'SHARE',
    value: ({ participation }) => `${Math.round(100 * participation)}%`,
    align: 'right',
  },
  { heading: 'PER HEAD', value: ({ average }) => Math.round(10 * average) / 10, align: 'right' },
  { heading: 'PRIZES', value: ({ prizes }) => prizes.map(rewardOf).join(', ') },
]);

const toWithheld = tableOf<WithheldPrize>('', [
  { heading: 'RANK', value: ({ rank }) => rank, align: 'right' },
  { heading: 'NOT GRANTED', value: rewardOf },
  { heading: 'REASON', value: ({ reason }) => reason },
]);
