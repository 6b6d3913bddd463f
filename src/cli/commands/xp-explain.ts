import { type Command, Option } from 'commander';
import { PERIODS, type Period } from '../../domain/period.ts';
import { type Explanation, explainXp, type RankedNeighbour } from '../../service/explanation.ts';
import { addCommand, employeeArgument } from '../command.ts';
import { type CompanyOptions, readCompany } from '../company-command.ts';
import { addCompanyOption } from '../company-option.ts';
import type { Context } from '../context.ts';
import { escapeControl, formatNumber, pluralize, print } from '../output.ts';
import { table } from '../table.ts';

/** The newest entries that are shown to people; `--json` has all. */
const ENTRIES_SHOWN = 40;

const NOTES = `
Everything is added up from the ledger itself, so the answer holds where a leaderboard is doubted. A running
service may show leaderboards that are up to 30 seconds old.
`;

/** `engaged xp explain EMPLOYEE`: the answer to "my points are missing". */
export function addXpExplainCommand(xp: Command, context: Context): void {
  addCompanyOption(
    addCommand(xp, 'explain', {
      description: "Explain a person's XP, level and rank",
      example: 'engaged xp explain ada@acme.example --period this_month',
    }),
  )
    .argument(...employeeArgument)
    .addOption(
      new Option('--period <period>', 'which leaderboard').choices(PERIODS).default('all_time'),
    )
    .addHelpText('after', NOTES)
    .action(async (reference: string, options: CompanyOptions & { period: Period }) => {
      const explained = await readCompany(context, options, (db, companyId) =>
        explainXp(db, companyId, reference, options.period, context.now()),
      );
      print(context, options, explained, () => describe(context, explained));
    });
}

const xp = (amount: number): string => `${formatNumber(amount)} XP`;

const entriesOf = (count: number): string => pluralize(count, 'entry', 'entries');

const nameOf = ({ name, employee_id }: { name: string | null; employee_id: string }): string =>
  escapeControl(name ?? employee_id);

function describe(context: Context, explained: Explanation): string {
  const { name, employee_id, period } = explained;
  return [
    `XP of ${name === null ? employee_id : `${escapeControl(name)} (${employee_id})`}, ${period}`,
    '',
    ...describeWindow(explained),
    '',
    ...describeEntries(context, explained),
    '',
    ...describeXp(explained),
    describeLevel(explained),
    ...describeStanding(explained),
  ].join('\n');
}

function describeWindow({ from, until, asked_at: askedAt }: Explanation): string[] {
  return from === null || until === null
    ? [`All XP ever earned, as of ${askedAt}.`]
    : [
        `XP counts that was earned from ${from}`,
        `                        before ${until} (UTC), as of ${askedAt}.`,
      ];
}

function describeEntries(context: Context, { entries, from }: Explanation): string[] {
  const shown = entries.slice(-ENTRIES_SHOWN);
  const before = entries.length - shown.length;
  const sum = entries[before - 1]?.sum ?? 0;
  const none = from === null ? 'There are no entries.' : 'There are no entries in this window.';
  return [
    ...(before > 0
      ? [`${entriesOf(before)} before these, ${xp(sum)} together (--json has all)`]
      : []),
    table(
      context,
      shown,
      [
        { heading: 'COUNTS FOR', value: (row) => row.counts_at, noTruncate: true },
        { heading: 'RECORDED', value: (row) => row.recorded_at },
        { heading: 'AMOUNT', value: (row) => row.amount, align: 'right', noTruncate: true },
        { heading: 'SUM', value: (row) => row.sum, align: 'right', noTruncate: true },
        { heading: 'REASON', value: (row) => row.reason },
      ],
      none,
    ),
  ];
}

function describeXp({ xp: inWindow, entries, outside, from, all_time }: Explanation): string[] {
  const counted =
    from === null
      ? `XP     ${xp(inWindow)} from ${entriesOf(entries.length)}.`
      : `XP     ${xp(inWindow)} from ${entriesOf(entries.length)} in this window; ` +
        `outside it ${entriesOf(outside.entries)} with ${xp(outside.xp)}.`;
  return all_time.xp === all_time.ledger_xp
    ? [counted]
    : [
        counted,
        `       The total kept is ${xp(all_time.xp)}, but all entries amount to ${xp(all_time.ledger_xp)}: run engaged doctor.`,
      ];
}

function describeLevel({ level, all_time }: Explanation): string {
  const whole = `Level  ${level.level}, from ${xp(all_time.xp)} of all time: `;
  const begins = `level ${level.level} begins at ${xp(level.begins_at)}`;
  return level.next_begins_at === null
    ? `${whole}${begins} and is the highest.`
    : `${whole}${begins}, level ${level.level + 1} at ${xp(level.next_begins_at)}, ${xp(level.xp_to_next_level)} to go.`;
}

function describeStanding(explained: Explanation): string[] {
  const { standing, deactivated_at, xp: own } = explained;
  if (!standing) {
    return [
      `Rank   none: deactivated since ${deactivated_at}. Deactivated people are in no leaderboard; their XP stays.`,
    ];
  }
  const { rank, of, above, below } = standing;
  const neighbour = (side: string, placed: RankedNeighbour | null) =>
    placed
      ? [`       ${side}: ${formatNumber(placed.rank)}. ${nameOf(placed)} with ${xp(placed.xp)}`]
      : [];
  return [
    `Rank   ${formatNumber(rank)} of ${formatNumber(of)} active people, with ${xp(own)}.`,
    ...neighbour('above', above),
    ...neighbour('below', below),
    ...tie(explained, above, 'the other'),
    ...tie(explained, below, 'they'),
  ];
}

/** How a tie with a neighbour was resolved; empty without a tie. */
function tie(
  explained: Explanation,
  other: (RankedNeighbour & { tied: boolean }) | null,
  first: 'they' | 'the other',
): string[] {
  if (!other?.tied) return [];
  const [own, others] = [nameOf(explained), nameOf(other)];
  const times =
    other.joined_at === explained.joined_at
      ? `both on ${other.joined_at}, in this order`
      : first === 'they'
        ? `on ${explained.joined_at}, against ${other.joined_at}`
        : `on ${other.joined_at}, against ${explained.joined_at}`;
  return [
    `Tie    ${others} has the same XP; ${first === 'they' ? own : others} joined first (${times}) and ranks first.`,
  ];
}
