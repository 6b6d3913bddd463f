import type { Board } from '../domain/board/board.ts';
import type { Period } from '../domain/period.ts';
import type { Call } from './endpoint.ts';

/** A body made from a period's ranking, cached while ranking and company stay the same. */
export async function withBoard(
  call: Call,
  period: Period,
  make: (board: Board) => Promise<string>,
): Promise<string> {
  const { boards, responses } = call.services;
  const board = await boards.ranking(call.credential.companyId, period, call.now);
  return responses.get(call, () => make(board), board);
}
