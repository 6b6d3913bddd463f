import { BADGES_PARAMETERS, listBadges } from './badges.ts';
import { DEPARTMENTS_PARAMETERS, listDepartments } from './departments.ts';
import {
  EMPLOYEE_PARAMETERS,
  EMPLOYEES_PARAMETERS,
  listEmployees,
  retrieveEmployee,
  retrieveStats,
} from './employees.ts';
import {
  BY_DEPARTMENT_PARAMETERS,
  LEADERBOARD_PARAMETERS,
  listByDepartment,
  listLeaderboard,
} from './leaderboard.ts';
import type { ReadRoute } from './route.ts';
import { listShopItems, SHOP_ITEMS_PARAMETERS } from './shop.ts';

/** Every endpoint that reads a company's data. */
export const readRoutes: readonly ReadRoute[] = [
  {
    path: '/v1/employees',
    scope: 'employees:read',
    parameters: EMPLOYEES_PARAMETERS,
    handle: listEmployees,
  },
  {
    path: '/v1/employees/:id',
    scope: 'employees:read',
    parameters: EMPLOYEE_PARAMETERS,
    handle: retrieveEmployee,
  },
  {
    path: '/v1/employees/:id/stats',
    scope: 'employees:read',
    parameters: EMPLOYEE_PARAMETERS,
    handle: retrieveStats,
  },
  {
    path: '/v1/employees/:id/badges',
    scope: 'employees:read',
    parameters: BADGES_PARAMETERS,
    handle: listBadges,
  },
  {
    path: '/v1/leaderboard',
    scope: 'leaderboard:read',
    parameters: LEADERBOARD_PARAMETERS,
    handle: listLeaderboard,
  },
  {
    path: '/v1/leaderboard/by-department',
    scope: 'leaderboard:read',
    parameters: BY_DEPARTMENT_PARAMETERS,
    handle: listByDepartment,
  },
  {
    path: '/v1/departments',
    scope: 'departments:read',
    parameters: DEPARTMENTS_PARAMETERS,
    handle: listDepartments,
  },
  {
    path: '/v1/shop/items',
    scope: 'shop:read',
    parameters: SHOP_ITEMS_PARAMETERS,
    handle: listShopItems,
  },
];
