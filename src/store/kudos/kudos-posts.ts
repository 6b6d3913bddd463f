import { resolved } from '../people/employees.ts';
import { exec, listOf, many, type Of, one } from '../query.ts';

const company = { companyId: 'integer' } as const;

const post = {
  entry: 'integer',
  id: 'text',
  points: 'integer',
  receivers: 'integer',
  valueCode: 'text',
  valueName: 'text',
  message: 'text?',
  visibility: 'text',
  state: 'text',
  givenAt: 'integer',
  editedAt: 'integer?',
  endedAt: 'integer?',
  isReversed: 'flag',
  giverXp: 'integer',
  giverNumber: 'integer',
  giverId: 'text',
  giverExternalId: 'text?',
  giverName: 'text?',
  giverNameInApi: 'text?',
} as const;

/** A post with its giver, as they are now. `points` are for each receiver, `giverXp` is what the giver got for it. */
export type KudosPostRow = Of<typeof post>;

export const create = exec('kudos-posts/create', {
  ...company,
  entry: 'integer',
  id: 'text',
  giverNumber: 'integer',
  points: 'integer',
  receivers: 'integer',
  valueCode: 'text',
  message: 'text',
  visibility: 'text',
  giverXp: 'integer',
  idempotencyKey: 'text?',
  actor: 'text',
  now: 'integer',
});

/** Those who are rewarded get the XP. The table refuses the giver. */
export const addReceivers = exec('kudos-posts/add_receivers', {
  ...company,
  post: 'integer',
  giverNumber: 'integer',
  numbers: listOf('integer'),
  coins: 'integer',
  xp: 'integer',
  rewarded: listOf('integer'),
});

/** Notes the departments of these people. */
export const addDepartments = exec('kudos-posts/add_departments', {
  ...company,
  post: 'integer',
  visibility: 'text',
  numbers: listOf('integer'),
});

/** Gives a department the posts of another one. */
export const addDepartment = exec('kudos-posts/add_department', {
  ...{ ...company, from: 'integer', into: 'integer' },
});

export const find = one('kudos-posts/find', { ...company, id: 'text' }, post);

export const findByIdempotencyKey = one(
  'kudos-posts/find_by_idempotency_key',
  { ...company, idempotencyKey: 'text' },
  post,
);

/** Whether a department is one of those of a post. */
export const isToDepartment = one(
  'kudos-posts/is_to_department',
  { ...company, departmentNumber: 'integer', post: 'integer' },
  { isTo: 'integer' },
);

export const edit = exec('kudos-posts/edit', {
  ...company,
  entry: 'integer',
  message: 'text',
  now: 'integer',
});

const shown = { ...company, entry: 'integer', state: 'text', visibility: 'text' } as const;

export const change = exec('kudos-posts/change', {
  ...shown,
  endedAt: 'integer?',
  isReversed: 'flag',
});

/** Goes with every `change`. */
export const changeDepartments = exec('kudos-posts/change_departments', shown);

/** Who gave a post, with their totals now. */
export const findGiver = one(
  'kudos-posts/find_giver',
  { ...company, entry: 'integer' },
  { ...resolved, erasedAt: 'integer?' },
);

const ofPosts = { ...company, posts: listOf('integer') } as const;

const receiver = {
  post: 'integer',
  number: 'integer',
  id: 'text',
  externalId: 'text?',
  name: 'text?',
  nameInApi: 'text?',
  departmentNumber: 'integer?',
  deactivatedAt: 'integer?',
  erasedAt: 'integer?',
  totalXp: 'integer',
  totalCoins: 'integer',
  coins: 'integer',
  xp: 'integer',
} as const;

/** Somebody who was thanked: what they got for it, and their totals now. */
export type KudosReceiverRow = Of<typeof receiver>;

export const listReceivers = many('kudos-posts/list_receivers', ofPosts, receiver);

export const listReactions = many('kudos-posts/list_reactions', ofPosts, {
  post: 'integer',
  kind: 'text',
  people: 'integer',
});

/** Those of one person. */
export const listReactionsOf = many(
  'kudos-posts/list_reactions_of',
  { ...ofPosts, employeeNumber: 'integer' },
  { post: 'integer', kind: 'text' },
);

const page = { ...company, before: 'integer', count: 'integer' } as const;

/** What everybody may see, newest first, starting before an entry. */
export const listToAll = many('kudos-posts/list_to_all', page, post);

export const listToAllOfValue = many(
  'kudos-posts/list_to_all_of_value',
  { ...page, valueCode: 'text' },
  post,
);

const ofDepartment = { ...page, departmentNumber: 'integer', valueCode: 'text?' } as const;

/** What everybody may see, from or to people of a department. A null value is ignored. */
export const listOfDepartment = many('kudos-posts/list_of_department', ofDepartment, post);

/** What only the departments of giver and receivers may see, likewise. */
export const listToMembers = many('kudos-posts/list_to_members', ofDepartment, post);

const ofPerson = {
  ...page,
  employeeNumber: 'integer',
  valueCode: 'text?',
  withReported: 'flag',
  withNarrowed: 'flag',
} as const;

/** What somebody gave. `withNarrowed` includes what not everybody may see. */
export const listByGiver = many('kudos-posts/list_by_giver', ofPerson, post);

export const listToReceiver = many('kudos-posts/list_to_receiver', ofPerson, post);

/** What waits for a decision. */
export const listReported = many('kudos-posts/list_reported', page, post);

/** How many wait for a decision, and since when the oldest does. */
export const countReported = one(
  'kudos-posts/count_reported',
  { companyId: 'integer' },
  { count: 'integer', since: 'integer?' },
);

/** Those with some numbers, in no order. */
export const listOfEntries = many(
  'kudos-posts/list_of_entries',
  { companyId: 'integer', entries: listOf('integer') },
  post,
);

/** How many posts there are in all companies, and when the first of them was given. */
export const findState = one(
  'kudos-posts/find_state',
  {},
  { count: 'integer', oldestAt: 'integer?' },
);

export const listAll = many('kudos-posts/list_all', page, post);
