import type { Ranked } from '../../domain/board/board.ts';
import { levelOf } from '../../domain/level.ts';
import { NO_DEPARTMENT } from '../../domain/standings/standing.ts';
import * as departments from '../../store/departments/departments.ts';
import * as employees from '../../store/people/employees.ts';
import { all, type Reading } from '../../store/reading.ts';
import type { DepartmentReference } from '../departments/department-schemas.ts';

/** A leaderboard row of the API. */
export type LeaderboardRow = {
  rank: number;
  employee_id: string;
  external_id: string | null;
  name: string | null;
  department: DepartmentReference | null;
  level: number;
  xp: number;
};

/** A row's level and department are those of now, unless they are given. */
export type RankedRow = Ranked & {
  level?: number;
  departmentNumber?: number;
  /** The rank, where `rank` is a place that several people share. */
  position?: number;
};

/** How the rows of people in a ranking are made, by employee number. Each reader of rankings has one. */
export type RowsOf<Row> = (
  companyId: number,
  ranked: readonly RankedRow[],
) => Reading<Map<number, Row>>;

/**
 * The rows of the API as JSON texts, in the given order. People who were deactivated after the ranking was built are
 * omitted. Names are left out as the company's policy says; for rows that people read see `boardRows`.
 */
export function* leaderboardRows(
  companyId: number,
  ranked: readonly RankedRow[],
): Reading<Map<number, string>> {
  const numbers = ranked.map(({ number }) => number);
  const found = yield* all(employees.listJsonRanked, { companyId, numbers });
  const people = new Map(found.map((row) => [row.number, row]));
  const references = yield* departmentsOf(companyId, ranked, found);
  const rows = new Map<number, string>();
  for (const { rank, number, xp, level, departmentNumber } of ranked) {
    const person = people.get(number);
    if (!person) continue;
    const inner = person.json.slice(1, -1);
    const department = references.get(departmentNumber ?? person.departmentNumber) ?? null;
    rows.set(
      number,
      `{"rank":${rank},${inner},"department":${department},"level":${level ?? levelOf(person.xp)},"xp":${xp}}`,
    );
  }
  return rows;
}

/** The same as objects, for operators, whose commands name people as the API does. */
export function* operatorRows(
  companyId: number,
  ranked: readonly RankedRow[],
): Reading<Map<number, LeaderboardRow>> {
  const rows = yield* leaderboardRows(companyId, ranked);
  return new Map(Array.from(rows, ([number, row]) => [number, JSON.parse(row)]));
}

/** The departments of rows as JSON, by their numbers. @param people as they are now */
export function* departmentsOf(
  companyId: number,
  ranked: readonly RankedRow[],
  people: readonly { departmentNumber: number; department: string | null }[],
): Reading<Map<number, string | null>> {
  const current = new Map<number, string | null>([[NO_DEPARTMENT, null]]);
  for (const { departmentNumber, department } of people) current.set(departmentNumber, department);
  const others = new Set<number>();
  for (const { departmentNumber } of ranked) {
    if (departmentNumber !== undefined && !current.has(departmentNumber))
      others.add(departmentNumber);
  }
  if (others.size > 0) {
    const references = yield* all(departments.listReferences, { companyId, numbers: [...others] });
    for (const { number, json } of references) current.set(number, json);
  }
  return current;
}
