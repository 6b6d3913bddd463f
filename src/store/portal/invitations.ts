import { listOf, many, type Of } from '../query.ts';

const people = {
  companyId: 'integer',
  inDepartments: 'flag',
  departments: listOf('integer'),
  now: 'integer',
} as const;

/** How many active people there are of each state. */
export const listStates = many('invitations/list_states', people, {
  state: 'text',
  people: 'integer',
});

const invited = {
  number: 'integer',
  id: 'text',
  email: 'text',
  name: 'text?',
  departmentName: 'text?',
} as const;

const listed = {
  ...invited,
  isAdmin: 'flag',
  portalRole: 'text?',
  state: 'text',
  invitedAt: 'integer?',
  linkExpiresAt: 'integer?',
  lastSignInAt: 'integer?',
} as const;

/** An active person, and whether they have signed in. */
export type InvitedRow = Of<typeof listed>;

/** Active people after a number, in the order of joining; those of one state, or all. */
export const listPage = many(
  'invitations/list_page',
  { ...people, after: 'integer', state: 'text?', count: 'integer' },
  listed,
);

/** Active people who have never signed in and have no link that works, with their account if they have one. */
export const listUninvited = many(
  'invitations/list_uninvited',
  {
    ...{ ...people, amongNumbers: 'flag', numbers: listOf('integer') },
    ...{ withAdmins: 'flag', again: 'flag', count: 'integer' },
  },
  { ...invited, entry: 'integer?', accountId: 'text?' },
);
