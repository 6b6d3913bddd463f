import type { Json } from './schema.ts';

// People, departments and items of these examples are the sandbox's, so that whoever tries them sees the same.

const engineering = {
  id: '019aa5b1-3c00-7000-9d4e-2f6a81b07c35',
  external_id: 'D-11',
  name: 'Engineering',
};

const teodor = {
  employee_id: '019aa5b1-3c00-7009-8e21-74b3f0c95d18',
  external_id: 'E-1002',
  name: 'Teodor Wask',
  email: 'u-5d41402abc4b2a76b9719d91@sandbox.invalid',
  department: engineering,
};

const row = {
  rank: 1,
  employee_id: '019aa5b1-3c00-7009-8e21-74b3f0c95d18',
  external_id: 'E-1002',
  name: 'Teodor Wask',
  department: engineering,
  level: 5,
  xp: 135,
};

const NEXT = 'pk0Tf5xRZ2yH8sQvLJ3mWcUeNa1oB7gDiKzP4tXr';

const page = (items: readonly Json[], next: string | null = null): Json => ({
  data: items,
  pagination: { next_cursor: next },
});

/** One answer of every operation, by operation. */
export const ANSWER_EXAMPLES = {
  getStatus: {
    status: 'ok',
    mode: 'test',
    company: { id: '019aa5b1-3bff-7001-8c07-91d2e64f0ab3', name: 'Acme (sandbox)' },
    key: {
      id: '019aa5b1-3c41-7000-b5f8-0e7c3a926d14',
      name: 'HR export',
      hint: 'svc_test_…q7Zd',
      scopes: ['employees:read', 'leaderboard:read'],
      created_at: '2026-11-21T09:30:00.000Z',
      expires_at: null,
    },
    limits: { requests_per_minute: 60, syncs_per_hour: 30 },
    api_version: '1.0',
    server_time: '2026-11-21T09:31:12.408Z',
  },
  listEmployees: page([teodor], NEXT),
  getEmployee: teodor,
  getEmployeeStats: {
    level: 5,
    xp: 1120,
    xp_to_next_level: 380,
    coins: 120,
    company_rank: 4,
    department_rank: 1,
    badges_count: 3,
  },
  listEmployeeBadges: page([
    {
      code: 'mentor',
      name: 'Mentor',
      description: 'Taught somebody something that stayed.',
      category: 'social',
      rarity: 'rare',
      icon_url: 'https://example.com/badges/mentor.svg',
      awarded_at: '2026-02-28T14:24:00.000Z',
    },
  ]),
  getLeaderboard: page([row], NEXT),
  getLeaderboardByDepartment: page([
    { department: engineering, department_total_xp: 310, member_count: 5, leaders: [row] },
  ]),
  listDepartments: page([
    {
      id: '019aa5b1-3c00-7000-9d4e-2f6a81b07c35',
      external_id: 'D-11',
      name: 'Engineering',
      parent_id: '019aa5b1-3bff-7009-a1c3-5e80d7249bf6',
      archived_at: null,
    },
  ]),
  listShopItems: page([
    {
      id: '019aa5b1-3c12-7004-8f50-c3e1794ab26d',
      name: 'Museum day',
      description: 'Two tickets for any museum in town.',
      category: 'experience',
      image_url: 'https://example.com/shop/museum-day.jpg',
      coin_price: 240,
      stock_remaining: 12,
      is_new: true,
    },
  ]),
  syncRoster: {
    created: 1,
    updated: 0,
    unchanged: 0,
    reactivated: 0,
    deactivated: 0,
    departments_created: 1,
    departments_restored: 0,
    deactivation_candidates: [
      {
        employee_id: '019aa5b1-3c00-7009-8e21-74b3f0c95d18',
        external_id: 'E-1002',
        email: 'u-5d41402abc4b2a76b9719d91@sandbox.invalid',
      },
    ],
    deactivation_candidates_total: 1,
    unlinked_members: 2,
    deactivation_limit: 10,
    deactivation_skipped_reason: null,
    errors: [
      {
        index: 1,
        external_id: 'E-2002',
        code: 'unknown_department',
        message:
          'No department has this department_external_id; send department_name to create one',
      },
    ],
    warnings: [],
  },
  getHealth: { status: 'ok' },
  getReadiness: { status: 'ok' },
  getOpenApiDocument: { openapi: '3.1.1' },
} as const satisfies Record<string, Json>;

/** A value of every parameter that has neither a default nor a list to choose from. */
export const PARAMETER_EXAMPLES: Readonly<Record<string, Json>> = {
  id: teodor.employee_id,
  department_id: engineering.id,
  email: 'teodor.wask@example.com',
  external_id: teodor.external_id,
  cursor: NEXT,
};

/** A roster of two people, the second of whom goes to a department that nobody knows. */
export const ROSTER_EXAMPLE = {
  employees: [
    {
      external_id: 'E-2001',
      email: 'ines.falkenrath@example.com',
      first_name: 'Ines',
      last_name: 'Falkenrath',
      department_name: 'Logistics',
      job_title: 'Planner',
    },
    {
      external_id: 'E-2002',
      email: 'tomasz.brandt@example.com',
      first_name: 'Tomasz',
      last_name: 'Brandt',
      department_external_id: 'D-77',
    },
  ],
  deactivate_missing: false,
} as const satisfies Json;
