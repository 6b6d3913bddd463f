import { listBadges } from './badges.ts';
import { listDepartments } from './departments.ts';
import { listEmployees, retrieveEmployee, retrieveStats } from './employees.ts';
import { listByDepartment, listLeaderboard } from './leaderboard.ts';
import type { ReadRoute } from './route.ts';
import { listShopItems } from './shop.ts';

const employees = 'employees:read';
const leaderboard = 'leaderboard:read';

/** Every endpoint that reads a company's data. */
export const readRoutes: readonly ReadRoute[] = [
  { path: '/v1/employees', scope: employees, handle: listEmployees },
  { path: '/v1/employees/:id', scope: employees, handle: retrieveEmployee },
  { path: '/v1/employees/:id/stats', scope: employees, handle: retrieveStats },
  { path: '/v1/employees/:id/badges', scope: employees, handle: listBadges },
  { path: '/v1/leaderboard', scope: leaderboard, handle: listLeaderboard },
  { path: '/v1/leaderboard/by-department', scope: leaderboard, handle: listByDepartment },
  { path: '/v1/departments', scope: 'departments:read', handle: listDepartments },
  { path: '/v1/shop/items', scope: 'shop:read', handle: listShopItems },
];
