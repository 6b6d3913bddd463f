import { Board } from '../../domain/board/board.ts';
import type { Period } from '../../domain/period.ts';
import type { Call } from '../endpoint.ts';

/** A body made from a period's ranking, cached while ranking and company stay the same. */
export function withBoard(
  call: Call,
  period: Period,
  make: (board: Board) => Promise<string>,
): string | Promise<string> {
  const { boards, responses } = call.services;
  const board = boards.ranking(call.credential.companyId, period, call.now);
  const bodyFrom = (board: Board) => responses.get(call, () => make(board), board);
  return board instanceof Board ? bodyFrom(board) : board.then(bodyFrom);
}
