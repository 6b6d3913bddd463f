import { BODY_BOUNDS } from '../../domain/roster/sync-request.ts';
import type { ANSWER_EXAMPLES } from './examples.ts';

/** What people are told of an operation beyond what its declaration says by itself. */
export type Prose = {
  operationId: keyof typeof ANSWER_EXAMPLES;
  tag: string;
  summary: string;
  description: string;
  /** The schema of a 200, and what it is. */
  answer: readonly [schema: string, description: string];
  /** What each parameter is for; `cursor` and `limit` explain themselves. */
  parameters?: Readonly<Record<string, string>>;
  /** The message of the 404 for something that is not there, where there is one. */
  notFound?: string;
  /** The query of the example, as it stands in a URL. */
  query?: string;
  /** The example for the client, whose `client` and `employeeId` are there already. */
  typescript: string;
};

export const TAGS = [
  { name: 'Status', description: 'Whether a key works, and what it opens.' },
  {
    name: 'Employees',
    description: 'The active people of the company, and what they have earned.',
  },
  { name: 'Leaderboards', description: 'Who earned most XP, by calendar months in UTC.' },
  { name: 'Departments', description: 'The department tree.' },
  { name: 'Shop', description: 'What coins can be redeemed for.' },
  {
    name: 'Roster sync',
    description: 'The one way to write: bring the company in line with a roster.',
  },
  {
    name: 'Service',
    description: 'For whoever watches over the process, and for tools. No key is needed.',
  },
];

const DEPARTMENT_ONLY =
  'Direct members of this department alone. Departments below it are not included.';

const PERIOD =
  'Which XP counts. `this_month` begins on the 1st in UTC; `last_3_months` and `last_year` are the current ' +
  'month with the two or eleven before it.';

const EMPLOYEE = 'The employee.';

/** What belongs to the paging of every list. */
export const PAGING_PROSE: Readonly<Record<string, string>> = {
  cursor:
    "The previous page's `next_cursor`, sent with the same filters; left out or empty for the first page.",
  limit: 'How many items a page holds at most.',
};

/** The read endpoints, by path. */
export const READ_PROSE: Readonly<Record<string, Prose>> = {
  '/v1/status': {
    operationId: 'getStatus',
    tag: 'Status',
    summary: 'Check a key',
    description:
      'Says whose data a key opens, what it may do and how much. Every valid key may ask.',
    answer: ['Status', 'The key works.'],
    typescript: `const { mode, company, key } = await client.status();
console.log(\`\${mode} key for \${company.name}, with \${key.scopes.join(', ')}\`);`,
  },
  '/v1/employees': {
    operationId: 'listEmployees',
    tag: 'Employees',
    summary: 'List employees',
    description:
      'Active employees in the order of joining. Filters combine; a filter that fits nobody gives an empty page.',
    answer: ['EmployeePage', 'A page of employees.'],
    parameters: {
      email: 'This address, ignoring case. With a test key the address itself or its stand-in.',
      external_id: 'Exactly this key of the HR system.',
      department_id: `${DEPARTMENT_ONLY} An unknown one has no members.`,
    },
    query: 'limit=3',
    typescript: `for await (const employee of client.employees({ limit: 100 })) {
  console.log(employee.name, employee.department?.name);
}`,
  },
  '/v1/employees/:id': {
    operationId: 'getEmployee',
    tag: 'Employees',
    summary: 'Retrieve an employee',
    description: 'One active employee.',
    answer: ['Employee', 'The employee.'],
    parameters: { id: EMPLOYEE },
    notFound: 'Employee not found',
    typescript: `const employee = await client.employee(employeeId);
console.log(employee.name, employee.email);`,
  },
  '/v1/employees/:id/stats': {
    operationId: 'getEmployeeStats',
    tag: 'Employees',
    summary: "Retrieve an employee's stats",
    description:
      'Level, XP, coins, places and badges of one employee. The places are all-time ones. Coins are shown here ' +
      'and nowhere else.',
    answer: ['EmployeeStats', 'What they have earned.'],
    parameters: { id: EMPLOYEE },
    notFound: 'Employee not found',
    typescript: `const stats = await client.stats(employeeId);
console.log(\`level \${stats.level}, place \${stats.company_rank}\`);`,
  },
  '/v1/employees/:id/badges': {
    operationId: 'listEmployeeBadges',
    tag: 'Employees',
    summary: "List an employee's badges",
    description: 'Badges that one employee holds, newest award first. Revoked ones are gone.',
    answer: ['BadgePage', 'A page of badges.'],
    parameters: { id: EMPLOYEE },
    notFound: 'Employee not found',
    typescript: `for await (const badge of client.badges(employeeId)) {
  console.log(badge.name, badge.awarded_at);
}`,
  },
  '/v1/leaderboard': {
    operationId: 'getLeaderboard',
    tag: 'Leaderboards',
    summary: 'Rank everybody',
    description:
      'Every active employee by XP in a period, also those who earned none. Equal XP keeps a stable order and no ' +
      'two people share a place. The ranking may be up to 30 seconds old, so that between two pages people may ' +
      'show up twice or not at all: tell them apart by `employee_id`.',
    answer: ['LeaderboardPage', 'A page of the ranking.'],
    parameters: {
      period: PERIOD,
      department_id: `${DEPARTMENT_ONLY} Everyone keeps their company-wide place.`,
    },
    notFound: 'Department not found',
    query: 'period=this_month&limit=3',
    typescript: `for await (const row of client.leaderboard({ period: 'this_month' })) {
  if (row.rank > 10) break;
  console.log(row.rank, row.name, row.xp);
}`,
  },
  '/v1/leaderboard/by-department': {
    operationId: 'getLeaderboardByDepartment',
    tag: 'Leaderboards',
    summary: 'Rank by department',
    description:
      'Every active department with its best members, by name, on one page; archived ones too while they have ' +
      'members. People without a department come last. Departments are not ranked against each other.',
    answer: ['DepartmentGroups', 'The departments.'],
    parameters: {
      period: PERIOD,
      limit_per_department: 'How many members of each department are shown at most.',
    },
    query: 'limit_per_department=1',
    typescript: `for (const group of await client.leaderboardByDepartment({ limitPerDepartment: 1 })) {
  console.log(group.department?.name ?? 'no department', group.leaders[0]?.name);
}`,
  },
  '/v1/departments': {
    operationId: 'listDepartments',
    tag: 'Departments',
    summary: 'List departments',
    description: 'Departments in the order of their creation. `parent_id` makes the tree.',
    answer: ['DepartmentPage', 'A page of departments.'],
    parameters: { include_archived: 'Archived departments as well.' },
    query: 'include_archived=true',
    typescript: `const departments = await client.departments({ includeArchived: true }).all();
console.log(departments.map((department) => department.name).join(', '));`,
  },
  '/v1/shop/items': {
    operationId: 'listShopItems',
    tag: 'Shop',
    summary: 'List shop items',
    description: 'What the shop offers, sold-out items included, in the order they were added.',
    answer: ['ShopItemPage', 'A page of items.'],
    parameters: { category: 'Items of this kind alone.' },
    query: 'category=perk',
    typescript: `for await (const item of client.shopItems({ category: 'perk' })) {
  console.log(item.name, item.coin_price);
}`,
  },
};

