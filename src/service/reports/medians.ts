import { GroupTree } from '../../domain/group-tree.ts';
import type { Month } from '../../domain/period.ts';
import * as ranking from '../../store/boards/ranking.ts';
import type { Database } from '../../store/database.ts';
import * as departments from '../../store/departments/departments.ts';
import { privacyOf } from '../company/privacy.ts';

/** The XP of the person in the middle of a group; null where the group is too small to be shown. */
export type MedianXp = {
  /** With those below it; null for everybody. */
  departmentNumber: number | null;
  people: number;
  xp: number | null;
};

/** The median XP that active people got in some months, both ends included: of everybody, and of each department with people. */
export function medianXp(
  db: Database,
  { companyId, first, last }: { companyId: number; first: Month; last: Month },
): MedianXp[] {
  return db.read(() => {
    const people = db.all(ranking.rankMonths, { companyId, first, last });
    const tree = new GroupTree(db.all(departments.listOnRecord, { companyId }));
    const byDepartment = Map.groupBy(people, ({ departmentNumber }) => departmentNumber ?? 0);
    const shown = tree.shown(
      new Map([...byDepartment].map(([number, members]) => [number, members.length])),
      db.do(privacyOf(companyId)).smallestGroup,
    );
    return tree.numbers().flatMap((number) => {
      const members =
        number === 0 ? people : tree.within(number).flatMap((one) => byDepartment.get(one) ?? []);
      if (members.length === 0) return [];
      const xp = shown.has(number) ? median(members.map((one) => one.xp)) : null;
      return { departmentNumber: number === 0 ? null : number, people: members.length, xp };
    });
  });
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}
