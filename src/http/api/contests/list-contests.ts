import { contest } from '../../../service/contests/contest-schema.ts';
import { toContest } from '../../../service/contests/contests.ts';
import * as contests from '../../../store/contests/contests.ts';
import { readEndpoint } from '../../endpoint.ts';
import { paging } from '../../parameters.ts';
import { NEWEST, openListPage } from '../../response/list-page.ts';
import { ADVENT, pageExample } from '../examples.ts';
import { pageSchema } from '../schemas.ts';

export const listContests = readEndpoint({
  path: '/v1/contests',
  operationId: 'listContests',
  tag: 'Leaderboards',
  isAddition: true,
  scope: 'leaderboard:read',
  parameters: paging,
  summary: 'List contests',
  description: 'All contests, the newest first, with closed and cancelled ones.',
  response: {
    description: 'A page of contests.',
    schema: pageSchema('ContestPage', contest, 'contests'),
    example: pageExample([ADVENT]),
  },
  typescript: `const [latest] = (await client.contests().page()).data;
console.log(latest?.name, latest?.state);`,
  handle: async (call, sent) => {
    const page = openListPage(call, 'contests', [], sent);
    const { companyId, count } = page;
    const { db } = call.services;
    const [before = NEWEST] = page.after;
    const rows = await db.all(contests.list, { companyId, before, count });
    const shown = await Promise.all(
      rows.map(async (row) => {
        const contest = await db.do(toContest({ companyId, now: call.now }, row));
        return { ...row, json: JSON.stringify(contest) };
      }),
    );
    return page.body(shown, ({ entry }) => [entry]);
  },
});
