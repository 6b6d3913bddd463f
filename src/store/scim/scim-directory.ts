import { exec, listOf, many, type Of, one } from '../query.ts';

const company = { companyId: 'integer' } as const;

/** How a company uses a directory, and how much of it there is. */
export const find = one('scim-directory/find', company, {
  mode: 'text',
  numberAttribute: 'text',
  users: 'integer',
  groups: 'integer',
  authority: 'text',
});
export const setNumberAttribute = exec('scim-directory/set_number_attribute', {
  ...company,
  numberAttribute: 'text',
});

/** Counts people and groups that were added, or with a negative number removed. */
export const countResources = exec('scim-directory/count_resources', {
  ...company,
  users: 'integer',
  groups: 'integer',
});
export const forgetResources = exec('scim-directory/forget_resources', company);

const hour = {
  runId: 'text?',
  people: 'integer?',
  deactivated: 'integer',
  isBlocked: 'flag',
} as const;

/** What a directory did in an hour. */
export type HourRow = Of<typeof hour>;

export const findHour = one('scim-directory/find_hour', { ...company, hour: 'integer' }, hour);

/** How many people were deactivated since an hour began, and the most that could have been. */
export const sumHours = one(
  'scim-directory/sum_hours',
  { ...company, since: 'integer' },
  { deactivated: 'integer', people: 'integer?' },
);

/** The same of all companies, and how many of them reached their limit. */
export const sumAllHours = one(
  'scim-directory/sum_all_hours',
  {},
  { deactivated: 'integer', blocked: 'integer' },
);
export const saveHour = exec('scim-directory/save_hour', { ...company, hour: 'integer', ...hour });
export const deleteHours = exec('scim-directory/delete_hours', { ...company, before: 'integer' });
export const deleteAllHours = exec('scim-directory/delete_all_hours', company);

/** The run of an hour; `result` is JSON. */
export const findRun = one(
  'scim-directory/find_run',
  { ...company, id: 'text' },
  {
    entry: 'integer',
    result: 'text',
    startedAt: 'integer',
    finishedAt: 'integer',
    outcome: 'text',
    hasFollowUps: 'flag',
  },
);
export const updateRun = exec('scim-directory/update_run', {
  ...company,
  id: 'text',
  finishedAt: 'integer',
  outcome: 'text',
  result: 'text',
});

const part = { ...company, entry: 'integer', part: 'integer' } as const;

/** What a run did to a person, whose number is that of the part. */
export const findPart = one('scim-directory/find_part', part, { changes: 'text' });
export const savePart = exec('scim-directory/save_part', { ...part, changes: 'text' });

/** Records that a run is about further people of a block. */
export const addPerson = exec('scim-directory/add_person', {
  ...company,
  entry: 'integer',
  block: 'integer',
  people: 'integer',
});

const refusal = { reason: 'text', userName: 'text?' } as const;

/** The last refusals, the last one first. */
export const listRefusals = many('scim-directory/list_refusals', company, {
  ...refusal,
  entry: 'integer',
  employeeId: 'text?',
  firstAt: 'integer',
  lastAt: 'integer',
  times: 'integer',
});
export const addRefusal = exec('scim-directory/add_refusal', {
  ...company,
  ...refusal,
  entry: 'integer',
  number: 'integer?',
  now: 'integer',
});
export const repeatRefusal = exec('scim-directory/repeat_refusal', {
  ...company,
  entry: 'integer',
  now: 'integer',
});
export const deleteRefusals = exec('scim-directory/delete_refusals', {
  ...company,
  entries: listOf('integer'),
});
export const deleteRefusalsOf = exec('scim-directory/delete_refusals_of', {
  ...company,
  number: 'integer',
  userName: 'text',
});
export const deleteAllRefusals = exec('scim-directory/delete_all_refusals', company);
