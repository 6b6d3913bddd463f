import { exec, many, type Of, one } from '../query.ts';
import { account } from './portal-accounts.ts';

const company = { companyId: 'integer' } as const;
const owner = { ...company, accountEntry: 'integer' } as const;

/** Sessions that were opened or last used outside of these times have ended. */
const limits = { openedAfter: 'integer', openedBefore: 'integer', usedAfter: 'integer' } as const;

const session = {
  sessionId: 'text',
  openedAt: 'integer',
  lastUsedAt: 'integer',
  /** When the password was last given: at the sign-in, or later. */
  confirmedAt: 'integer',
  companyPublicId: 'text',
  companyName: 'text',
  companyLanguage: 'text',
  timeZone: 'text',
  ...account,
} as const;

/** A session with its company and its account as it is now. */
export type SessionRow = Of<typeof session>;

export const create = exec('portal-sessions/create', {
  ...owner,
  entry: 'integer',
  id: 'text',
  hash: 'blob',
  now: 'integer',
  confirmedAt: 'integer?',
  client: 'text',
  browser: 'text',
});

export const find = one('portal-sessions/find', { hash: 'blob', ...limits }, session);

/** The sessions of an account, the last used one first. */
export const list = many(
  'portal-sessions/list',
  { ...owner, ...limits },
  { id: 'text', openedAt: 'integer', lastUsedAt: 'integer', client: 'text', browser: 'text' },
);

export const touch = exec('portal-sessions/touch', { hash: 'blob', now: 'integer' });

/** Records that the account was asked for its password again. */
export const confirm = exec('portal-sessions/confirm', { ...owner, id: 'text', now: 'integer' });

export const endOne = exec('portal-sessions/end_one', { ...owner, id: 'text' });

export const endOthers = exec('portal-sessions/end_others', { ...owner, id: 'text' });

export const endByHash = exec('portal-sessions/end_by_hash', { hash: 'blob' });

export const endAll = exec('portal-sessions/end_all', owner);

/** Deletes those that have ended by their times. */
export const deleteOld = exec('portal-sessions/delete_old', {
  ...company,
  accountEntry: 'integer',
  ...limits,
});

/** All sessions of all companies, and how many of them have ended by their times. */
export const findState = one('portal-sessions/find_state', limits, {
  count: 'integer',
  oldestAt: 'integer?',
  expired: 'integer',
});

/** Deletes some of those that have ended by their times, of any company. */
export const deleteEnded = exec('portal-sessions/delete_ended', { ...limits, count: 'integer' });

export const deleteAll = exec('portal-sessions/delete_all', company);
