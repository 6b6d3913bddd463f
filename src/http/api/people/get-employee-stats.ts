import type * as v from 'valibot';
import { levelOf, xpToNextLevel } from '../../../domain/level.ts';
import { define, object, orNull, whole } from '../../../domain/schema.ts';
import * as employees from '../../../store/people/employees.ts';
import { readEndpoint } from '../../endpoint.ts';
import { employeeId, employeeNotFound } from './employee-parameters.ts';

const stats = define(
  'EmployeeStats',
  object('What an employee has earned, and their ranks.', {
    level: whole('Follows from all-time XP.', 1, 100),
    xp: whole('All-time XP. A correction can take it below 0.'),
    xp_to_next_level: whole('XP still needed for the next level; 0 at the highest.', 0),
    coins: whole('Coins to spend in the shop.', 0),
    company_rank: whole('Rank among all active employees by all-time XP.', 1),
    department_rank: orNull(
      whole("Rank among the department's members by all-time XP; null without a department.", 1),
    ),
    badges_count: whole('Badges held now. Revoked badges do not count.', 0),
  }),
);

export const getEmployeeStats = readEndpoint({
  path: '/v1/employees/:id/stats',
  operationId: 'getEmployeeStats',
  tag: 'Employees',
  scope: 'employees:read',
  parameters: { id: employeeId },
  notFound: 'employee_not_found',
  isCacheable: true,
  summary: "Retrieve an employee's stats",
  description:
    'Level, XP, coins, all-time ranks and number of badges of one employee. No other endpoint shows coins.',
  response: {
    description: "The employee's stats.",
    schema: stats,
    example: {
      level: 5,
      xp: 1120,
      xp_to_next_level: 380,
      coins: 120,
      company_rank: 4,
      department_rank: 1,
      badges_count: 3,
    },
  },
  typescript: `const stats = await client.stats(employeeId);
console.log(\`level \${stats.level}, rank \${stats.company_rank}\`);`,
  handle: async ({ services, credential, now }, { id }) => {
    const { companyId } = credential;
    const board = await services.boards.standing(companyId, now);
    // Read from the snapshot that gave the ranking: a number means the same person in both.
    const person = await services.db.one(employees.findTotals, { companyId, id });
    const companyRank = person ? board.rankOf(person.number) : null;
    // If many people change at once, a ranking may lack a person who joined in the meantime.
    if (!person || companyRank === null) throw employeeNotFound();
    return JSON.stringify({
      level: levelOf(person.xp),
      xp: person.xp,
      xp_to_next_level: xpToNextLevel(person.xp),
      coins: person.coins,
      company_rank: companyRank,
      department_rank: board.departmentRankOf(person.number),
      badges_count: person.badgesCount,
    } satisfies v.InferOutput<typeof stats>);
  },
});