/** The roster sync. */
export const SYNC_PROSE: Prose = {
  operationId: 'syncRoster',
  tag: 'Roster sync',
  summary: 'Sync a roster',
  description: `Creates, updates and, if asked to, deactivates people until the company matches the roster. Rows match by \`external_id\`, then by \`email\`; whoever matches nobody is created. Sending the same roster again changes nothing.

Each row is judged by itself: one that cannot be applied leaves nothing behind and stands in \`errors\`, and the others are applied. Optional fields that are left out keep what is on record; null or an empty text clears it. Names and addresses of people on record never change.

With \`deactivate_missing\`, people with an \`external_id\` that the roster does not name are deactivated. Nobody is, if a row was rejected as invalid, repeated or outside the sign-in domains, or if there would be more of them than \`max_deactivations\`, by default 10 or 20 % of those who could be, whichever is more. Admins, holders of a portal role and people without \`external_id\` are never deactivated.

A roster of more than 5,000 rows goes in several requests one after another, with \`deactivate_missing\` false. One sync runs at a time: after a 409, wait as \`Retry-After\` says and send the same request again. With a test key the rows go to the sandbox, which takes 500 people and keeps stand-ins for their addresses.

Fields that are not described here are ignored, but count: the body as a whole may have 16 MB, nest ${BODY_BOUNDS.depth} levels deep and hold ${BODY_BOUNDS.values.toLocaleString('en-US')} values.`,
  answer: ['SyncResult', 'The roster was applied, but for the rows in `errors`.'],
  typescript: `const result = await client.syncRoster([
  {
    external_id: 'E-2001',
    email: 'ines.falkenrath@example.com',
    first_name: 'Ines',
    last_name: 'Falkenrath',
    department_name: 'Logistics',
  },
]);
for (const { index, code, message } of result.errors) console.log(index, code, message);`,
};

/** What takes no key, by path. */
export const OPEN_PROSE: Readonly<Record<string, Prose>> = {
  '/healthz': {
    operationId: 'getHealth',
    tag: 'Service',
    summary: 'Is it alive?',
    description: 'Answers as long as the process does.',
    answer: ['Health', 'The process answers.'],
    typescript: 'console.log(await client.health());',
  },
  '/readyz': {
    operationId: 'getReadiness',
    tag: 'Service',
    summary: 'Is it ready?',
    description: 'Answers 200 while the data file is in its place and can be read and written.',
    answer: ['Health', 'The service is ready.'],
    typescript: 'console.log(await client.readiness());',
  },
  '/openapi.json': {
    operationId: 'getOpenApiDocument',
    tag: 'Service',
    summary: 'This description',
    description: 'The OpenAPI 3.1 document that this reference is made from.',
    answer: ['OpenApiDocument', 'The document.'],
    typescript: `const { openapi } = await client.openapi();
console.log(openapi);`,
  },
};
