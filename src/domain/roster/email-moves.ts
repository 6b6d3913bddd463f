/** A person who is to get an email, and the person who has it on record. */
export type EmailMove = { mover: number; holder: number };

/** Most people who are given their emails in one transaction, so that nobody waits long for it. */
export const MOST_AT_ONCE = 1_000;

/** Who can have their email, and how. */
export type EmailOrder = {
  /** People who move at once: one of a line, all of a circle. Nobody moves before the holder of their email. */
  together: number[][];
  /** People in circles that are too long. */
  stuck: ReadonlySet<number>;
};

/**
 * Puts in order who can have their email because its holder gives it up: a holder who is a mover too gives theirs up exactly
 * if they can move. Every email has one holder and at most one mover, so movers stand in lines, each behind the holder of
 * their email, and in circles, as two people who swap. After any part of a line everybody has an email of their own, after
 * a part of a circle somebody has none. So a circle moves at once or, where it is too long for that, not at all.
 *
 * @param givesUp whether a holder who is no mover gives their email up
 */
export function orderMoves(
  moves: readonly EmailMove[],
  givesUp: (holder: number) => boolean,
  mostAtOnce = MOST_AT_ONCE,
): EmailOrder {
  const left = new Set(moves.map(({ mover }) => mover));
  const moverOf = new Map(moves.map(({ mover, holder }) => [holder, mover]));
  const takeLine = (first: number): number[] => {
    const line: number[] = [];
    for (
      let mover: number | undefined = first;
      mover !== undefined && left.delete(mover);
      mover = moverOf.get(mover)
    )
      line.push(mover);
    return line;
  };
  const together: number[][] = [];
  for (const { mover, holder } of moves) {
    if (left.has(holder)) continue;
    const line = takeLine(mover);
    if (givesUp(holder)) for (const one of line) together.push([one]);
  }
  const stuck = new Set<number>();
  for (const { mover } of moves) {
    const circle = takeLine(mover);
    if (circle.length > mostAtOnce) for (const one of circle) stuck.add(one);
    else if (circle.length > 0) together.push(circle);
  }
  return { together, stuck };
}

/** Joins lists, in their order and each as a whole, to longer ones of at most so many items; a longer one stays alone. */
export function* joinUpTo<T>(most: number, lists: Iterable<readonly T[]>): Generator<T[]> {
  let joined: T[] = [];
  for (const list of lists) {
    if (joined.length > 0 && joined.length + list.length > most) {
      yield joined;
      joined = [];
    }
    for (const item of list) joined.push(item);
  }
  if (joined.length > 0) yield joined;
}
