import { badge } from '../../../service/badges/badge-schemas.ts';
import * as badges from '../../../store/badges/badges.ts';
import { readEndpoint } from '../../endpoint.ts';
import { paging } from '../../parameters.ts';
import { NEWEST, openListPage } from '../../response/list-page.ts';
import { MENTOR, pageExample } from '../examples.ts';
import { employeeId, requireActiveNumber } from '../people/employee-parameters.ts';
import { pageSchema } from '../schemas.ts';

export const listEmployeeBadges = readEndpoint({
  path: '/v1/employees/:id/badges',
  operationId: 'listEmployeeBadges',
  tag: 'Employees',
  scope: 'employees:read',
  parameters: { id: employeeId, ...paging },
  notFound: 'employee_not_found',
  isCacheable: true,
  summary: "List an employee's badges",
  description: 'Badges that one employee holds, newest award first. Revoked badges are left out.',
  response: {
    description: 'A page of badges.',
    schema: pageSchema('BadgePage', badge, 'badges'),
    example: pageExample([{ ...MENTOR, awarded_at: '2026-02-28T14:24:00.000Z' }]),
  },
  typescript: `for await (const badge of client.badges(employeeId)) {
  console.log(badge.name, badge.awarded_at);
}`,
  handle: async (call, { id, ...paging }) => {
    const { db, site } = call.services;
    const page = openListPage(call, 'badges', [id], paging);
    const { companyId, count } = page;
    const [awardedAt = NEWEST, entry = NEWEST] = page.after;
    const employeeNumber = await requireActiveNumber(db, companyId, id);
    const rows = await db.all(badges.listJsonHeld, {
      ...{ companyId, employeeNumber, site, count },
      ...{ awardedAt, entry },
    });
    return page.body(rows, (row) => [row.awardedAt, row.entry]);
  },
});
