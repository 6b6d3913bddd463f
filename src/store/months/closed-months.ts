import { exec, listOf, many, type Of, one } from '../query.ts';
import { standing } from './standings.ts';

const company = { companyId: 'integer' } as const;
const month = { ...company, month: 'integer' } as const;
const version = { ...month, version: 'integer' } as const;

/** A month and the first moment after it. */
const ended = { ...month, end: 'integer' } as const;

/** Everybody active in rank order, by the XP of one month. */
export const rank = many('closed-months/rank', ended, standing);

/** Everybody who changed after a revision, as they are now. */
export const listChanges = many(
  'closed-months/list_changes',
  { ...ended, revision: 'integer' },
  { ...standing, active: 'flag' },
);

const closedMonth = {
  month: 'integer',
  version: 'integer',
  closedAt: 'integer',
  reopenedAt: 'integer?',
  people: 'integer',
  standings: 'integer',
} as const;

/** A version of a closed month; with `reopenedAt` it is not in force any more. */
export type ClosedMonthRow = Of<typeof closedMonth>;

export const create = exec('closed-months/create', {
  ...version,
  now: 'integer',
  people: 'integer',
  standings: 'integer',
});

export const reopen = exec('closed-months/reopen', { ...version, now: 'integer' });

/** Every version of every month, newest first. */
export const list = many('closed-months/list', company, closedMonth);

/** Every version of a month, newest first. */
export const listVersions = many('closed-months/list_versions', month, closedMonth);

/** Closed months before a month, newest first. */
export const listInForce = many(
  'closed-months/list_in_force',
  { ...company, before: 'integer', count: 'integer' },
  closedMonth,
);

export const findInForce = one('closed-months/find_in_force', month, closedMonth);

/** Closed months from a month on, oldest first. */
export const listFrom = many('closed-months/list_from', month, closedMonth);

/** When the first person joined. */
export const findFirstJoined = one('closed-months/find_first_joined', company, { at: 'integer' });

/** When the last XP of anybody active counts, before a moment. */
export const findLastXpBefore = one(
  'closed-months/find_last_xp_before',
  { companyId: 'integer', before: 'integer' },
  { at: 'integer' },
);

/** Some people, in the order of their numbers here, with the XP that a month holds now. */
export const listPeople = many(
  'closed-months/list_people',
  { ...month, numbers: listOf('integer') },
  { number: 'integer', id: 'text', externalId: 'text?', name: 'text?', xp: 'integer' },
);

/** How many versions there are in all companies, and when the first of them was closed. */
export const findState = one(
  'closed-months/find_state',
  {},
  { count: 'integer', oldestAt: 'integer?' },
);

/** Versions that were taken out of force before a time, and replaced by another one. */
export const listReplaced = many(
  'closed-months/list_replaced',
  { ...company, before: 'integer', count: 'integer' },
  { month: 'integer', version: 'integer', standings: 'integer' },
);

export const deleteVersion = exec('closed-months/delete_version', version);
