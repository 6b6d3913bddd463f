import type { Json } from '../openapi/json-schema.ts';

// People and departments of the sandbox, so that the examples work there.

export const ENGINEERING = {
  id: '019aa5b1-3c00-7000-9d4e-2f6a81b07c35',
  external_id: 'D-11',
  name: 'Engineering',
};

export const TEODOR = {
  employee_id: '019aa5b1-3c00-7009-8e21-74b3f0c95d18',
  external_id: 'E-1002',
  name: 'Teodor Wask',
  email: 'u-5d41402abc4b2a76b9719d91@sandbox.invalid',
  department: ENGINEERING,
};

export const TEODORS_RANK = {
  rank: 1,
  employee_id: TEODOR.employee_id,
  external_id: TEODOR.external_id,
  name: TEODOR.name,
  department: ENGINEERING,
  level: 5,
  xp: 135,
};

export const OCTOBER = {
  month: '2026-10',
  closed_at: '2026-11-04T00:00:00.000Z',
  version: 1,
  people: 24,
  reconstructed: false,
};

export const ADVENT = {
  id: '019ad4f2-6c00-7000-b5a1-0c6f3e1d2a44',
  name: 'Advent',
  state: 'running',
  first_day: '2026-12-01',
  last_day: '2026-12-24',
  departments: [],
  counts: 'xp',
  reasons: [],
  badges: [],
  prizes: [
    { first_rank: 1, last_rank: 1, badge: 'mentor', coins: null },
    { first_rank: 1, last_rank: 3, badge: null, coins: 100 },
  ],
  ties: 'shared',
  created_at: '2026-11-20T09:30:00.000Z',
  cancelled_at: null,
  closed_at: null,
  people: null,
};

export const ENGINEERINGS_PLACE = {
  rank: 1,
  departments: [ENGINEERING],
  people: 18,
  participants: 16,
  participation: 0.8888888888888888,
  xp: 1_240,
  average: 68.88888888888889,
};

export const MENTOR = {
  code: 'mentor',
  name: 'Mentor',
  description: 'Taught somebody something that stayed.',
  category: 'social',
  rarity: 'rare',
  icon_url: 'https://example.com/badges/mentor.svg',
};

export const MUSEUM_DAY = {
  id: '019aa5b1-3c12-7004-8f50-c3e1794ab26d',
  name: 'Museum day',
  coin_price: 240,
};

export const REDEMPTION = {
  id: '019aa5c2-7d1e-7000-8b10-6f2d9a3c4e58',
  item: MUSEUM_DAY,
  employee_id: TEODOR.employee_id,
  status: 'pending',
  requested_at: '2026-11-21T09:31:12.408Z',
};

export const KUDOS = {
  id: '019aa5c9-1a40-7000-9f3c-58e0d7b2c611',
  from: {
    employee_id: '019aa5b1-3c00-700a-a1c4-0d3e6f9b7a52',
    external_id: 'E-1003',
    name: 'Imani Quillfeather',
  },
  to: [{ employee_id: TEODOR.employee_id, external_id: TEODOR.external_id, name: TEODOR.name }],
  points: 25,
  message: 'You read my whole proposal and asked the one question that mattered.',
  value: 'keep-learning',
  visibility: 'company',
  created_at: '2026-11-21T09:38:47.102Z',
};

export const pageExample = (items: readonly Json[], nextCursor: string | null = null): Json => ({
  data: items,
  pagination: { next_cursor: nextCursor },
});
