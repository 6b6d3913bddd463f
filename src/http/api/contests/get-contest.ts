import { contest } from '../../../service/contests/contest-schema.ts';
import { toContest } from '../../../service/contests/contests.ts';
import { readEndpoint } from '../../endpoint.ts';
import { ADVENT } from '../examples.ts';
import { contestId, contestOf } from './contest-parameters.ts';

export const getContest = readEndpoint({
  path: '/v1/contests/:id',
  operationId: 'getContest',
  tag: 'Leaderboards',
  isAddition: true,
  scope: 'leaderboard:read',
  parameters: { id: contestId },
  notFound: 'contest_not_found',
  summary: 'Retrieve a contest',
  description: 'One contest with its prizes.',
  response: { description: 'The contest.', schema: contest, example: ADVENT },
  typescript: `const [latest] = (await client.contests().page()).data;
if (latest) console.log(await client.contest(latest.id));`,
  handle: async (call, { id }) => {
    const { companyId } = call.credential;
    const row = await contestOf(call, id);
    return JSON.stringify(await call.services.db.do(toContest({ companyId, now: call.now }, row)));
  },
});
