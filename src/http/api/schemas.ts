import {
  define,
  listOf,
  orNull,
  responseObject,
  type Schema,
  text,
  uuid,
} from '../openapi/schema.ts';

/** A department as it is embedded in people and leaderboard rows. */
export const departmentReference = define(
  'DepartmentReference',
  responseObject('The department of an employee or a leaderboard row.', {
    id: uuid('The department.'),
    external_id: orNull(
      text("The HR system's key; null for a department that was created from a name alone."),
    ),
    name: text("The department's name."),
  }),
);

export const departmentOrNull = orNull(departmentReference);

/** Fields that employees and leaderboard rows share. */
export const personFields = {
  employee_id: uuid('Stays the same for as long as the person belongs to the company.'),
  external_id: orNull(text("The HR system's key; null if none was set.")),
  name: orNull(
    text(
      'The account name once the person has signed in. Before that the name sent by a roster sync, or null.',
    ),
  ),
};

export const employee = define(
  'Employee',
  responseObject('An active employee.', {
    ...personFields,
    email: text('Work email address. In a sandbox a placeholder that cannot receive mail.'),
    department: departmentOrNull,
  }),
);

export const pagination = define(
  'Pagination',
  responseObject('Where a list continues.', {
    next_cursor: orNull(text('Send it back as `cursor` for the next page; null on the last page.')),
  }),
);

/** One page of a list. */
export const pageOf = (name: string, item: Schema, items: string): Schema =>
  define(
    name,
    responseObject(`One page of ${items}.`, {
      data: listOf(item, 'The items of the page, in the order of the list.'),
      pagination,
    }),
  );
