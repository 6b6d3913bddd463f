import type * as v from 'valibot';
import { define, object, orNull, text, timestamp, uuid } from '../../domain/schema.ts';

const fields = {
  id: uuid('The department.'),
  external_id: orNull(
    text("The HR system's key; null for a department that was created from a name alone."),
  ),
  name: text("The department's name."),
};

/** A department as people, contests and leaderboard rows refer to it. */
export const departmentReference = define(
  'DepartmentReference',
  object('The department of an employee or a leaderboard row.', fields),
);

export const department = define(
  'Department',
  object('A department.', {
    ...fields,
    parent_id: orNull(uuid('The department above it; null at the top level.')),
    archived_at: orNull(timestamp('When it was archived; null while it is in use.')),
  }),
);

export type DepartmentReference = v.InferOutput<typeof departmentReference>;
export type Department = v.InferOutput<typeof department>;
