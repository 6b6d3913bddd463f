import type { Board } from '../../../domain/board/board.ts';
import { listBody } from '../../../domain/list-body.ts';
import { leaderboardRows } from '../../../service/boards/leaderboard-rows.ts';
import { type Call, readEndpoint } from '../../endpoint.ts';
import { EXAMPLE_CURSOR, type ParameterValues, paging } from '../../parameters.ts';
import { openListPage } from '../../response/list-page.ts';
import { withBoard } from '../../response/with-board.ts';
import { pageExample, TEODORS_RANK } from '../examples.ts';
import { departmentId, departmentNumberOf } from '../people/employee-parameters.ts';
import { pageSchema } from '../schemas.ts';
import { leaderboardRow, period } from './leaderboard-schemas.ts';

const parameters = {
  period,
  department_id: departmentId('Everyone keeps their company-wide rank.'),
  ...paging,
};

export const getLeaderboard = readEndpoint({
  path: '/v1/leaderboard',
  operationId: 'getLeaderboard',
  tag: 'Leaderboards',
  scope: 'leaderboard:read',
  parameters,
  notFound: 'department_not_found',
  summary: 'Rank employees',
  description:
    'Every active employee by XP in a period, including those who earned none. Equal XP keeps a stable order and ' +
    'no two people share a rank. The ranking may be up to 30 seconds old, so between two pages somebody may ' +
    'appear twice or not at all: identify people by `employee_id`.',
  response: {
    description: 'A page of the leaderboard.',
    schema: pageSchema('LeaderboardPage', leaderboardRow, 'a leaderboard'),
    example: pageExample([TEODORS_RANK], EXAMPLE_CURSOR),
  },
  query: 'period=this_month&limit=3',
  typescript: `for await (const row of client.leaderboard({ period: 'this_month' })) {
  if (row.rank > 10) break;
  console.log(row.rank, row.name, row.xp);
}`,
  handle: (call, sent) => withBoard(call, sent.period, (board) => page(call, board, sent)),
});

async function page(
  call: Call,
  board: Board,
  sent: ParameterValues<typeof parameters>,
): Promise<string> {
  const { period, department_id = null, limit } = sent;
  const list = openListPage(call, 'leaderboard', [period, department_id], sent);
  const [xp, number] = list.after;
  const ranking = rankingOf(board, await departmentNumberOf(call, department_id));
  // People may have moved since: the list continues where its last person would be now.
  const offset = xp === undefined || number === undefined ? 0 : ranking.positionAfter(xp, number);
  const ranked = ranking.page(offset, limit);
  const last = offset + limit < ranking.size ? ranked.at(-1) : undefined;
  const rows = await call.services.db.do(leaderboardRows(list.companyId, ranked));
  return listBody([...rows.values()], last ? list.cursorAfter([last.xp, last.number]) : null);
}

/** The ranking of the company, or of one department. */
const rankingOf = (board: Board, department: number | null) =>
  department === null
    ? {
        size: board.size,
        page: (offset: number, count: number) => board.page(offset, count),
        positionAfter: (xp: number, number: number) => board.positionAfter(xp, number),
      }
    : {
        size: board.departmentSize(department),
        page: (offset: number, count: number) => board.departmentPage(department, offset, count),
        positionAfter: (xp: number, number: number) =>
          board.departmentPositionAfter(department, xp, number),
      };
