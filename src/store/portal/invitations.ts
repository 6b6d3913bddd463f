import { listOf, many, type Of } from '../query.ts';

const people = {
  companyId: 'integer',
  inDepartments: 'flag',
  departments: listOf('integer'),
  now: 'integer',
} as const;

const counted = { companyId: 'integer', now: 'integer' } as const;
const states = { departmentNumber: 'integer?', state: 'text', people: 'integer' } as const;

/** How many active people there are of each state, in each department and in none. */
export const listStates = many('invitations/list_states', counted, states);

/** As `listStates`, of people without an email. */
export const listStatesWithoutEmail = many(
  'invitations/list_states_without_email',
  counted,
  states,
);

const invited = {
  number: 'integer',
  id: 'text',
  email: 'text',
  name: 'text?',
  departmentName: 'text?',
} as const;

/** What has become of somebody's invitation, and when. */
export const invitation = {
  state: 'text',
  invitedAt: 'integer?',
  linkExpiresAt: 'integer?',
  lastSignInAt: 'integer?',
} as const;

const listed = {
  ...invited,
  isAdmin: 'flag',
  portalRole: 'text?',
  ...invitation,
  hasEmail: 'flag',
  /** Whether they sign in at a provider alone. */
  isAtProvider: 'flag',
} as const;

export type InvitationRow = Of<typeof invitation>;

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
  { ...invited, hasEmail: 'flag', entry: 'integer?', accountId: 'text?', externalId: 'text?' },
);

/** What has become of the invitations of some people, those of them who are active. */
export const listAmong = many(
  'invitations/list_among',
  { companyId: 'integer', now: 'integer', numbers: listOf('integer') },
  { number: 'integer', ...invitation },
);
