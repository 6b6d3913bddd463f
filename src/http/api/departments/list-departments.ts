import * as v from 'valibot';
import { department } from '../../../service/departments/department-schemas.ts';
import * as departments from '../../../store/departments/departments.ts';
import { readEndpoint } from '../../endpoint.ts';
import { boolean, paging } from '../../parameters.ts';
import { openListPage } from '../../response/list-page.ts';
import { ENGINEERING, pageExample } from '../examples.ts';
import { pageSchema } from '../schemas.ts';

export const listDepartments = readEndpoint({
  path: '/v1/departments',
  operationId: 'listDepartments',
  tag: 'Departments',
  scope: 'departments:read',
  parameters: {
    include_archived: v.optional(
      v.pipe(boolean, v.description('Includes archived departments.')),
      'false',
    ),
    ...paging,
  },
  isCacheable: true,
  summary: 'List departments',
  description: 'Departments in the order of their creation. `parent_id` forms the tree.',
  response: {
    description: 'A page of departments.',
    schema: pageSchema('DepartmentPage', department, 'departments'),
    example: pageExample([
      { ...ENGINEERING, parent_id: '019aa5b1-3bff-7009-a1c3-5e80d7249bf6', archived_at: null },
    ]),
  },
  query: 'include_archived=true',
  typescript: `const departments = await client.departments({ includeArchived: true }).all();
console.log(departments.map((department) => department.name).join(', '));`,
  handle: async (call, { include_archived, ...paging }) => {
    const page = openListPage(call, 'departments', [include_archived], paging);
    const { companyId, count } = page;
    const [after = 0] = page.after;
    const rows = await call.services.db.all(departments.listJson, {
      companyId,
      after,
      includeArchived: include_archived ? 1 : 0,
      count,
    });
    return page.body(rows, (row) => [row.number]);
  },
});
