import { contestTeam } from '../../../service/contests/contest-schema.ts';
import { toTeams } from '../../../service/contests/show-contest.ts';
import { readEndpoint } from '../../endpoint.ts';
import { paging } from '../../parameters.ts';
import { openListPage } from '../../response/list-page.ts';
import { ENGINEERINGS_PLACE, pageExample } from '../examples.ts';
import { pageSchema } from '../schemas.ts';
import { contestId, contestOf } from './contest-parameters.ts';
import { rankingOf } from './contest-ranking.ts';

export const listContestDepartments = readEndpoint({
  path: '/v1/contests/:id/departments',
  operationId: 'listContestDepartments',
  tag: 'Leaderboards',
  isAddition: true,
  scope: 'leaderboard:read',
  parameters: { id: contestId, ...paging },
  notFound: 'contest_not_found',
  summary: 'Rank departments in a contest',
  description:
    'Of a contest that counts `participation` or `average`: departments by the share of their people who gained XP, or by ' +
    'XP per head. Departments of fewer than five people rank together. While it runs the ranking may be up to 30 seconds ' +
    'old. Other contests have no rows.',
  response: {
    description: 'A page of the ranking.',
    schema: pageSchema('ContestTeamPage', contestTeam, 'departments'),
    example: pageExample([ENGINEERINGS_PLACE]),
  },
  typescript: `const [latest] = (await client.contests().page()).data;
if (latest) {
  for await (const { rank, departments, participation } of client.contestDepartments(latest.id)) {
    console.log(rank, departments.map(({ name }) => name).join(', '), participation);
  }
}`,
  handle: async (call, { id, ...sent }) => {
    const { services, now } = call;
    const { db } = services;
    const page = openListPage(call, 'contest departments', [id], sent);
    const { companyId, count } = page;
    const row = await contestOf(call, id);
    const ranking = await rankingOf(services, { companyId, now }, row);
    const [after = 0] = page.after;
    const teams = (await db.do(ranking.teams())) ?? [];
    const shown = await db.do(toTeams(companyId, teams.slice(after, after + count)));
    const rows = shown.map((team, at) => ({ at: after + at + 1, json: JSON.stringify(team) }));
    return page.body(rows, ({ at }) => [at]);
  },
});
