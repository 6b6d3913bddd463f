/** When what happens, in milliseconds UTC. */
type Time = number;

type Person = {
  joinedAt: Time;
  department: string | null;
  isActive: boolean;
  isErased: boolean;
  awards: { amount: number; at: Time }[];
};

/** A row of standings; `person` counts joiners from 0. */
export type ModelRow = {
  rank: number;
  person: number;
  xp: number;
  level: number;
  department: string | null;
};

type Version = { closedAt: Time; reopenedAt: Time | null; rows: ModelRow[] };

export const GRACE = 72 * 3_600_000;

/** The month of a time as text, `2026-10`. */
export const monthOf = (time: Time): string => new Date(time).toISOString().slice(0, 7);

/** The first millisecond after a month. */
export function endOf(month: string): Time {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return Date.UTC(year, number);
}

const sum = (awards: readonly { amount: number }[]): number =>
  awards.reduce((total, { amount }) => total + amount, 0);

/** Level n begins at 50·n·(n−1). */
function levelOf(xp: number): number {
  let level = 1;
  while (level < 100 && xp >= 50 * (level + 1) * level) level++;
  return level;
}

/** What closed months are, written in the plainest way: everything is counted again from all awards. */
export class ClosedMonthsModel {
  readonly people: Person[] = [];
  /** The versions of each month, oldest first. */
  readonly versions = new Map<string, Version[]>();

  join(joinedAt: Time, department: string | null): void {
    this.people.push({ joinedAt, department, isActive: true, isErased: false, awards: [] });
  }

  erase(person: number): void {
    Object.assign(this.people[person] ?? {}, { isErased: true, isActive: false, department: null });
  }

  isClosed(month: string): boolean {
    return this.versions.get(month)?.at(-1)?.reopenedAt === null;
  }

  /** The months that the service closes at a time. */
  due(now: Time): string[] {
    const [first] = this.people;
    if (!first) return [];
    const reopened = [...this.versions].flatMap(([month, versions]) => {
      const at = versions.at(-1)?.reopenedAt;
      return at != null && Math.max(endOf(month), at) + GRACE <= now ? [month] : [];
    });
    const open: string[] = [];
    for (
      let month = monthOf(first.joinedAt);
      endOf(month) + GRACE <= now;
      month = monthOf(endOf(month))
    ) {
      if (!this.versions.has(month)) open.push(month);
    }
    return [...reopened, ...open].sort();
  }

  /** A month that ended before anybody joined is closed only if it was before, or somebody active had XP by its end. */
  canBeClosed(month: string): boolean {
    const joined = this.people[0]?.joinedAt ?? Number.POSITIVE_INFINITY;
    const hadXp = this.people.some(
      ({ isActive, awards }) => isActive && awards.some(({ at }) => at < endOf(month)),
    );
    return this.versions.has(month) || joined < endOf(month) || hadXp;
  }

  close(month: string, closedAt: Time): void {
    const versions = this.versions.get(month) ?? [];
    const rows = this.#rank(month);
    this.versions.set(month, [...versions, { closedAt, reopenedAt: null, rows }]);
  }

  #rank(month: string): ModelRow[] {
    return this.people
      .map((person, at) => {
        const awards = person.awards.filter((award) => monthOf(award.at) === month);
        return { ...person, person: at, awards, level: levelOf(sum(person.awards)) };
      })
      .filter(({ isActive, joinedAt, awards }) => {
        return isActive && (joinedAt < endOf(month) || awards.length > 0);
      })
      .map(({ person, awards, level, department }) => ({
        ...{ person, xp: sum(awards), level, department },
      }))
      .sort((a, b) => b.xp - a.xp || a.person - b.person)
      .map((row, at) => ({ rank: at + 1, ...row }));
  }

  reopen(month: string, at: Time): void {
    const version = this.versions.get(month)?.at(-1);
    if (version) version.reopenedAt = at;
  }

  /** What the API shows of a version. */
  visible({ rows }: Version): ModelRow[] {
    return rows.filter(({ person }) => this.people[person]?.isActive);
  }

  /** Whose XP of a month differs from a version, and by how much. */
  late(month: string, { rows }: Version): [person: number, late: number][] {
    return this.people.flatMap(({ awards, isActive, isErased }, person): [number, number][] => {
      const kept = rows.find((row) => row.person === person);
      const now = sum(awards.filter(({ at }) => monthOf(at) === month));
      const late = now - (kept?.xp ?? 0);
      return late !== 0 && !isErased && (kept || isActive) ? [[person, late]] : [];
    });
  }
}
