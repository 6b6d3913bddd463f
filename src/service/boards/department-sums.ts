import type { Board } from '../../domain/board/board.ts';
import { GroupTree } from '../../domain/group-tree.ts';
import * as departments from '../../store/departments/departments.ts';
import { all, type Reading } from '../../store/reading.ts';
import { privacyOf } from '../company/privacy.ts';

/** Of which departments sums may be shown beside a board, so that none tells what few people did. */
export type ShownSums = {
  /** Of the people directly in it. */
  direct(department: number): boolean;
  /** With those below it. */
  whole(department: number): boolean;
};

/** Which sums of departments may be shown beside those of the company. */
export function* shownSums(companyId: number, board: Board): Reading<ShownSums> {
  const { smallestGroup } = yield* privacyOf(companyId);
  const onRecord = yield* all(departments.listOnRecord, { companyId });
  // Those directly in a department are a group below it, beside the departments there.
  const base = Math.max(0, ...onRecord.map(({ number }) => number));
  const leaf = (number: number) => base + number;
  const tree = new GroupTree(
    onRecord.flatMap(({ number, parentNumber }) => [
      { number, parentNumber },
      { number: leaf(number), parentNumber: number },
    ]),
  );
  const members = onRecord.map(
    ({ number }) => [leaf(number), board.departmentSize(number)] as const,
  );
  const shown = tree.shown(new Map([...members, [0, board.departmentSize(null)]]), smallestGroup);
  return {
    direct: (number) => shown.has(leaf(number)),
    whole: (number) => shown.has(number),
  };
}
