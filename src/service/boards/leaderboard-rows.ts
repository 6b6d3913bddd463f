import type { Ranked } from '../../domain/board/board.ts';
import { levelOf } from '../../domain/level.ts';
import { NO_DEPARTMENT } from '../../domain/standings/standing.ts';
import * as departments from '../../store/departments/departments.ts';
import * as employees from '../../store/people/employees.ts';
import { all, type Reading } from '../../store/reading.ts';

/** A row's level and department are those of now, unless they are given. */
type RankedRow = Ranked & { level?: number; departmentNumber?: number };

/**
 * Leaderboard rows as JSON texts by employee number, in the given order. People who were deactivated after the
 * ranking was built are omitted.
 */
export function* leaderboardRows(
  companyId: number,
  ranked: readonly RankedRow[],
): Reading<Map<number, string>> {
  const numbers = ranked.map(({ number }) => number);
  const found = yield* all(employees.listJsonRanked, { companyId, numbers });
  const people = new Map(found.map((row) => [row.number, row]));
  const current = new Map<number, string | null>([[NO_DEPARTMENT, null]]);
  for (const { departmentNumber, department } of people.values()) {
    current.set(departmentNumber, department);
  }
  const others = new Set<number>();
  for (const { departmentNumber } of ranked) {
    if (departmentNumber !== undefined && !current.has(departmentNumber))
      others.add(departmentNumber);
  }
  if (others.size > 0) {
    const references = yield* all(departments.listReferences, { companyId, numbers: [...others] });
    for (const { number, json } of references) current.set(number, json);
  }
  const rows = new Map<number, string>();
  for (const { rank, number, xp, level, departmentNumber } of ranked) {
    const person = people.get(number);
    if (!person) continue;
    const inner = person.json.slice(1, -1);
    const department = current.get(departmentNumber ?? person.departmentNumber) ?? null;
    rows.set(
      number,
      `{"rank":${rank},${inner},"department":${department},"level":${level ?? levelOf(person.xp)},"xp":${xp}}`,
    );
  }
  return rows;
}
