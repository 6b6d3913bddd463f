/** What a company lets everybody see of its rankings. */
export const RANKINGS = ['named', 'opt-in', 'neighbours', 'off'] as const;
export type Ranking = (typeof RANKINGS)[number];

/** How somebody chose to be shown to others. */
export const CHOICES = ['named', 'nickname', 'hidden'] as const;
export type Choice = (typeof CHOICES)[number];

export const MIN_NICKNAME = 2;
export const MAX_NICKNAME = 30;

/** Of neighbours everybody sees so many who are first, and so many on either side of themselves. */
const FIRST = 10;
const AROUND = 2;

/** Whoever looks at a board. */
export type Viewer = {
  ranking: Ranking;
  /** Their number and their rank on it; null for the public, as before a wall, and for who does not rank. */
  number: number | null;
  rank: number | null;
  /** Whether the board is of a department: whoever has no name on it is left out, because it would tell where they work. */
  isOfDepartment?: boolean;
};

/** Somebody who stands on a board, or in a post. */
type Person = {
  number: number;
  name: string | null;
  nickname: string | null;
  choice: Choice | null;
};

/** How a viewer sees somebody: as themselves, by name, by nickname, or as a place without a person. */
export type Shown = { as: 'own' | Choice; name: string | null };

/** How people are shown who chose nothing. */
export const defaultChoice = (ranking: Ranking): Choice =>
  ranking === 'opt-in' ? 'hidden' : 'named';

/** Whether a viewer sees a place of a ranking at all. */
export function seesRank({ ranking, rank: own }: Viewer, rank: number): boolean {
  if (rank === own || ranking === 'named' || ranking === 'opt-in') return true;
  if (ranking === 'off') return false;
  return rank <= FIRST || (own !== null && Math.abs(rank - own) <= AROUND);
}

/** A part of a ranking: from the rank after one up to another. */
export type Part = { after: number; until: number };

/** The parts of a ranking that a viewer sees, ascending; null for all of it. */
export function seenParts({ ranking, rank: own }: Viewer): Part[] | null {
  if (ranking === 'named' || ranking === 'opt-in') return null;
  const [first, around] = ranking === 'off' ? [0, 0] : [FIRST, AROUND];
  const parts = [{ after: 0, until: first }];
  if (own !== null) parts.push({ after: Math.max(first, own - 1 - around), until: own + around });
  return parts.filter(({ after, until }) => after < until);
}

/** How a viewer sees somebody. Every board, wall, file and post for people asks this, and nothing else. */
export function shownTo(viewer: Viewer, { number, name, nickname, choice }: Person): Shown {
  const chosen = choice ?? defaultChoice(viewer.ranking);
  if (number === viewer.number) {
    return { as: 'own', name: chosen === 'nickname' ? nickname : name };
  }
  if (chosen === 'hidden' || viewer.ranking === 'off') return { as: 'hidden', name: null };
  return chosen === 'nickname' ? { as: 'nickname', name: nickname } : { as: 'named', name };
}
