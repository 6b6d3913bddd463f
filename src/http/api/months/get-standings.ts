import { listBody } from '../../../domain/list-body.ts';
import { define, listOf, object } from '../../../domain/schema.ts';
import { leaderboardRows } from '../../../service/boards/leaderboard-rows.ts';
import {
  closedMonth,
  requireVersion,
  toClosedMonth,
} from '../../../service/months/closed-months.ts';
import { standingsPage } from '../../../service/months/standings.ts';
import { readEndpoint } from '../../endpoint.ts';
import { EXAMPLE_CURSOR, paging } from '../../parameters.ts';
import { openListPage } from '../../response/list-page.ts';
import { leaderboardRow } from '../boards/leaderboard-schemas.ts';
import { OCTOBER, TEODORS_RANK } from '../examples.ts';
import { departmentId, departmentNumberOf } from '../people/employee-parameters.ts';
import { pagination } from '../schemas.ts';
import { month } from './month-parameters.ts';

export const getStandings = readEndpoint({
  path: '/v1/standings/:month',
  operationId: 'getStandings',
  tag: 'Leaderboards',
  isAddition: true,
  scope: 'leaderboard:read',
  parameters: {
    month,
    department_id: departmentId('Membership is that of `closed_at`, and ranks are company-wide.'),
    ...paging,
  },
  isCacheable: true,
  notFound: 'month_not_closed',
  summary: 'Rank employees in a closed month',
  description:
    'The leaderboard of a month as it was when the month was closed: rank, XP, level and department do not change any ' +
    'more, whatever XP arrives later. Names are those of today. Employees who are not active any more are absent, so ' +
    'ranks have gaps.',
  response: {
    description: 'A page of the standings.',
    schema: define(
      'StandingsPage',
      object('One page of the standings of a closed month.', {
        data: listOf(leaderboardRow, 'The rows, by rank.'),
        pagination,
        closed_month: closedMonth,
      }),
    ),
    example: {
      data: [TEODORS_RANK],
      pagination: { next_cursor: EXAMPLE_CURSOR },
      closed_month: OCTOBER,
    },
  },
  query: 'limit=3',
  typescript: `for await (const row of client.standings('${OCTOBER.month}')) {
  if (row.rank > 3) break;
  console.log(row.rank, row.name, row.xp);
}`,
  handle: async (call, { month, department_id = null, ...paging }) => {
    const { db } = call.services;
    const list = openListPage(call, 'standings', [String(month), department_id], paging);
    const { companyId } = list;
    const row = await db.do(requireVersion(companyId, month));
    const department = await departmentNumberOf(call, department_id);
    const departments = department === null ? null : [department];
    const [after = 0] = list.after;
    const page = await db.do(
      standingsPage(
        { companyId, ...row },
        { departments, after, limit: paging.limit },
        leaderboardRows,
      ),
    );
    const next = page.nextAfter === null ? null : list.cursorAfter([page.nextAfter]);
    const closed = JSON.stringify(toClosedMonth(row));
    return `${listBody(page.rows, next).slice(0, -1)},"closed_month":${closed}}`;
  },
});
