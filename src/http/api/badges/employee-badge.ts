import * as v from 'valibot';
import { badge } from '../../../service/badges/badge-schemas.ts';
import type { WriteEndpoint } from '../../endpoint.ts';
import { text } from '../../parameters.ts';
import { MENTOR } from '../examples.ts';
import { employeeId } from '../people/employee-parameters.ts';

const shared = {
  path: '/v1/employees/:id/badges/:code',
  tag: 'Badges',
  isAddition: true,
  scope: 'badges:write',
  parameters: {
    id: employeeId,
    code: v.pipe(text, v.description('The code of the badge.'), v.examples([MENTOR.code])),
  },
  notFound: 'employee_not_found',
  requestBody: null,
} as const;

export const putEmployeeBadge: WriteEndpoint = {
  ...shared,
  method: 'PUT',
  operationId: 'putEmployeeBadge',
  name: 'ensureBadge',
  summary: 'Award a badge',
  description:
    'Awards a badge to one employee, also one that was revoked before. An employee who holds it keeps it, with the ' +
    'time of the first award, so the request is safe to repeat.',
  response: {
    description: 'The employee holds the badge.',
    schema: badge,
    example: { ...MENTOR, awarded_at: '2026-11-21T09:31:12.408Z' },
  },
  typescript: `const badge = await client.awardBadge(employeeId, 'mentor');
console.log(badge.name, badge.awarded_at);`,
};

export const deleteEmployeeBadge: WriteEndpoint = {
  ...shared,
  method: 'DELETE',
  operationId: 'deleteEmployeeBadge',
  name: 'removeBadge',
  summary: 'Revoke a badge',
  description:
    'Revokes a badge of one employee. Where the employee does not hold it nothing changes, so the request is safe to repeat.',
  response: { description: 'The employee does not hold the badge.' },
  typescript: `await client.revokeBadge(employeeId, 'mentor');
console.log('revoked');`,
};
