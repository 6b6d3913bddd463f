import type { Ranked } from '../domain/board/board.ts';
import { levelOf } from '../domain/level.ts';
import type { Database } from '../store/database.ts';
import * as employees from '../store/employees.ts';

/**
 * Leaderboard rows as JSON texts by employee number, in the given order. People who were deactivated after the
 * ranking was built are omitted.
 */
export function leaderboardRows(
  db: Database,
  companyId: number,
  ranked: readonly Ranked[],
): Map<number, string> {
  const numbers = ranked.map(({ number }) => number);
  const people = new Map(
    db.all(employees.listJsonRanked, { companyId, numbers }).map((row) => [row.number, row]),
  );
  const rows = new Map<number, string>();
  for (const { rank, number, xp } of ranked) {
    const person = people.get(number);
    if (!person) continue;
    const level = levelOf(person.xp);
    const inner = person.json.slice(1, -1);
    rows.set(number, `{"rank":${rank},${inner},"level":${level},"xp":${xp}}`);
  }
  return rows;
}
