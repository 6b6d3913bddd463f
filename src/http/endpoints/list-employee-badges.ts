import { BADGE_CATEGORIES, BADGE_RARITIES } from '../../domain/badge.ts';
import * as badges from '../../store/badges.ts';
import * as employees from '../../store/employees.ts';
import { readEndpoint } from '../endpoint.ts';
import { openListPage } from '../list-page.ts';
import { define, oneOf, orNull, responseObject, text, timestamp } from '../openapi/schema.ts';
import { paging } from '../parameters.ts';
import { EMPLOYEE_NOT_FOUND, employeeId, employeeNotFound } from './employee-parameters.ts';
import { pageExample } from './examples.ts';
import { pageOf } from './schemas.ts';

const badge = define(
  'Badge',
  responseObject('A badge that an employee holds.', {
    code: text('Identifies the badge; never changes.'),
    name: text("The badge's name."),
    description: orNull(text('What it is awarded for.')),
    category: oneOf(BADGE_CATEGORIES, 'The kind of achievement.'),
    rarity: oneOf(BADGE_RARITIES, 'How rare it is meant to be.'),
    icon_url: orNull(text("The address of the badge's icon.")),
    awarded_at: timestamp('When it was awarded.'),
  }),
);

const NEWEST = Number.MAX_SAFE_INTEGER;

export const listEmployeeBadges = readEndpoint({
  path: '/v1/employees/:id/badges',
  operationId: 'listEmployeeBadges',
  tag: 'Employees',
  scope: 'employees:read',
  parameters: { id: employeeId, ...paging },
  notFound: EMPLOYEE_NOT_FOUND,
  isCacheable: true,
  summary: "List an employee's badges",
  description: 'Badges that one employee holds, newest award first. Revoked badges are left out.',
  response: {
    description: 'A page of badges.',
    schema: pageOf('BadgePage', badge, 'badges'),
    example: pageExample([
      {
        code: 'mentor',
        name: 'Mentor',
        description: 'Taught somebody something that stayed.',
        category: 'social',
        rarity: 'rare',
        icon_url: 'https://example.com/badges/mentor.svg',
        awarded_at: '2026-02-28T14:24:00.000Z',
      },
    ]),
  },
  typescript: `for await (const badge of client.badges(employeeId)) {
  console.log(badge.name, badge.awarded_at);
}`,
  handle: (call, { id, ...paging }) => {
    const { db } = call.services;
    const page = openListPage(call, 'badges', [id], paging);
    const { companyId, count } = page;
    const [awardedAt = NEWEST, entry = NEWEST] = page.after;
    const person = db.one(employees.findActiveNumber, { companyId, id });
    if (!person) throw employeeNotFound();
    const rows = db.all(badges.listJsonHeld, {
      companyId,
      employeeNumber: person.number,
      awardedAt,
      entry,
      count,
    });
    return page.body(rows, (row) => [row.awardedAt, row.entry]);
  },
});
