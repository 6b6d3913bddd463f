import { exec, listOf, many, type Of, one } from '../query.ts';

const company = { companyId: 'integer' } as const;
const person = { ...company, number: 'integer' } as const;

const record = {
  number: 'integer',
  id: 'text',
  entry: 'integer',
  userName: 'text',
  attributes: 'text',
  createdAt: 'integer',
  modifiedAt: 'integer',
  heldAt: 'integer?',
  isActive: 'flag',
} as const;

/** A person of a directory: what it sent, as JSON, and whether they are active. */
export type ScimUserRow = Of<typeof record>;

const keys = {
  userName: 'text',
  userNameKey: 'text',
  directoryId: 'text?',
  emailKey: 'text',
  attributes: 'text',
} as const;

/** By the id of the person. */
export const find = one('scim-users/find', { ...company, id: 'text' }, record);
export const findOf = one('scim-users/find_of', person, record);
export const findByUserName = one(
  'scim-users/find_by_user_name',
  { ...company, userNameKey: 'text' },
  record,
);
export const listByDirectoryId = many(
  'scim-users/list_by_directory_id',
  { ...company, directoryId: 'text' },
  record,
);
export const listByEmail = many(
  'scim-users/list_by_email',
  { ...company, emailKey: 'text' },
  record,
);

const page = { ...company, after: 'integer', count: 'integer' } as const;

/** Those after an entry, in the order in which they were sent first. */
export const listPage = many('scim-users/list_page', page, record);

/** How many of the next ones there are, and the entry of the last of them. */
export const skip = one('scim-users/skip', page, { count: 'integer', last: 'integer' });

export const create = exec('scim-users/create', {
  ...person,
  ...keys,
  entry: 'integer',
  now: 'integer',
});
export const update = exec('scim-users/update', { ...person, ...keys, now: 'integer' });

/** Notes since when the deactivation of a person waits for an approval; null for not at all. */
export const hold = exec('scim-users/hold', { ...person, at: 'integer?' });
export const deleteOne = exec('scim-users/delete_one', person);
export const deleteAll = exec('scim-users/delete_all', company);

/** People whose deactivation waits. */
export const listHeld = many(
  'scim-users/list_held',
  { ...company, count: 'integer' },
  { number: 'integer', id: 'text', name: 'text?', userName: 'text', heldAt: 'integer' },
);

/** Those of them who can be deactivated. */
export const listToApprove = many(
  'scim-users/list_to_approve',
  { ...company, count: 'integer' },
  { number: 'integer' },
);
export const release = exec('scim-users/release', { ...company, numbers: listOf('integer') });
export const releaseRest = exec('scim-users/release_rest', company);

/** How many there are, up to 10,000. */
export const countHeld = one('scim-users/count_held', company, { count: 'integer' });

/** How many people of the directory are active and not admins. */
export const countDeactivatable = one('scim-users/count_deactivatable', company, {
  count: 'integer',
});

/** Deactivates people in the directory's name. */
export const deactivate = exec('scim-users/deactivate', {
  ...company,
  numbers: listOf('integer'),
  now: 'integer',
  revision: 'integer',
});
