import { type Command, Option } from 'commander';
import { formatNumber, pluralize } from '../../../domain/number-text.ts';
import { PERIODS, type Period } from '../../../domain/period.ts';
import {
  type Explanation,
  explainXp,
  type RankedNeighbour,
} from '../../../service/xp/explanation.ts';
import { employeeArgument } from '../../command.ts';
import { companyVerbs } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import { tableOf } from '../../output/table.ts';
import { escapeControl } from '../../output/terminal.ts';

/** The newest entries that are shown to people; `--json` has all. */
const ENTRIES_SHOWN = 40;

const NOTES = `
All numbers are computed from the ledger, not taken from a leaderboard. A running service may show leaderboards
that are up to 30 seconds old.
`;

/** `engaged xp explain EMPLOYEE`: the answer to "my points are missing". */
export function addXpExplainCommand(xp: Command, context: Context): void {
  const add = companyVerbs(xp, context);
  add('explain', "Explain a person's XP, level and rank", 'ada@acme.example --period this_month')
    .argument(...employeeArgument)
    .addOption(
      new Option('--period <period>', 'which leaderboard').choices(PERIODS).default('all_time'),
    )
    .addHelpText('after', NOTES)
    .read(
      (reference: string, { period }: { period: Period }) =>
        (db, companyId) =>
          explainXp(db, companyId, reference, period, context.now()),
      describeExplanation,
    );
}

const xp = (amount: number): string => `${formatNumber(amount)} XP`;

const entriesOf = (count: number): string => pluralize(count, 'entry', 'entries');

const nameOf = ({ name, employee_id }: { name: string | null; employee_id: string }): string =>
  escapeControl(name ?? employee_id);

function describeExplanation(explained: Explanation, context: Context): string {
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
  const earlier = entries.slice(0, -ENTRIES_SHOWN);
  const none = from === null ? 'There are no entries.' : 'There are no entries in this window.';
  const toTable = tableOf<Explanation['entries'][number]>(none, [
    { heading: 'COUNTS FOR', value: (row) => row.counts_at, noTruncate: true },
    { heading: 'RECORDED', value: (row) => row.recorded_at },
    { heading: 'AMOUNT', value: (row) => row.amount, align: 'right', noTruncate: true },
    { heading: 'SUM', value: (row) => row.sum, align: 'right', noTruncate: true },
    { heading: 'REASON', value: (row) => row.reason },
  ]);
  const text = toTable(entries.slice(-ENTRIES_SHOWN), context);
  const sum = xp(earlier.at(-1)?.sum ?? 0);
  return earlier.length === 0
    ? [text]
    : [`${entriesOf(earlier.length)} before these, ${sum} together (--json has all)`, text];
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
        `       The stored total is ${xp(all_time.xp)}, but all entries amount to ${xp(all_time.ledger_xp)}: run engaged doctor.`,
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
