import { GroupTree } from '../../domain/group-tree.ts';
import * as departments from '../../store/departments/departments.ts';
import { all, type Reading } from '../../store/reading.ts';
import * as store from '../../store/reports/report-totals.ts';
import { privacyOf } from '../company/privacy.ts';
import { membersOf, type PeriodsRequest } from './participation.ts';

/** How many people of a department, with those below it, took part in a period. */
export type DepartmentParticipation = {
  period: number;
  departmentNumber: number;
  people: number;
  /** Null where the department is too small to be shown, or would tell the number of one that is. */
  participants: number | null;
};

/** The same numbers as a report of each department has, of those that had people in a period. */
export function* participationByDepartment(
  request: PeriodsRequest,
): Reading<DepartmentParticipation[]> {
  const { companyId, first, last } = request;
  const tree = new GroupTree(yield* all(departments.listOnRecord, { companyId }));
  const { smallestGroup } = yield* privacyOf(companyId);
  const members = yield* membersOf(request);
  const counted = Map.groupBy(yield* all(store.listParticipants, request), ({ period }) => period);
  const groups = tree.numbers().filter((number) => number !== 0);
  return Array.from({ length: last - first + 1 }, (_, i) => first + i).flatMap((period) => {
    const own = members.get(period)?.during ?? new Map<number, number>();
    const shown = tree.shown(own, smallestGroup);
    const people = tree.sums(own);
    const participants = tree.sums(
      new Map(counted.get(period)?.map((row) => [row.departmentNumber, row.participants])),
    );
    return groups.flatMap((number) => {
      const count = people.get(number) ?? 0;
      if (count === 0) return [];
      const took = shown.has(number) ? (participants.get(number) ?? 0) : null;
      return { period, departmentNumber: number, people: count, participants: took };
    });
  });
}
