import * as v from 'valibot';
import { uuid } from '../../../domain/schema.ts';
import { type KudosFilter, listKudos as readKudos } from '../../../service/kudos/kudos-feed.ts';
import { shownKudos } from '../../../service/kudos/kudos-requests.ts';
import { kudos } from '../../../service/kudos/kudos-schemas.ts';
import * as employees from '../../../store/people/employees.ts';
import { readEndpoint } from '../../endpoint.ts';
import { paging, text } from '../../parameters.ts';
import { NEWEST, openListPage } from '../../response/list-page.ts';
import { KUDOS, pageExample, TEODOR } from '../examples.ts';
import { pageSchema } from '../schemas.ts';

export const listKudos = readEndpoint({
  path: '/v1/kudos',
  operationId: 'listKudos',
  tag: 'Thanks',
  isAddition: true,
  scope: 'kudos:read',
  parameters: {
    employee_id: v.optional(
      v.pipe(
        uuid('Thanks that this employee gave or got. An unknown employee has none.'),
        v.examples([TEODOR.employee_id]),
      ),
    ),
    value: v.optional(
      v.pipe(
        text,
        v.description('Thanks for the value with this code.'),
        v.examples([KUDOS.value]),
      ),
    ),
    ...paging,
  },
  isCacheable: true,
  summary: 'List thanks',
  description:
    'Thanks that everybody at the company may see, newest first. Filters combine. What was reported stays out until it is ' +
    'decided on.',
  response: {
    description: 'A page of thanks.',
    schema: pageSchema('KudosPage', kudos, 'thanks'),
    example: pageExample([KUDOS]),
  },
  query: `value=${KUDOS.value}`,
  typescript: `for await (const { from, to, message } of client.kudos()) {
  console.log(from.name, to.map(({ name }) => name).join(', '), message);
}`,
  handle: async (call, { employee_id = null, value, ...paging }) => {
    const { db } = call.services;
    const page = openListPage(call, 'kudos', [employee_id, value ?? null], paging);
    const { companyId, count } = page;
    const [before = NEWEST] = page.after;
    const filter: KudosFilter = { viewer: null, value };
    const person =
      employee_id === null
        ? undefined
        : await db.one(employees.findActiveNumber, { companyId, id: employee_id });
    if (employee_id !== null && !person) return page.body([], () => []);
    if (person) Object.assign(filter, { giver: person.number, receiver: person.number });
    const rows = await db.do(readKudos(companyId, filter, { before, count }));
    return page.body(
      rows.map((row) => ({ entry: row.entry, json: JSON.stringify(shownKudos(row)) })),
      ({ entry }) => [entry],
    );
  },
});
