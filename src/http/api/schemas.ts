import type * as v from 'valibot';
import { define, listOf, object, orNull, text, uuid } from '../../domain/schema.ts';
import { departmentReference } from '../../service/departments/department-schemas.ts';

export const departmentOrNull = orNull(departmentReference);

/** Fields that employees and leaderboard rows share. */
export const personFields = {
  employee_id: uuid('Stays the same for as long as the person belongs to the company.'),
  external_id: orNull(text("The HR system's key; null if none was set.")),
  name: orNull(
    text(
      'The account name once the person has signed in. Before that the name sent by a roster sync, or null. ' +
        'Null, too, where the company hides the names of people who are not shown by name.',
    ),
  ),
};

export const employee = define(
  'Employee',
  object('An active employee.', {
    ...personFields,
    email: text('Work email address. In a sandbox a placeholder that cannot receive mail.'),
    department: departmentOrNull,
  }),
);

export const pagination = define(
  'Pagination',
  object('Where a list continues.', {
    next_cursor: orNull(text('Send it back as `cursor` for the next page; null on the last page.')),
  }),
);

/** One page of a list. */
export const pageSchema = (name: string, item: v.GenericSchema, items: string) =>
  define(
    name,
    object(`One page of ${items}.`, {
      data: listOf(item, 'The items of the page, in the order of the list.'),
      pagination,
    }),
  );
