import { toDetails } from '../../domain/roster/fields.ts';
import { exec, listOf, many, type Of, one, rowsOf } from '../query.ts';

const company = { companyId: 'integer' } as const;
const person = { companyId: 'integer', number: 'integer' } as const;
const change = { ...person, revision: 'integer' } as const;

/** The columns of a roster's details. */
export const rosterDetails = toDetails(() => 'text?' as const);

export const NO_DETAILS = toDetails(() => null);

const record = {
  number: 'integer',
  id: 'text',
  externalId: 'text?',
  email: 'text',
  givenName: 'text?',
  accountName: 'text?',
  departmentNumber: 'integer?',
  departmentId: 'text?',
  departmentExternalId: 'text?',
  departmentName: 'text?',
  ...rosterDetails,
  isAdmin: 'flag',
  portalRole: 'text?',
  deactivatedAt: 'integer?',
  deactivatedBy: 'text?',
  deactivationReason: 'text?',
  xp: 'integer',
  coins: 'integer',
  createdAt: 'integer',
  erasedAt: 'integer?',
  /** Whether they can be mailed at their address. */
  hasEmail: 'flag',
  /** How they chose to be shown to others, and their nickname. */
  shownAs: 'text?',
  nickname: 'text?',
} as const;

/** A person on record, active, deactivated or erased, with their department and the ledgers' totals. */
export type EmployeeRow = Of<typeof record>;

const details = {
  externalId: 'text?',
  email: 'text',
  emailKey: 'text',
  givenName: 'text?',
  departmentNumber: 'integer?',
  ...rosterDetails,
} as const;

/** What an operator sets of a person. */
export type Details = Of<typeof details>;

export const create = exec('employees/create', {
  ...change,
  ...details,
  id: 'text',
  now: 'integer',
  beginsAt: 'integer',
});

export const update = exec('employees/update', { ...change, ...details });

/** Deactivates in the portal's name; a person deactivated before keeps the time of it. */
export const deactivate = exec('employees/deactivate', {
  ...change,
  now: 'integer',
  reason: 'text?',
});

export const reactivate = exec('employees/reactivate', change);

export const signIn = exec('employees/sign_in', { ...change, accountName: 'text' });

export const setRole = exec('employees/set_role', {
  ...change,
  isAdmin: 'flag',
  portalRole: 'text?',
});

export const setShown = exec('employees/set_shown', {
  ...change,
  shownAs: 'text?',
  nickname: 'text?',
  nicknameKey: 'text?',
});

/** What everybody is called, except erased people. */
export const listKnownAs = many('employees/list_known_as', company, {
  number: 'integer',
  accountName: 'text?',
  givenName: 'text?',
  email: 'text',
  nickname: 'text?',
});

export const countOnRecord = one('employees/count_on_record', company, { count: 'integer' });

/** Who holds an email or an external id; at most two people. */
export const listHolders = many(
  'employees/list_holders',
  { ...company, emailKey: 'text', externalId: 'text?' },
  { number: 'integer', id: 'text', externalId: 'text?', emailKey: 'text' },
);

/** Everyone whom one reference matches, erased people included; `placeholderKey` is the other form in which an email may be stored. */
export const listMatching = many(
  'employees/list_matching',
  { ...company, id: 'text', externalId: 'text', emailKey: 'text', placeholderKey: 'text' },
  record,
);

/** Somebody found, with what an award to them needs. */
export const resolved = {
  number: 'integer',
  id: 'text',
  xp: 'integer',
  coins: 'integer',
  departmentNumber: 'integer?',
  deactivatedAt: 'integer?',
} as const;

/** Everyone whom references match, except erased people; `position` is the index of the reference. */
export const listByReferences = many(
  'employees/list_by_references',
  {
    ...company,
    references: rowsOf({
      id: 'text',
      externalId: 'text',
      emailKey: 'text',
      placeholderKey: 'text?',
    }),
  },
  {
    position: 'integer',
    isById: 'flag',
    ...resolved,
  },
);

export const listOnRecord = many('employees/list_on_record', company, record);

const json = { json: 'text' } as const;
const numberedJson = { number: 'integer', ...json } as const;
const page = { ...company, after: 'integer', count: 'integer' } as const;

// The following queries return active people only, as objects of the API; pages are in order of joining.

export const findJson = one('employees/find_json', { ...company, id: 'text' }, json);

export const listJson = many('employees/list_json', page, numberedJson);

export const listJsonInDepartment = many(
  'employees/list_json_in_department',
  { ...page, departmentId: 'text' },
  numberedJson,
);

/** `placeholderKey` is the second form an email may be kept in; null filters are no filters. */
export const listJsonByEmail = many(
  'employees/list_json_by_email',
  { ...page, emailKey: 'text', placeholderKey: 'text', externalId: 'text?', departmentId: 'text?' },
  numberedJson,
);

/** A null department is no filter. */
export const listJsonByExternalId = many(
  'employees/list_json_by_external_id',
  { ...page, externalId: 'text', departmentId: 'text?' },
  numberedJson,
);

/**
 * What a leaderboard shows of people in addition to rank, level and XP of the period, in no particular order.
 * `xp` is all-time; `department` is that of now, as JSON, and its number 0 without one.
 */
export const listJsonRanked = many(
  'employees/list_json_ranked',
  { ...company, numbers: listOf('integer') },
  { ...numberedJson, xp: 'integer', departmentNumber: 'integer', department: 'text?' },
);

const shown = {
  number: 'integer',
  id: 'text',
  externalId: 'text?',
  name: 'text?',
  nickname: 'text?',
  choice: 'text?',
  xp: 'integer',
  departmentNumber: 'integer',
  department: 'text?',
} as const;

/** Somebody as boards show them, by what they chose. */
export type ShownRow = Of<typeof shown>;

/** The same of people for boards. */
export const listShown = many(
  'employees/list_shown',
  { ...company, numbers: listOf('integer') },
  shown,
);

export const findTotals = one(
  'employees/find_totals',
  { ...company, id: 'text' },
  { number: 'integer', xp: 'integer', coins: 'integer', badgesCount: 'integer' },
);

/** The number of a person, active or not. */
export const findNumber = one(
  'employees/find_number',
  { ...company, id: 'text' },
  { number: 'integer' },
);

/** The numbers of those of some ids that are somebody's. */
export const listNumbers = many(
  'employees/list_numbers',
  { ...company, ids: listOf('text') },
  { number: 'integer' },
);

export const findActiveNumber = one(
  'employees/find_active_number',
  { ...company, id: 'text' },
  { number: 'integer' },
);
