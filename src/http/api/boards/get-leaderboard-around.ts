import * as v from 'valibot';
import type { Board } from '../../../domain/board/board.ts';
import { listBody } from '../../../domain/list-body.ts';
import { define, listOf, object } from '../../../domain/schema.ts';
import { leaderboardRows } from '../../../service/boards/leaderboard-rows.ts';
import { type Call, readEndpoint } from '../../endpoint.ts';
import { integer } from '../../parameters.ts';
import { withBoard } from '../../response/with-board.ts';
import { pageExample, TEODORS_RANK } from '../examples.ts';
import {
  employeeId,
  employeeNotFound,
  requireActiveNumber,
} from '../people/employee-parameters.ts';
import { leaderboardRow, noNextPage, period } from './leaderboard-schemas.ts';

export const getLeaderboardAround = readEndpoint({
  path: '/v1/leaderboard/around/:id',
  operationId: 'getLeaderboardAround',
  tag: 'Leaderboards',
  isAddition: true,
  scope: 'leaderboard:read',
  parameters: {
    id: employeeId,
    period,
    count: v.optional(
      v.pipe(integer(1, 10), v.description('The most employees to list on either side.')),
      '2',
    ),
  },
  notFound: 'employee_not_found',
  summary: 'Rank around an employee',
  description:
    'One employee in the leaderboard, with those who rank directly before and after, on one page. There are fewer ' +
    'on one side at either end of the leaderboard.',
  response: {
    description: 'The employee and their neighbours, by rank.',
    schema: define(
      'LeaderboardPart',
      object('A part of a leaderboard, always on one page.', {
        data: listOf(leaderboardRow, 'The rows, by rank.'),
        pagination: noNextPage,
      }),
    ),
    example: pageExample([TEODORS_RANK]),
  },
  query: 'period=this_month&count=1',
  typescript: `for (const row of await client.leaderboardAround(employeeId, { count: 1 })) {
  console.log(row.rank, row.name, row.xp);
}`,
  handle: (call, { id, period, count }) =>
    withBoard(call, period, (board) => rowsAround(call, board, { id, count })),
});

async function rowsAround(
  call: Call,
  board: Board,
  { id, count }: { id: string; count: number },
): Promise<string> {
  const { db } = call.services;
  const { companyId } = call.credential;
  const rank = board.rankOf(await requireActiveNumber(db, companyId, id));
  // If many people change at once, a ranking may lack a person who joined in the meantime.
  if (rank === null) throw employeeNotFound();
  const offset = Math.max(0, rank - 1 - count);
  const ranked = board.page(offset, rank + count - offset);
  const rows = await db.do(leaderboardRows(companyId, ranked));
  return listBody([...rows.values()], null);
}
