import * as v from 'valibot';
import { placeholderFor } from '../../../domain/sandbox-email.ts';
import { fold } from '../../../domain/text.ts';
import * as employees from '../../../store/people/employees.ts';
import { type Call, readEndpoint } from '../../endpoint.ts';
import { EXAMPLE_CURSOR, type ParameterValues, paging, text } from '../../parameters.ts';
import { openListPage } from '../../response/list-page.ts';
import { pageExample, TEODOR } from '../examples.ts';
import { employee, pageSchema } from '../schemas.ts';
import { departmentId } from './employee-parameters.ts';

const parameters = {
  email: v.optional(
    v.pipe(
      text,
      // An unescaped `+` arrives as a space, which no address has.
      v.transform((sent) => fold(sent.replaceAll(' ', '+'))),
      v.description(
        'This address, ignoring case. With a test key the real address or its placeholder.',
      ),
      v.examples(['teodor.wask@example.com']),
    ),
  ),
  external_id: v.optional(
    v.pipe(text, v.description("Exactly this HR system's key."), v.examples([TEODOR.external_id])),
  ),
  department_id: departmentId('An unknown department has no members.'),
  ...paging,
};

export const listEmployees = readEndpoint({
  path: '/v1/employees',
  operationId: 'listEmployees',
  tag: 'Employees',
  scope: 'employees:read',
  parameters,
  isCacheable: true,
  summary: 'List employees',
  description:
    'Active employees in the order of joining. Filters combine; a filter that matches nobody gives an empty page.',
  response: {
    description: 'A page of employees.',
    schema: pageSchema('EmployeePage', employee, 'employees'),
    example: pageExample([TEODOR], EXAMPLE_CURSOR),
  },
  query: 'limit=3',
  typescript: `for await (const employee of client.employees({ limit: 100 })) {
  console.log(employee.name, employee.department?.name);
}`,
  handle: async (call, sent) => {
    const { email = null, external_id = null, department_id = null } = sent;
    const page = openListPage(call, 'employees', [email, external_id, department_id], sent);
    const { companyId, count } = page;
    const [after = 0] = page.after;
    const rows = await rowsOf(call, { companyId, after, count }, sent);
    return page.body(rows, (row) => [row.number]);
  },
});

type Page = { companyId: number; after: number; count: number };

// One statement for each index that can lead. The most selective filter comes first.
function rowsOf(call: Call, page: Page, filters: ParameterValues<typeof parameters>) {
  const { db } = call.services;
  const { email: emailKey, external_id: externalId = null } = filters;
  const departmentId = filters.department_id ?? null;
  if (emailKey !== undefined) {
    const placeholderKey = call.credential.mode === 'test' ? placeholderFor(emailKey) : emailKey;
    return db.all(employees.listJsonByEmail, {
      ...page,
      emailKey,
      placeholderKey,
      externalId,
      departmentId,
    });
  }
  if (externalId !== null) {
    return db.all(employees.listJsonByExternalId, { ...page, externalId, departmentId });
  }
  if (departmentId !== null) {
    return db.all(employees.listJsonInDepartment, { ...page, departmentId });
  }
  return db.all(employees.listJson, page);
}
