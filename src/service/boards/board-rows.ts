import {
  type Choice,
  type Part,
  type Shown,
  seenParts,
  seesRank,
  shownTo,
  type Viewer,
} from '../../domain/board/shown.ts';
import { levelOf } from '../../domain/level.ts';
import type { ShownRow } from '../../store/people/employees.ts';
import * as employees from '../../store/people/employees.ts';
import { all, type Reading } from '../../store/reading.ts';
import { privacyOf } from '../company/privacy.ts';
import type { DepartmentReference } from '../departments/department-schemas.ts';
import type { StandingsPage } from '../months/standings.ts';
import { departmentsOf, type RankedRow, type RowsOf } from './leaderboard-rows.ts';

/** A place on a board as its viewer sees it. What would tell who has it is null where it is not theirs to see. */
export type BoardRow = {
  rank: number;
  as: Shown['as'];
  employee_id: string | null;
  external_id: string | null;
  name: string | null;
  department: DepartmentReference | null;
  level: number | null;
  xp: number | null;
  /** All XP that they have now. */
  total_xp: number | null;
};

/** Whoever stands before a wall, reads a post, or is given a file. */
export function* publicViewer(companyId: number, isOfDepartment = false): Reading<Viewer> {
  const { ranking } = yield* privacyOf(companyId);
  return { ranking, number: null, rank: null, isOfDepartment };
}

/**
 * Rows of people in a ranking as a viewer sees them, in the given order. People who were deactivated since are omitted, and so
 * are the places that the viewer does not see.
 */
export const boardRows = (viewer: Viewer): RowsOf<BoardRow> =>
  function* (companyId, ranked) {
    const seen = ranked.filter(({ rank, position }) => seesRank(viewer, position ?? rank));
    const numbers = seen.map(({ number }) => number);
    const found = yield* all(employees.listShown, { companyId, numbers });
    const people = new Map(found.map((row) => [row.number, row]));
    const references = yield* departmentsOf(companyId, seen, found);
    const rows = new Map<number, BoardRow>();
    for (const place of seen) {
      const person = people.get(place.number);
      if (!person) continue;
      const department = references.get(place.departmentNumber ?? person.departmentNumber) ?? null;
      const row = toRow(viewer, place, { ...person, department });
      if (!viewer.isOfDepartment || row.employee_id !== null) rows.set(place.number, row);
    }
    return rows;
  };

function toRow(viewer: Viewer, { rank, xp, level }: RankedRow, person: ShownRow): BoardRow {
  const { as, name } = shownTo(viewer, { ...person, choice: person.choice as Choice | null });
  const row = { rank, as, name };
  if (as === 'hidden') return { ...row, ...NOBODY, level: null, xp: null, total_xp: null };
  const amounts = { level: level ?? levelOf(person.xp), xp, total_xp: person.xp };
  if (as === 'nickname') return { ...row, ...NOBODY, ...amounts };
  const { id, externalId, department } = person;
  return {
    ...{ ...row, ...amounts, employee_id: id, external_id: externalId },
    department: department === null ? null : JSON.parse(department),
  };
}

/** Of whom it is not told who they are. */
const NOBODY = { employee_id: null, external_id: null, department: null };

/** A page of a ranking; where its viewer sees only parts of it, all of these. */
export function seenPage<Row>(
  viewer: Viewer,
  page: { after: number; limit: number },
  read: (part: Partial<Part> & { after: number; limit: number }) => StandingsPage<Row>,
): StandingsPage<Row> {
  const parts = seenParts(viewer);
  if (!parts) return read(page);
  const rows = parts.flatMap((part) => read({ ...part, limit: part.until - part.after }).rows);
  return { rows, nextAfter: null };
}
