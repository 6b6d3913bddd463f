import type { Command } from 'commander';
import { formatNumber, pluralize } from '../../../domain/number-text.ts';
import { writeCompany } from '../../../service/company/company-write.ts';
import { closeMonth, rankMonth } from '../../../service/months/close-month.ts';
import {
  type ClosedMonth,
  listMonths,
  type MonthVersion,
  reopenMonth,
  requireMonth,
} from '../../../service/months/closed-months.ts';
import { compareMonth, type LateXp } from '../../../service/months/compare-month.ts';
import { type MonthView, showMonth } from '../../../service/months/show-month.ts';
import { monthVersionOption } from '../../command.ts';
import { type CompanyOptions, companyVerbs } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import { resolveCompany } from '../../options/company-option.ts';
import { changingData } from '../../options/data-file-option.ts';
import { card } from '../../output/card.ts';
import type { List } from '../../output/list.ts';
import { formatMinute, formatTime, print } from '../../output/output.ts';
import { table } from '../../output/table.ts';
import { RANKING } from '../boards/leaderboard.ts';

const EXAMPLE = '2026-10';

const CLOSE_NOTES = `
A running service closes every month by itself, 72 hours after its end (--month-grace-hours). Ranks, XP, levels
and departments of everybody then active are kept and do not change any more. XP that arrives later counts in
the live leaderboards only; see: engaged month compare
`;

const REOPEN_NOTES = `
The standings of a month are gone from the API until it is closed again: with engaged month close, or by the
service 72 hours later (--month-grace-hours). The version that was closed stays on record. Of several months all
are reopened or none.
`;

/** `engaged month …`: months whose standings are kept. */
export function addMonthCommands(program: Command, context: Context): void {
  const month = program
    .command('month')
    .description('Closed months: close, list, show, compare, reopen');
  const add = companyVerbs(month, context);
  const addOnOne = ((...about) =>
    add(...about).argument('<month>', 'a month in UTC, such as 2026-10')) satisfies typeof add;

  addOnOne('close', 'Close a month that has ended', EXAMPLE)
    .addHelpText('after', CLOSE_NOTES)
    .action(async (text: string, options: CompanyOptions) => {
      const named = requireMonth(text);
      const closed = await changingData(context, options, (db) => {
        const { companyId } = resolveCompany(db, options);
        // Ranked before the transaction, which keeps other writers waiting.
        const ranking = rankMonth(db, companyId, named);
        const input = { companyId, now: context.now(), actor: context.actor };
        return writeCompany(db, input, (write) => closeMonth(write, ranking));
      });
      print(context, options, closed, () => `Closed ${describe(closed)}.`);
    });

  add('list', 'List closed months with all their versions, newest first').list(
    () => listMonths,
    VERSIONS,
  );

  addOnOne('show', 'Show a closed month: its versions and who came first', EXAMPLE).read(
    (text: string) => {
      const named = requireMonth(text);
      return (db, companyId) => showMonth(db, companyId, named);
    },
    toCard,
  );

  addOnOne('compare', 'Compare a closed month with its XP of today, person by person', EXAMPLE)
    .option(...monthVersionOption)
    .list((text: string, { monthVersion }: { monthVersion?: number }) => {
      const named = requireMonth(text);
      return (db, companyId) => compareMonth(db, companyId, named, monthVersion);
    }, COMPARISON);

  add('reopen', 'Reopen closed months, so that they are closed again', EXAMPLE)
    .argument('<months...>', 'months in UTC, such as 2026-10')
    .addHelpText('after', REOPEN_NOTES)
    .change((texts: string[]) => {
      const named = new Set(texts.map(requireMonth));
      return (write) => [...named].map((month) => reopenMonth(write, month));
    }, toReopened);
}

const describe = ({ month, version, people, reconstructed }: ClosedMonth): string =>
  `${month}, version ${version}, with ${pluralize(people, 'person', 'people')}${reconstructed ? '; reconstructed: departments and activity are those of now' : ''}`;

const toReopened = (months: readonly MonthVersion[]): string =>
  months
    .map(
      ({ month, version }) =>
        `Reopened ${month}. Version ${version} stays on record. To close it now: engaged month close ${month}`,
    )
    .join('\n');

const noteOf = ({ reconstructed, reopened_at }: MonthVersion): string =>
  [
    ...(reconstructed ? ['reconstructed'] : []),
    ...(reopened_at === null ? [] : [`reopened ${formatTime(reopened_at)}`]),
  ].join(', ');

const VERSIONS: List<MonthVersion> = {
  empty: 'No month is closed yet.',
  columns: [
    { heading: 'MONTH', value: ({ month }) => month, noTruncate: true },
    { heading: 'VERSION', value: ({ version }) => version, align: 'right' },
    { heading: 'CLOSED, UTC', value: ({ closed_at }) => formatMinute(closed_at), noTruncate: true },
    { heading: 'PEOPLE', value: ({ people }) => formatNumber(people), align: 'right' },
    { heading: 'NOTE', value: noteOf },
  ],
  csv: 'month closed_at:time version people reconstructed reopened_at:time',
};

function toCard({ month, versions, leaders }: MonthView, context: Context): string {
  const heading = `${month}, ${versions[0]?.reopened_at === null ? 'closed' : 'reopened'}`;
  return [
    card(heading, []),
    table(context, versions, VERSIONS.columns, VERSIONS.empty),
    '',
    table(context, leaders, RANKING.columns, RANKING.empty),
  ].join('\n');
}

const COMPARISON: List<LateXp> = {
  empty: 'Nobody has other XP than when the month was closed.',
  columns: [
    { heading: 'RANK', value: ({ rank }) => rank, align: 'right' },
    { heading: 'NOW', value: ({ rank_now }) => rank_now, align: 'right' },
    { heading: 'EXTERNAL_ID', value: ({ external_id }) => external_id, noTruncate: true },
    { heading: 'NAME', value: ({ name }) => name },
    { heading: 'XP', value: ({ xp }) => xp, align: 'right' },
    { heading: 'XP NOW', value: ({ xp_now }) => xp_now, align: 'right' },
    { heading: 'LATE', value: ({ late_xp }) => late_xp, align: 'right' },
  ],
  csv: 'employee_id external_id name rank xp rank_now xp_now late_xp',
};
