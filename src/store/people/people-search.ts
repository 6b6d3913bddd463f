import { listOf, many, type Of } from '../query.ts';
import { rosterDetails } from './employees.ts';

const filters = {
  companyId: 'integer',
  before: 'integer',
  byNameOnly: 'flag',
  active: 'flag?',
  inDepartments: 'flag',
  departments: listOf('integer'),
} as const;

const texts = { number: 'integer', texts: 'text?' } as const;

/** People who joined before a number, the last one first, except people who were erased. A null filter is ignored. */
export const listTexts = many('people-search/list_texts', filters, texts);

/** Those of them who are admins or have a portal role. */
export const listTextsWithRole = many('people-search/list_texts_with_role', filters, texts);

const row = {
  number: 'integer',
  id: 'text',
  externalId: 'text?',
  email: 'text',
  name: 'text?',
  departmentName: 'text?',
  ...rosterDetails,
  isAdmin: 'flag',
  portalRole: 'text?',
  deactivatedAt: 'integer?',
  xp: 'integer',
  createdAt: 'integer',
  monthXp: 'integer',
  hasEmail: 'flag',
} as const;

/** A person in a list; `xp` is all-time, `monthXp` that of one month. */
export type ListedRow = Of<typeof row>;

/** The people with these numbers, the last one first. */
export const listRows = many(
  'people-search/list_rows',
  { companyId: 'integer', numbers: listOf('integer'), month: 'integer' },
  row,
);

/** The XP of a person in each month from one on; months without XP are left out. */
export const listMonths = many(
  'people-search/list_months',
  { companyId: 'integer', employeeNumber: 'integer', first: 'integer' },
  { month: 'integer', xp: 'integer' },
);
