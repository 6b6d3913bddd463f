import { listBody } from '../../../domain/list-body.ts';
import { define, listOf, object } from '../../../domain/schema.ts';
import { leaderboardRows } from '../../../service/boards/leaderboard-rows.ts';
import { contest } from '../../../service/contests/contest-schema.ts';
import { toContest } from '../../../service/contests/contests.ts';
import { readEndpoint } from '../../endpoint.ts';
import { EXAMPLE_CURSOR, paging } from '../../parameters.ts';
import { openListPage } from '../../response/list-page.ts';
import { leaderboardRow } from '../boards/leaderboard-schemas.ts';
import { ADVENT, TEODORS_RANK } from '../examples.ts';
import { departmentId, departmentNumberOf } from '../people/employee-parameters.ts';
import { pagination } from '../schemas.ts';
import { contestId, contestOf } from './contest-parameters.ts';
import { rankingOf } from './contest-ranking.ts';

export const getContestStandings = readEndpoint({
  path: '/v1/contests/:id/standings',
  operationId: 'getContestStandings',
  tag: 'Leaderboards',
  isAddition: true,
  scope: 'leaderboard:read',
  parameters: {
    id: contestId,
    department_id: departmentId('Everyone keeps their rank in the contest.'),
    ...paging,
  },
  notFound: 'contest_not_found',
  summary: 'Rank employees in a contest',
  description:
    'Who takes part and has XP above 0 in the days of the contest. While it runs the ranking may be up to 30 seconds ' +
    'old, so between two pages somebody may appear twice or not at all. Once it is closed, rank, XP, level and department ' +
    'do not change any more; employees who are not active any more are absent, so ranks have gaps. A contest that is ' +
    'upcoming or cancelled has no rows.',
  response: {
    description: 'A page of the ranking.',
    schema: define(
      'ContestStandingsPage',
      object('One page of the ranking of a contest.', {
        data: listOf(leaderboardRow, 'The rows, by rank.'),
        pagination,
        contest,
      }),
    ),
    example: {
      data: [TEODORS_RANK],
      pagination: { next_cursor: EXAMPLE_CURSOR },
      contest: ADVENT,
    },
  },
  query: 'limit=3',
  typescript: `const [latest] = (await client.contests().page()).data;
if (latest) {
  for await (const row of client.contestStandings(latest.id)) {
    if (row.rank > 3) break;
    console.log(row.rank, row.name, row.xp);
  }
}`,
  handle: async (call, { id, department_id = null, ...paging }) => {
    const { services, now } = call;
    const list = openListPage(call, 'contest standings', [id, department_id], paging);
    const { companyId } = list;
    const department = await departmentNumberOf(call, department_id);
    const departments = department === null ? null : [department];
    const row = await contestOf(call, id);
    const ranking = await rankingOf(services, { companyId, now }, row);
    const [after = 0] = list.after;
    const part = { departments, after, limit: paging.limit };
    const page = await services.db.do(ranking.page(part, leaderboardRows));
    const next = page.nextAfter === null ? null : list.cursorAfter([page.nextAfter]);
    const shown = JSON.stringify(await services.db.do(toContest({ companyId, now }, row)));
    return `${listBody(page.rows, next).slice(0, -1)},"contest":${shown}}`;
  },
});
