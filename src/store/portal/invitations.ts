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
  hasEmail: 'flag',
  /** Whether they sign in at a provider alone. */
  isAtProvider: 'flag',
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
    // Only people with an email, or without one; and only those with an employee number, for cards.
    ...{ hasEmail: 'flag?', forCards: 'flag' },
  },
  { ...invited, entry: 'integer?', accountId: 'text?', externalId: 'text?' },
);
