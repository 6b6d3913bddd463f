import { define, object, orNull, text, timestamp, whole } from '../../../domain/schema.ts';
import * as xpLedger from '../../../store/xp/xp-ledger.ts';
import { readEndpoint } from '../../endpoint.ts';
import { paging } from '../../parameters.ts';
import { NEWEST, openListPage } from '../../response/list-page.ts';
import { pageExample } from '../examples.ts';
import { employeeId, requireActiveNumber } from '../people/employee-parameters.ts';
import { pageSchema } from '../schemas.ts';

const xpEntry = define(
  'XpEntry',
  object('XP that an employee was awarded, or that a correction took.', {
    amount: whole('The XP; negative for a correction.'),
    reason: orNull(text('What it was awarded for; null if no reason was given.')),
    counts_at: timestamp('The moment it counts for, which decides its month.'),
    recorded_at: timestamp('When it was recorded.'),
  }),
);

export const listEmployeeXp = readEndpoint({
  path: '/v1/employees/:id/xp',
  operationId: 'listEmployeeXp',
  tag: 'Employees',
  isAddition: true,
  scope: 'employees:read',
  parameters: { id: employeeId, ...paging },
  notFound: 'employee_not_found',
  isCacheable: true,
  summary: "List an employee's XP",
  description: 'Every award and correction of XP of one employee, newest first by `counts_at`.',
  response: {
    description: 'A page of XP entries.',
    schema: pageSchema('XpEntryPage', xpEntry, 'XP entries'),
    example: pageExample([
      {
        amount: 40,
        reason: 'Closed a support case',
        counts_at: '2026-11-18T16:05:00.000Z',
        recorded_at: '2026-11-18T16:05:00.000Z',
      },
    ]),
  },
  typescript: `for await (const entry of client.xpHistory(employeeId)) {
  console.log(entry.counts_at, entry.amount, entry.reason);
}`,
  handle: async (call, { id, ...paging }) => {
    const { db } = call.services;
    const page = openListPage(call, 'xp', [id], paging);
    const { companyId, count } = page;
    const [countsAt = NEWEST, entry = NEWEST] = page.after;
    const employeeNumber = await requireActiveNumber(db, companyId, id);
    const rows = await db.all(xpLedger.listJson, {
      ...{ companyId, employeeNumber, count },
      ...{ countsAt, entry },
    });
    return page.body(rows, (row) => [row.countsAt, row.entry]);
  },
});
