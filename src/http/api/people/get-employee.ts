import * as employees from '../../../store/people/employees.ts';
import { readEndpoint } from '../../endpoint.ts';
import { TEODOR } from '../examples.ts';
import { employee } from '../schemas.ts';
import { employeeId, employeeNotFound } from './employee-parameters.ts';

export const getEmployee = readEndpoint({
  path: '/v1/employees/:id',
  operationId: 'getEmployee',
  tag: 'Employees',
  scope: 'employees:read',
  parameters: { id: employeeId },
  notFound: 'employee_not_found',
  isCacheable: true,
  summary: 'Retrieve an employee',
  description: 'One active employee.',
  response: { description: 'The employee.', schema: employee, example: TEODOR },
  typescript: `const employee = await client.employee(employeeId);
console.log(employee.name, employee.email);`,
  handle: async ({ services, credential }, { id }) => {
    const found = await services.db.one(employees.findJson, {
      companyId: credential.companyId,
      id,
    });
    if (!found) throw employeeNotFound();
    return found.json;
  },
});
