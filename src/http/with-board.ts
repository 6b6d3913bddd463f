import type { Board } from '../domain/board/board.ts';
import type { Period } from '../domain/period.ts';
import type { Call } from './endpoint.ts';

/** The body that is made of a period's ranking; a cached one while ranking and company stay the same. */
export function withBoard(
  call: Call,
  period: Period,
  make: (board: Board) => string | Promise<string>,
): string | Promise<string> {
  const { boards, responses } = call.services;
  const bodyOf = (board: Board) => responses.get(call, () => make(board), board);
  const board = boards.ranking(call.credential.companyId, period, call.now);
  return board instanceof Promise ? board.then(bodyOf) : bodyOf(board);
}
