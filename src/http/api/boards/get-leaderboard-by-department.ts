import * as v from 'valibot';
import type { Board } from '../../../domain/board/board.ts';
import type { Period } from '../../../domain/period.ts';
import { define, listOf, object, whole } from '../../../domain/schema.ts';
import { type Call, readEndpoint } from '../../endpoint.ts';
import { integer } from '../../parameters.ts';
import { withBoard } from '../../response/with-board.ts';
import { ENGINEERING, pageExample, TEODORS_RANK } from '../examples.ts';
import { departmentOrNull } from '../schemas.ts';
import { leaderboardRow, noNextPage, period } from './leaderboard-schemas.ts';

const departmentGroup = define(
  'DepartmentGroup',
  object('A department and its best members.', {
    department: departmentOrNull,
    department_total_xp: whole('XP of all members in the period. Departments are not ranked.'),
    member_count: whole('How many active members it has.', 0),
    leaders: listOf(leaderboardRow, 'The best members, with their company-wide ranks.'),
  }),
);

const departmentGroups = define(
  'DepartmentGroups',
  object('Every department with its best members, always on one page.', {
    data: listOf(departmentGroup, 'By name ignoring case. People without a department come last.'),
    pagination: noNextPage,
  }),
);

export const getLeaderboardByDepartment = readEndpoint({
  path: '/v1/leaderboard/by-department',
  operationId: 'getLeaderboardByDepartment',
  tag: 'Leaderboards',
  scope: 'leaderboard:read',
  parameters: {
    period,
    limit_per_department: v.optional(
      v.pipe(integer(1, 25), v.description('The most members to list of each department.')),
      '5',
    ),
  },
  summary: 'Rank by department',
  description:
    'Every active department with its best members, by name, on one page. An archived department is listed while ' +
    'it has members. People without a department come last. Departments are not ranked against each other.',
  response: {
    description: 'The departments.',
    schema: departmentGroups,
    example: pageExample([
      {
        department: ENGINEERING,
        department_total_xp: 310,
        member_count: 5,
        leaders: [TEODORS_RANK],
      },
    ]),
  },
  query: 'limit_per_department=1',
  typescript: `for (const group of await client.leaderboardByDepartment({ limitPerDepartment: 1 })) {
  console.log(group.department?.name ?? 'no department', group.leaders[0]?.name);
}`,
  handle: (call, sent) => withBoard(call, sent.period, (board) => body(call, board, sent)),
});

async function body(
  call: Call,
  board: Board,
  sent: { period: Period; limit_per_department: number },
): Promise<string> {
  const { boards, revisions } = call.services;
  const { companyId } = call.credential;
  for (let latest = board; ; latest = await boards.ranking(companyId, sent.period, call.now)) {
    const { epoch } = await revisions.of(companyId);
    const groups = await boards.departmentGroups(
      { companyId, epoch },
      latest,
      sent.limit_per_department,
    );
    if (groups !== null) return groups;
  }
}
