import { closedMonth, toClosedMonth } from '../../../service/months/closed-months.ts';
import * as closedMonths from '../../../store/months/closed-months.ts';
import { readEndpoint } from '../../endpoint.ts';
import { paging } from '../../parameters.ts';
import { openListPage } from '../../response/list-page.ts';
import { OCTOBER, pageExample } from '../examples.ts';
import { pageSchema } from '../schemas.ts';

export const listStandings = readEndpoint({
  path: '/v1/standings',
  operationId: 'listStandings',
  tag: 'Leaderboards',
  isAddition: true,
  scope: 'leaderboard:read',
  parameters: paging,
  isCacheable: true,
  summary: 'List closed months',
  description:
    'The months whose standings are kept, newest first. A month is closed a few days after its end, by default 72 hours.',
  response: {
    description: 'A page of closed months.',
    schema: pageSchema('ClosedMonthPage', closedMonth, 'closed months'),
    example: pageExample([OCTOBER]),
  },
  query: 'limit=12',
  typescript: `const [latest] = (await client.closedMonths().page()).data;
console.log(latest?.month, latest?.people);`,
  handle: async (call, sent) => {
    const page = openListPage(call, 'closed months', [], sent);
    const { companyId, count } = page;
    const [before = Number.MAX_SAFE_INTEGER] = page.after;
    const rows = await call.services.db.all(closedMonths.listInForce, { companyId, before, count });
    const shown = rows.map((row) => ({ ...row, json: JSON.stringify(toClosedMonth(row)) }));
    return page.body(shown, ({ month }) => [month]);
  },
});
