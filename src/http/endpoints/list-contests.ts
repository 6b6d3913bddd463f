import { toContest } from '../../service/contests/contests.ts';
import * as contests from '../../store/contests.ts';
import { readEndpoint } from '../endpoint.ts';
import { NEWEST, openListPage } from '../list-page.ts';
import { paging } from '../parameters.ts';
import { contest } from './contest-schemas.ts';
import { ADVENT, pageExample } from './examples.ts';
import { pageOf } from './schemas.ts';

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
    schema: pageOf('ContestPage', contest, 'contests'),
    example: pageExample([ADVENT]),
  },
  typescript: `const [latest] = (await client.contests().page()).data;
console.log(latest?.name, latest?.state);`,
  handle: (call, sent) => {
    const page = openListPage(call, 'contests', [], sent);
    const { companyId, count } = page;
    const { db } = call.services;
    const [before = NEWEST] = page.after;
    const rows = db.all(contests.list, { companyId, before, count }).map((row) => ({
      ...row,
      json: JSON.stringify(toContest(db, { companyId, now: call.now }, row)),
    }));
    return page.body(rows, ({ entry }) => [entry]);
  },
});
