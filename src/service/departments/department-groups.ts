import type { Board, Ranked } from '../../domain/board/board.ts';
import { listBody } from '../../domain/list-body.ts';
import type { Database } from '../../store/database.ts';
import * as departments from '../../store/departments/departments.ts';
import { leaderboardRows } from '../boards/leaderboard-rows.ts';
import { hasPeopleOf } from '../company/company-states.ts';

/** The ranking of one department, or of the people without one, as plain data that can be sent to a thread. */
type DepartmentRanking = {
  /** Null for the people without a department. */
  number: number | null;
  memberCount: number;
  totalXp: number;
  leaders: Ranked[];
};

/** The groups of a ranking, and the epoch that its employee numbers belong to. */
export type DepartmentRankings = {
  companyId: number;
  epoch: string;
  departmentRankings: readonly DepartmentRanking[];
};

/** Every group of a ranking that has members, with at most `limit` of its best. */
export const rankDepartments = (board: Board, limit: number): DepartmentRanking[] =>
  [...board.departments(), null]
    .map((number) => ({
      number,
      memberCount: board.departmentSize(number),
      totalXp: board.departmentTotalXp(number),
      leaders: board.departmentPage(number, 0, limit),
    }))
    .filter((ranking) => ranking.memberCount > 0);

/**
 * The whole response of the by-department leaderboard as JSON text: the active departments and the archived
 * ones that have members, by name ignoring case, and last the people without one.
 *
 * @returns null where the people of the ranking have been replaced since
 */
export function departmentGroupsBody(
  db: Database,
  { companyId, epoch, departmentRankings }: DepartmentRankings,
): string | null {
  // One snapshot for all reads, so that departments and people match.
  const read = db.read(() =>
    hasPeopleOf(db, companyId, epoch)
      ? {
          references: db.all(departments.listJsonByName, { companyId }),
          rows: db.do(
            leaderboardRows(
              companyId,
              departmentRankings.flatMap(({ leaders }) => leaders),
            ),
          ),
        }
      : null,
  );
  if (!read) return null;
  const { references, rows } = read;

  const group = (reference: string, ranking: DepartmentRanking | undefined) => {
    const leaders = (ranking?.leaders ?? []).flatMap(({ number }) => rows.get(number) ?? []);
    const { totalXp, memberCount } = ranking ?? { totalXp: 0, memberCount: 0 };
    return `{"department":${reference},"department_total_xp":${totalXp},"member_count":${memberCount},"leaders":[${leaders.join(',')}]}`;
  };

  const byNumber = new Map(departmentRankings.map((ranking) => [ranking.number, ranking]));
  const groups = references
    .filter((department) => department.isArchived === 0 || byNumber.has(department.number))
    .map((department) => group(department.json, byNumber.get(department.number)));
  const rest = byNumber.get(null);
  if (rest) groups.push(group('null', rest));
  return listBody(groups, null);
}
