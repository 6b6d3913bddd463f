import { type Command, Option } from 'commander';
import { Board } from '../../../domain/board/board.ts';
import { UsageError } from '../../../domain/errors.ts';
import { PERIODS, type Period } from '../../../domain/period.ts';
import { type LeaderboardRow, operatorRows } from '../../../service/boards/leaderboard-rows.ts';
import { requireContest } from '../../../service/contests/contests.ts';
import { contestRows } from '../../../service/contests/show-contest.ts';
import { requireDepartment } from '../../../service/departments/departments.ts';
import { requireMonth, requireVersion } from '../../../service/months/closed-months.ts';
import { standingsOf } from '../../../service/months/show-month.ts';
import type { Database } from '../../../store/database.ts';
import { rankCompany } from '../../../worker/rank-company.ts';
import { monthVersionOption, wholeNumber } from '../../command.ts';
import { companyVerbs } from '../../company-command.ts';
import type { Context } from '../../context.ts';
import type { List } from '../../output/list.ts';

type Options = {
  period?: Period;
  month?: string;
  monthVersion?: number;
  contest?: string;
  department?: string;
  top?: number;
};

/** `engaged leaderboard`: prints the ranking of a period, a closed month or a contest. */
export function addLeaderboardCommand(program: Command, context: Context): void {
  companyVerbs(program, context)(
    'leaderboard',
    'Print a leaderboard: of a period as it is now, of a closed month, or of a contest',
    '--month 2026-10 --top 10',
  )
    .addOption(
      new Option('--period <period>', 'which XP counts (default: all_time)').choices(PERIODS),
    )
    .addOption(new Option('--month <month>', 'a closed month, such as 2026-10').conflicts('period'))
    .option(...monthVersionOption)
    .addOption(
      new Option('--contest <contest>', 'a contest: id or name').conflicts(['period', 'month']),
    )
    .option('--department <department>', 'only people directly in it: id, external_id or name')
    .option('--top <n>', 'at most this many people', wholeNumber(1))
    .list((options: Options) => prepare(options, context.now()), RANKING);
}

/** Checks the options and returns what reads the rows. */
function prepare(
  {
    period,
    month: text,
    monthVersion,
    contest,
    department,
    top = Number.POSITIVE_INFINITY,
  }: Options,
  now: number,
) {
  const month = text === undefined ? undefined : requireMonth(text);
  if (month === undefined && monthVersion !== undefined) {
    throw new UsageError('--month-version needs --month', '--month-version');
  }
  return (db: Database, companyId: number): LeaderboardRow[] =>
    db.read(() => {
      const departmentNumber =
        department === undefined ? null : requireDepartment(db, companyId, department).number;
      const departments = departmentNumber === null ? null : [departmentNumber];
      if (month !== undefined) {
        const version = db.do(requireVersion(companyId, month, monthVersion));
        return standingsOf(db, { companyId, ...version }, { departments, top });
      }
      if (contest !== undefined) {
        const row = requireContest(db, companyId, contest);
        return contestRows(db, { companyId, now }, row, { departments, top });
      }
      const task = { companyId, period: period ?? 'all_time', now };
      const board = new Board(rankCompany(db, task).data);
      const ranked =
        departmentNumber === null
          ? board.page(0, top)
          : board.departmentPage(departmentNumber, 0, top);
      return [...db.do(operatorRows(companyId, ranked)).values()];
    });
}

/** Rows of a leaderboard for people. */
export const RANKING: List<LeaderboardRow> = {
  empty: 'Nobody ranks.',
  columns: [
    { heading: 'RANK', value: ({ rank }) => rank, align: 'right' },
    { heading: 'NAME', value: ({ name }) => name },
    { heading: 'EXTERNAL_ID', value: ({ external_id }) => external_id, noTruncate: true },
    { heading: 'DEPARTMENT', value: ({ department }) => department?.name ?? null, optional: true },
    { heading: 'LEVEL', value: ({ level }) => level, align: 'right' },
    { heading: 'XP', value: ({ xp }) => xp, align: 'right' },
  ],
  csv: 'rank employee_id external_id name department.id department.external_id department.name level xp',
};
