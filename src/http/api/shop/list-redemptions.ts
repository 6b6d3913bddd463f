import * as v from 'valibot';
import { REDEMPTION_STATUSES } from '../../../domain/redemption.ts';
import { uuid } from '../../../domain/schema.ts';
import { redemption } from '../../../service/shop/redemption-schemas.ts';
import * as employees from '../../../store/people/employees.ts';
import * as redemptions from '../../../store/shop/redemptions.ts';
import { readEndpoint } from '../../endpoint.ts';
import { choice, paging } from '../../parameters.ts';
import { NEWEST, openListPage } from '../../response/list-page.ts';
import { pageExample, REDEMPTION, TEODOR } from '../examples.ts';
import { pageSchema } from '../schemas.ts';

export const listRedemptions = readEndpoint({
  path: '/v1/shop/redemptions',
  operationId: 'listRedemptions',
  tag: 'Shop',
  isAddition: true,
  scope: 'shop:redeem',
  parameters: {
    employee_id: v.optional(
      v.pipe(
        uuid('Redemptions of this employee alone. An unknown employee has none.'),
        v.examples([TEODOR.employee_id]),
      ),
    ),
    status: v.optional(
      v.pipe(choice(REDEMPTION_STATUSES), v.description('Redemptions in this state alone.')),
    ),
    ...paging,
  },
  isCacheable: true,
  summary: 'List redemptions',
  description: 'What active employees have redeemed, newest first. Filters combine.',
  response: {
    description: 'A page of redemptions.',
    schema: pageSchema('RedemptionPage', redemption, 'redemptions'),
    example: pageExample([REDEMPTION]),
  },
  query: 'status=pending',
  typescript: `const pending = await client.redemptions({ status: 'pending' }).all();
console.log(pending.map(({ item }) => item.name).join(', '));`,
  handle: async (call, { employee_id = null, status = null, ...paging }) => {
    const { db } = call.services;
    const page = openListPage(call, 'redemptions', [employee_id, status], paging);
    const { companyId, count } = page;
    const [before = NEWEST] = page.after;
    const key = { companyId, before, count };
    return page.body(await rowsOf(), (row) => [row.entry]);

    async function rowsOf() {
      if (employee_id !== null) {
        const person = await db.one(employees.findActiveNumber, { companyId, id: employee_id });
        if (!person) return [];
        const employeeNumber = person.number;
        return db.all(redemptions.listJsonOfEmployee, { ...key, employeeNumber, status });
      }
      return status === null
        ? db.all(redemptions.listJson, key)
        : db.all(redemptions.listJsonInStatus, { ...key, status });
    }
  },
});
