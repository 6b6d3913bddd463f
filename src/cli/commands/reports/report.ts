import { type Command, Option } from 'commander';
import { UNITS, type Unit } from '../../../domain/report-period.ts';
import { requireDepartment } from '../../../service/departments/departments.ts';
import { participation } from '../../../service/reports/participation.ts';
import { PARTICIPATION_COLUMNS } from '../../../service/reports/participation-csv.ts';
import type { Participation } from '../../../service/reports/participation-schema.ts';
import { readRange } from '../../../service/reports/report-range.ts';
import type { Database } from '../../../store/database.ts';
import { companyVerbs } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import type { List } from '../../output/list.ts';

type Options = { from?: string; to?: string; by?: Unit; department?: string };

const MEANING = `
A period is a calendar month or an ISO week in UTC. People count where they were when it ended, or are now. In a group of
fewer than five people every number but ACTIVE is left out, and so it is where it would tell the numbers of such a group.
`;

/** `engaged report …`: whether the programme works. */
export function addReportCommands(program: Command, context: Context): void {
  const report = program.command('report').description('Reports: participation');

  companyVerbs(report, context)(
    'participation',
    'Print what people did in each month or week',
    '--from 2026-01 --to 2026-12 --department Sales',
  )
    .option('--from <period>', 'the first month or week, such as 2026-10 or 2026-W41')
    .option('--to <period>', 'the last one (default: the present one)')
    .addOption(new Option('--by <unit>', 'what a period is').choices(UNITS).default('month'))
    .option('--department <department>', 'only people in it and below it: id, external_id or name')
    .addHelpText('after', MEANING)
    .list((options: Options) => prepare(options, context.now()), PERIODS);
}

/** Checks the options and returns what reads the rows. */
function prepare({ from, to, by: unit = 'month', department }: Options, now: number) {
  const range = readRange({ unit, from, to }, now);
  return (db: Database, companyId: number): Participation[] =>
    db.read(() => {
      const departmentNumber =
        department === undefined ? null : requireDepartment(db, companyId, department).number;
      return db.do(participation({ companyId, unit, ...range, departmentNumber }));
    });
}

const number = (heading: string, field: keyof Participation) => ({
  heading,
  value: (row: Participation) => row[field],
  align: 'right' as const,
});

const PERIODS: List<Participation> = {
  empty: 'None of these periods has begun.',
  columns: [
    { heading: 'PERIOD', value: ({ period }) => period, noTruncate: true },
    number('ACTIVE', 'active_people'),
    number('TOOK PART', 'participants'),
    {
      heading: 'SHARE',
      value: ({ participation: share }) => (share === null ? null : `${Math.round(share * 100)} %`),
      align: 'right',
    },
    number('SIGNED IN', 'signed_in'),
    number('REDEEMED', 'redeemed'),
    number('XP', 'xp'),
    number('EARNED', 'coins_earned'),
    number('SPENT', 'coins_spent'),
    number('OUTSTANDING', 'coins_outstanding'),
    number('BADGES', 'badges'),
    number('JOINED', 'joined'),
    number('LEFT', 'left'),
  ],
  csv: PARTICIPATION_COLUMNS.join(' '),
};
