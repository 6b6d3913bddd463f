import { homePage } from './docs/home.ts';
import { docsPage } from './docs/page.ts';
import type { PublicEndpoint } from './endpoint.ts';
import { awardXp } from './endpoints/award-xp.ts';
import { deleteEmployeeBadge, putEmployeeBadge } from './endpoints/employee-badge.ts';
import { getContest } from './endpoints/get-contest.ts';
import { getContestStandings } from './endpoints/get-contest-standings.ts';
import { getEmployee } from './endpoints/get-employee.ts';
import { getEmployeeStats } from './endpoints/get-employee-stats.ts';
import { getLeaderboard } from './endpoints/get-leaderboard.ts';
import { getLeaderboardAround } from './endpoints/get-leaderboard-around.ts';
import { getLeaderboardByDepartment } from './endpoints/get-leaderboard-by-department.ts';
import { getStandings } from './endpoints/get-standings.ts';
import { API_VERSION, getStatus } from './endpoints/get-status.ts';
import { listBadges } from './endpoints/list-badges.ts';
import { listContests } from './endpoints/list-contests.ts';
import { listDepartments } from './endpoints/list-departments.ts';
import { listEmployeeBadges } from './endpoints/list-employee-badges.ts';
import { listEmployeeXp } from './endpoints/list-employee-xp.ts';
import { listEmployees } from './endpoints/list-employees.ts';
import { listEvents } from './endpoints/list-events.ts';
import { listRedemptions } from './endpoints/list-redemptions.ts';
import { listShopItems } from './endpoints/list-shop-items.ts';
import { listStandings } from './endpoints/list-standings.ts';
import { getHealth, getReadiness } from './endpoints/probes.ts';
import { redeemShopItem } from './endpoints/redeem-shop-item.ts';
import { syncRoster } from './endpoints/sync-roster.ts';
import { createDocument, type Endpoints } from './openapi/document.ts';
import type { Document } from './openapi/document-types.ts';
import { define, text } from './openapi/schema.ts';

const getOpenApiDocument: PublicEndpoint = {
  path: '/openapi.json',
  operationId: 'getOpenApiDocument',
  tag: 'Service',
  isAddition: true,
  summary: 'API description',
  description: 'The OpenAPI 3.1 document that this reference is made from.',
  response: {
    description: 'The document.',
    schema: define('OpenApiDocument', {
      description: 'An OpenAPI 3.1 document.',
      type: 'object',
      properties: { openapi: text('The version of OpenAPI.') },
      required: ['openapi'],
      additionalProperties: true,
    }),
    example: { openapi: '3.1.1' },
  },
  typescript: `const { openapi } = await client.openapi();
console.log(openapi);`,
  handle: memoize(() => JSON.stringify(describeApi())),
};

/** Everything that responds in JSON, in the order of the documentation. */
export const ENDPOINTS: Endpoints = {
  read: [
    getStatus,
    listEmployees,
    getEmployee,
    getEmployeeStats,
    listEmployeeBadges,
    listEmployeeXp,
    getLeaderboard,
    getLeaderboardByDepartment,
    getLeaderboardAround,
    listStandings,
    getStandings,
    listContests,
    getContest,
    getContestStandings,
    listBadges,
    listDepartments,
    listShopItems,
    listRedemptions,
    listEvents,
  ],
  write: [awardXp, redeemShopItem, putEmployeeBadge, deleteEmployeeBadge],
  sync: syncRoster,
  public: [getHealth, getReadiness, getOpenApiDocument],
};

/** The API as an OpenAPI 3.1 document. */
export const describeApi = memoize((): Document => createDocument(API_VERSION, ENDPOINTS));

/** A page for people. */
type HtmlPage = { path: string; html(): string };

export const PAGES: readonly HtmlPage[] = [
  { path: '/', html: homePage },
  { path: '/docs', html: memoize(() => docsPage(describeApi())) },
];

/** Most processes never need it, and none needs it twice. */
function memoize<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
