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
};

export const NO_DEPARTMENT = 0;

/** Somebody who changed after a ranking was made, as they are now. */
export type ChangedStanding = Standing & { active: boolean };

/** A company's ranking by one month as plain data, to be sent from one thread to another: 17 bytes a person. */
export type StandingsData = {
  readonly size: number;
  // In rank order; `size` of them count.
  readonly numbers: Uint32Array<ArrayBuffer>;
  readonly xp: Float64Array<ArrayBuffer>;
  readonly levels: Uint8Array<ArrayBuffer>;
  readonly departments: Uint32Array<ArrayBuffer>;
};

/** @param most how many people there can be */
export function collectStandings(rows: Iterable<Standing>, most: number): StandingsData {
  const numbers = new Uint32Array(most);
  const xp = new Float64Array(most);
  const levels = new Uint8Array(most);
  const departments = new Uint32Array(most);
  let size = 0;
  for (const row of rows) {
    numbers[size] = row.number;
    xp[size] = row.xp;
    levels[size] = row.level;
    departments[size] = row.departmentNumber;
    size++;
  }
  return { size, numbers, xp, levels, departments };
}

/** The buffers to hand over, rather than copy, when standings are posted to another thread. */
export const standingsBuffers = (data: StandingsData): ArrayBuffer[] => [
  data.numbers.buffer,
  data.xp.buffer,
  data.levels.buffer,
  data.departments.buffer,
];

/** A ranking brought up to date, in rank order. */
export function* withChanges(
  data: StandingsData,
  changes: readonly ChangedStanding[],
): Generator<Standing> {
  const changed = new Set(changes.map(({ number }) => number));
  const active = changes.filter((one) => one.active).sort((a, b) => (isBefore(a, b) ? -1 : 1));
  let next = 0;
  for (let i = 0; i < data.size; i++) {
    const row = {
      number: data.numbers[i] ?? 0,
      xp: data.xp[i] ?? 0,
      level: data.levels[i] ?? 0,
      departmentNumber: data.departments[i] ?? NO_DEPARTMENT,
    };
    if (changed.has(row.number)) continue;
    for (let one = active[next]; one && isBefore(one, row); one = active[++next]) yield one;
    yield row;
  }
  yield* active.slice(next);
}

const isBefore = (a: Standing, b: Standing): boolean => ranksBefore(a.xp, a.number, b.xp, b.number);
