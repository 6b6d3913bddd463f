/** What departments can rank by: the share of their people who gained XP, or the XP per head. */
export const TEAM_COUNTS = ['participation', 'average'] as const;
export type TeamCounts = (typeof TEAM_COUNTS)[number];

/** A department in a contest of departments, or several small ones together. */
export type Team = {
  rank: number;
  /** Their numbers. */
  departments: number[];
  people: number;
  participants: number;
  xp: number;
};

/** A department, and how many active people are directly in it. */
export type TeamDepartment = { number: number; parentNumber: number | null; members: number };

/** What a team ranks by. Equal shares are equal numbers, because a division is rounded in one way only. */
export const teamValue = (
  { people, participants, xp }: Omit<Team, 'rank' | 'departments'>,
  counts: TeamCounts,
): number => (counts === 'participation' ? participants : xp) / people;

/**
 * Finds the department for which somebody counts: the nearest chosen one at or above theirs.
 *
 * @param chosen none for all departments
 * @returns null for a department that takes no part
 */
export function teamFinder(
  departments: readonly Pick<TeamDepartment, 'number' | 'parentNumber'>[],
  chosen: readonly number[],
): (number: number) => number | null {
  const parents = new Map(departments.map((one) => [one.number, one.parentNumber]));
  const own = chosen.length === 0 ? [...parents.keys()] : chosen;
  // What was found is kept: a company may have thousands of departments, each below the next.
  const found = new Map<number, number | null>(own.map((number) => [number, number]));
  return (number) => {
    const passed: number[] = [];
    let at: number | null = number;
    while (at !== null && !found.has(at)) {
      passed.push(at);
      at = parents.get(at) ?? null;
    }
    const team = at === null ? null : (found.get(at) ?? null);
    for (const one of passed) found.set(one, team);
    return team;
  };
}

/**
 * Ranks departments, the best first; equal ones share a place. Those of fewer than five people are one team, so that nobody's
 * part can be told; if they are fewer than five together, the next smallest is with them.
 *
 * @param ranked everybody who gained XP, with the department in which they are directly
 */
export function rankTeams(
  departments: readonly TeamDepartment[],
  ranked: Iterable<{ departmentNumber: number; xp: number }>,
  rules: { chosen: readonly number[]; counts: TeamCounts; smallest: number },
): Team[] {
  const { chosen, counts, smallest } = rules;
  const teamOf = teamFinder(departments, chosen);
  const teams = new Map<number, Omit<Team, 'rank'>>();
  for (const { number, members } of departments) {
    const own = teamOf(number);
    if (own === null) continue;
    const team = teams.get(own) ?? { departments: [own], people: 0, participants: 0, xp: 0 };
    team.people += members;
    teams.set(own, team);
  }
  for (const { departmentNumber, xp } of ranked) {
    const team = teams.get(teamOf(departmentNumber) ?? 0);
    if (!team) continue;
    team.participants++;
    team.xp += xp;
  }
  const some = [...teams.values()].filter(({ people }) => people > 0);
  const sorted = withSmallTogether(some, smallest).sort(
    (a, b) => teamValue(b, counts) - teamValue(a, counts) || first(a) - first(b),
  );
  let rank = 0;
  return sorted.map((team, at) => {
    const before = sorted[at - 1];
    if (!before || teamValue(before, counts) !== teamValue(team, counts)) rank = at + 1;
    return { rank, ...team };
  });
}

const first = ({ departments }: Pick<Team, 'departments'>): number => departments[0] ?? 0;

function withSmallTogether(
  teams: readonly Omit<Team, 'rank'>[],
  smallest: number,
): Omit<Team, 'rank'>[] {
  const bySize = teams.toSorted((a, b) => a.people - b.people || first(a) - first(b));
  const together = { departments: [] as number[], people: 0, participants: 0, xp: 0 };
  for (const one of bySize) {
    const isSmall = one.people < smallest;
    const isNeeded = together.people > 0 && together.people < smallest;
    if (!isSmall && !isNeeded) break;
    together.departments.push(...one.departments);
    together.people += one.people;
    together.participants += one.participants;
    together.xp += one.xp;
  }
  const others = bySize.slice(together.departments.length);
  together.departments.sort((a, b) => a - b);
  // So few are no team.
  return together.people < smallest ? others : [together, ...others];
}

/** The team ahead, and what is missing to share its place: people who gain XP, or XP; null for who is first. */
export function teamAhead(
  teams: readonly Team[],
  own: Team,
  counts: TeamCounts,
): { team: Team; missing: number } | null {
  const team = teams.findLast(({ rank }) => rank < own.rank);
  if (!team) return null;
  return { team, missing: missingTo(own, teamValue(team, counts), counts) };
}

/** How much more a team needs to have a value. */
export function missingTo(own: Team, value: number, counts: TeamCounts): number {
  const have = counts === 'participation' ? own.participants : own.xp;
  // A share of many people times as many is not exactly whole.
  let missing = Math.max(0, Math.floor(value * own.people) - have);
  while ((have + missing) / own.people < value) missing++;
  return missing;
}
