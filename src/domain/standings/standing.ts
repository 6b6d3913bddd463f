import { ranksBefore } from '../board/rank-list.ts';

/** How somebody stood when a month was closed. */
export type Standing = {
  number: number;
  /** Of the month. */
  xp: number;
  /** By all XP at the time. */
  level: number;
  /** From 1; `NO_DEPARTMENT` without one. */
  departmentNumber: number;
  /** What orders people with the same XP, before their numbers; left out, these alone do. */
  tieBreak?: number;
};

export const NO_DEPARTMENT = 0;

/** Somebody who changed after a ranking was made, as they are now. */
export type ChangedStanding = Standing & { active: boolean };

/** A company's ranking by one month as plain data, to be sent from one thread to another: 25 bytes a person. */
export type StandingsData = {
  readonly size: number;
  // In rank order; `size` of them count.
  readonly numbers: Uint32Array<ArrayBuffer>;
  readonly xp: Float64Array<ArrayBuffer>;
  readonly levels: Uint8Array<ArrayBuffer>;
  readonly departments: Uint32Array<ArrayBuffer>;
  readonly tieBreaks: Float64Array<ArrayBuffer>;
};

/** @param most how many people there can be */
const createStandings = (most: number) => ({
  size: 0,
  numbers: new Uint32Array(most),
  xp: new Float64Array(most),
  levels: new Uint8Array(most),
  departments: new Uint32Array(most),
  tieBreaks: new Float64Array(most),
});

/** Adds who ranks next. */
function addStanding(
  standings: ReturnType<typeof createStandings>,
  { number, xp, level, departmentNumber, tieBreak = 0 }: Standing,
): void {
  const at = standings.size++;
  standings.numbers[at] = number;
  standings.xp[at] = xp;
  standings.levels[at] = level;
  standings.departments[at] = departmentNumber;
  standings.tieBreaks[at] = tieBreak;
}

/** @param most how many people there can be */
export function collectStandings(rows: Iterable<Standing>, most: number): StandingsData {
  const standings = createStandings(most);
  for (const row of rows) addStanding(standings, row);
  return standings;
}

/** The buffers to hand over, rather than copy, when standings are posted to another thread. */
export const standingsBuffers = (data: StandingsData): ArrayBuffer[] => [
  data.numbers.buffer,
  data.xp.buffer,
  data.levels.buffer,
  data.departments.buffer,
  data.tieBreaks.buffer,
];

/** A ranking brought up to date. */
export function withChanges(
  data: StandingsData,
  changes: readonly ChangedStanding[],
): StandingsData {
  if (changes.length === 0) return data;
  const { size, numbers, xp, levels, departments, tieBreaks } = data;
  const changed = new Set(changes.map(({ number }) => number));
  const active = changes.filter((one) => one.active).sort((a, b) => (isBefore(a, b) ? -1 : 1));
  const merged = createStandings(size + active.length);
  let next = 0;
  for (let at = 0; at < size; at++) {
    const number = numbers[at] ?? 0;
    if (changed.has(number)) continue;
    const departmentNumber = departments[at] ?? NO_DEPARTMENT;
    const place = { number, xp: xp[at] ?? 0, level: levels[at] ?? 0, departmentNumber };
    const row = { ...place, tieBreak: tieBreaks[at] ?? 0 };
    for (let one = active[next]; one && isBefore(one, row); one = active[++next]) {
      addStanding(merged, one);
    }
    addStanding(merged, row);
  }
  for (const one of active.slice(next)) addStanding(merged, one);
  return merged;
}

function isBefore(a: Standing, b: Standing): boolean {
  const [tieA, tieB] = [a.tieBreak ?? 0, b.tieBreak ?? 0];
  if (a.xp === b.xp && tieA !== tieB) return tieA < tieB;
  return ranksBefore(a.xp, a.number, b.xp, b.number);
}
