import * as v from 'valibot';
import { define, text } from '../domain/schema.ts';
import { deleteEmployeeBadge, putEmployeeBadge } from './api/badges/employee-badge.ts';
import { listBadges } from './api/badges/list-badges.ts';
import { listEmployeeBadges } from './api/badges/list-employee-badges.ts';
import { getLeaderboard } from './api/boards/get-leaderboard.ts';
import { getLeaderboardAround } from './api/boards/get-leaderboard-around.ts';
import { getLeaderboardByDepartment } from './api/boards/get-leaderboard-by-department.ts';
import { getContest } from './api/contests/get-contest.ts';
import { getContestStandings } from './api/contests/get-contest-standings.ts';
import { listContestDepartments } from './api/contests/list-contest-departments.ts';
import { listContests } from './api/contests/list-contests.ts';
import { listDepartments } from './api/departments/list-departments.ts';
import { listEvents } from './api/events/list-events.ts';
import { giveKudos } from './api/kudos/give-kudos.ts';
import { listKudos } from './api/kudos/list-kudos.ts';
import { listKudosValues } from './api/kudos/list-kudos-values.ts';
import { getStandings } from './api/months/get-standings.ts';
import { listStandings } from './api/months/list-standings.ts';
import { getEmployee } from './api/people/get-employee.ts';
import { getEmployeeStats } from './api/people/get-employee-stats.ts';
import { listEmployees } from './api/people/list-employees.ts';
import { getParticipation } from './api/reports/get-participation.ts';
import { syncRoster } from './api/roster/sync-roster.ts';
import { API_VERSION, getStatus } from './api/service/get-status.ts';
import { getHealth, getReadiness } from './api/service/probes.ts';
import { listRedemptions } from './api/shop/list-redemptions.ts';
import { listShopItems } from './api/shop/list-shop-items.ts';
import { redeemShopItem } from './api/shop/redeem-shop-item.ts';
import { awardXp } from './api/xp/award-xp.ts';
import { listEmployeeXp } from './api/xp/list-employee-xp.ts';
import { homePage } from './docs/home.ts';
import { docsPage } from './docs/page.ts';
import type { PublicEndpoint, Services } from './endpoint.ts';
import { createDocument, type Endpoints } from './openapi/document.ts';
import type { Document } from './openapi/document-types.ts';

const getOpenApiDocument: PublicEndpoint = {
  path: '/openapi.json',
  operationId: 'getOpenApiDocument',
  tag: 'Service',
  isAddition: true,
  summary: 'API description',
  description: 'The OpenAPI 3.1 document that this reference is made from.',
  response: {
    description: 'The document.',
    schema: define(
      'OpenApiDocument',
      v.pipe(
        v.looseObject({ openapi: text('The version of OpenAPI.') }),
        v.metadata({ description: 'An OpenAPI 3.1 document.', additionalProperties: true }),
      ),
    ),
    example: { openapi: '3.1.1' },
  },
  typescript: `const { openapi } = await client.openapi();
console.log(openapi);`,
  handle: memoize(({ basePath }: Services) => JSON.stringify(describeApi(basePath))),
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
    listContestDepartments,
    listBadges,
    listDepartments,
    listShopItems,
    listRedemptions,
    listKudos,
    listKudosValues,
    getParticipation,
    listEvents,
  ],
  write: [awardXp, redeemShopItem, giveKudos, putEmployeeBadge, deleteEmployeeBadge],
  sync: syncRoster,
  public: [getHealth, getReadiness, getOpenApiDocument],
};

/** The API as an OpenAPI 3.1 document. @param basePath see `base-path.ts` */
export const describeApi = memoize(
  (basePath?: string): Document => createDocument(API_VERSION, ENDPOINTS, basePath ?? ''),
);

/** A page for people. */
type HtmlPage = { path: string; html(): string };

export const PAGES: readonly HtmlPage[] = [
  { path: '/', html: homePage },
  { path: '/docs', html: memoize(() => docsPage(describeApi())) },
];

/** Most processes never need it, and none needs it twice for the same. */
function memoize<A extends readonly unknown[], T>(make: (...of: A) => T): (...of: A) => T {
  let made: { of: unknown; it: T } | undefined;
  return (...of) => {
    if (!made || made.of !== of[0]) made = { of: of[0], it: make(...of) };
    return made.it;
  };
}
