import { exec, listOf, many, type Of, one } from '../query.ts';

const company = { companyId: 'integer' } as const;
const group = { ...company, entry: 'integer' } as const;

const record = {
  entry: 'integer',
  id: 'text',
  displayName: 'text',
  directoryId: 'text?',
  createdAt: 'integer',
  modifiedAt: 'integer',
} as const;

/** A group of a directory. */
export type ScimGroupRow = Of<typeof record>;

const given = {
  displayName: 'text',
  displayNameKey: 'text',
  directoryId: 'text?',
  now: 'integer',
} as const;

export const find = one('scim-groups/find', { ...company, id: 'text' }, record);
export const findByName = one(
  'scim-groups/find_by_name',
  { ...company, displayNameKey: 'text' },
  record,
);
export const listByDirectoryId = many(
  'scim-groups/list_by_directory_id',
  { ...company, directoryId: 'text' },
  record,
);

const page = { ...company, after: 'integer', count: 'integer' } as const;

/** Those after an entry, in the order in which they were sent first. */
export const listPage = many('scim-groups/list_page', page, record);

/** How many of the next ones there are, and the entry of the last of them. */
export const skip = one('scim-groups/skip', page, { count: 'integer', last: 'integer' });

export const create = exec('scim-groups/create', { ...group, ...given, id: 'text' });
export const update = exec('scim-groups/update', { ...group, ...given });
export const deleteOne = exec('scim-groups/delete_one', group);
export const deleteAll = exec('scim-groups/delete_all', company);

/** The next members of a group, by number. */
export const listMembers = many(
  'scim-groups/list_members',
  { ...group, after: 'integer', count: 'integer' },
  { number: 'integer', id: 'text', name: 'text?' },
);

/** Those of some ids that are members' of a group. */
export const listMembersAmong = many(
  'scim-groups/list_members_among',
  { ...group, ids: listOf('text') },
  { id: 'text' },
);

/** The numbers of those of some ids that are people's of the directory. */
export const listPeople = many(
  'scim-groups/list_people',
  { ...company, ids: listOf('text') },
  { number: 'integer' },
);

const members = { ...group, numbers: listOf('integer') } as const;
const number = { number: 'integer' } as const;

/** Who of some people is no member yet. */
export const listNewMembers = many('scim-groups/list_new_members', members, number);

/** The members other than some people. */
export const listOtherMembers = many('scim-groups/list_other_members', members, number);
export const addMembers = exec('scim-groups/add_members', members);
export const removeMembers = exec('scim-groups/remove_members', members);
export const deleteMembers = exec('scim-groups/delete_members', group);

/** Takes a person out of all groups. */
export const deleteMemberships = exec('scim-groups/delete_memberships', { ...company, ...number });
export const deleteAllMembers = exec('scim-groups/delete_all_members', company);

/** The groups that a person is in. */
export const listOfPerson = many(
  'scim-groups/list_of_person',
  { ...company, ...number },
  { name: 'text' },
);
