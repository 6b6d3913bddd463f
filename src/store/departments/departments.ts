import { exec, listOf, many, type Of, one } from '../query.ts';

const company = { companyId: 'integer' } as const;
const department = { companyId: 'integer', number: 'integer' } as const;

const record = {
  number: 'integer',
  id: 'text',
  externalId: 'text?',
  name: 'text',
  nameKey: 'text',
  parentNumber: 'integer?',
  parentId: 'text?',
  archivedAt: 'integer?',
} as const;

/** A department on record, archived or not. */
export type DepartmentRow = Of<typeof record>;

export const create = exec('departments/create', {
  ...department,
  id: 'text',
  externalId: 'text?',
  name: 'text',
  nameKey: 'text',
  parentNumber: 'integer?',
  archivedAt: 'integer?',
  now: 'integer',
});

export const rename = exec('departments/rename', { ...department, name: 'text', nameKey: 'text' });

export const move = exec('departments/move', { ...department, parentNumber: 'integer?' });

export const setArchived = exec('departments/set_archived', {
  ...department,
  archivedAt: 'integer?',
  parentNumber: 'integer?',
});

export const setExternalId = exec('departments/set_external_id', {
  ...department,
  externalId: 'text?',
});

const fromInto = { ...company, from: 'integer', into: 'integer' } as const;

/** Moves the departments directly below one under another one. */
export const moveChildren = exec('departments/move_children', fromInto);

/** Moves everybody, active or not. */
export const moveMembers = exec('departments/move_members', { ...fromInto, revision: 'integer' });

/** The people and departments directly in a department. */
/** The people in a department, active or not. */
export const listMembers = many('departments/list_members', department, {
  employeeNumber: 'integer',
});

export const countContents = one('departments/count_contents', department, {
  active: 'integer',
  deactivated: 'integer',
  departments: 'integer',
});

export const countActive = one('departments/count_active', company, { count: 'integer' });

export const listOnRecord = many('departments/list_on_record', company, record);

/** Active people directly in each department; a department without any is left out. */
export const listMemberCounts = many('departments/list_member_counts', company, {
  number: 'integer',
  members: 'integer',
});

/** People who were deactivated, or changed after that, in one revision; by department. */
export const listDeactivatedCounts = many(
  'departments/list_deactivated_counts',
  { ...company, revision: 'integer' },
  { number: 'integer', members: 'integer' },
);

export const findNumber = one(
  'departments/find_number',
  { ...company, id: 'text' },
  { number: 'integer' },
);

/** A page of departments as objects of the API, in the order of creation. */
export const listJson = many(
  'departments/list_json',
  { ...company, after: 'integer', includeArchived: 'flag', count: 'integer' },
  { number: 'integer', json: 'text' },
);

/** Departments as the API's references, in no particular order. */
export const listReferences = many(
  'departments/list_references',
  { ...company, numbers: listOf('integer') },
  { number: 'integer', json: 'text' },
);

/** All departments as the API's references, by name ignoring case. */
export const listJsonByName = many('departments/list_json_by_name', company, {
  number: 'integer',
  isArchived: 'flag',
  json: 'text',
});
