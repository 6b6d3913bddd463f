/** A person who is to get an email, and the person who has it on record. */
export type EmailMove = { mover: number; holder: number };

/**
 * The movers who can have their email because its holder gives it up: a holder who is a mover too gives theirs up
 * exactly if they can move, so that two people can swap. Every email has one holder and at most one mover.
 *
 * @param givesUp whether a holder who is no mover gives their email up
 */
export function possibleMoves(
  moves: readonly EmailMove[],
  givesUp: (holder: number) => boolean,
): Set<number> {
  const possible = new Set(moves.map(({ mover }) => mover));
  const moverOf = new Map(moves.map(({ mover, holder }) => [holder, mover]));
  const blocked = moves.flatMap(({ mover, holder }) =>
    possible.has(holder) || givesUp(holder) ? [] : mover,
  );
  for (let mover = blocked.pop(); mover !== undefined; mover = blocked.pop()) {
    if (!possible.delete(mover)) continue;
    const next = moverOf.get(mover);
    if (next !== undefined) blocked.push(next);
  }
  return possible;
}
