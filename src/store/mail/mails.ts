import { exec, listOf, many, type Of, one, rowsOf } from '../query.ts';

const company = { companyId: 'integer' } as const;
const key = { ...company, entry: 'integer' } as const;
const account = { ...company, accountEntry: 'integer' } as const;
const person = { ...company, employeeNumber: 'integer' } as const;

/** Puts a mail into the outbox, to be sent at once. */
export const create = exec('mails/create', {
  ...{ ...account, entry: 'integer', id: 'text', kind: 'text', linkSeed: 'blob', client: 'text?' },
  ...{ now: 'integer', expiresAt: 'integer' },
});

/** Puts notices to employees into the outbox, for those who get them, each not before `soonest`. */
export const createNotices = exec('mails/create_notices', {
  ...{ ...company, now: 'integer', expiresAt: 'integer', soonest: 'integer', apart: 'integer' },
  notices: rowsOf({
    ...{ entry: 'integer', id: 'text', kind: 'text', employeeNumber: 'integer', subject: 'text' },
  }),
});

/** What accounts that wait to be told of a kind will be told. */
export const renewAccountNotices = exec('mails/renew_account_notices', {
  ...{ ...company, kind: 'text', subject: 'text?', accounts: listOf('integer') },
});

/** Puts notices of one kind to accounts into the outbox, for those who get them. */
export const createAccountNotices = exec('mails/create_account_notices', {
  ...{ ...company, kind: 'text', subject: 'text?', now: 'integer', expiresAt: 'integer' },
  ...{ apart: 'integer', sameSince: 'integer' },
  notices: rowsOf({ entry: 'integer', id: 'text', accountEntry: 'integer' }),
});

/** Since when the mail waits that is due next; null where nothing waits. */
export const findWaiting = one('mails/find_waiting', {}, { since: 'integer?' });

/** The next mail of each company that has one. */
export const listDue = many('mails/list_due', { now: 'integer', horizon: 'integer' }, key);

const waiting = {
  id: 'text',
  kind: 'text',
  linkSeed: 'blob?',
  client: 'text?',
  employeeNumber: 'integer?',
  accountEntry: 'integer?',
  ownRole: 'text?',
  isAdmin: 'integer?',
  portalRole: 'text?',
  createdAt: 'integer',
  expiresAt: 'integer',
  companyName: 'text',
  mode: 'text',
  disabledAt: 'integer?',
  deactivatedAt: 'integer?',
  email: 'text?',
  name: 'text?',
  hasEmail: 'flag',
  isUnwanted: 'flag',
  /** That of the receiver, or of the company. */
  language: 'text',
} as const;

/** A mail that waits, with its receiver as they are now. */
export type WaitingMail = Of<typeof waiting>;

export const find = one('mails/find', key, waiting);

/** Whether a link with that hash is the one of the account that a mail goes to. */
export const findLink = one('mails/find_link', { ...key, hash: 'blob' }, { isCurrent: 'integer' });

/** What somebody waits to be told of, `most` at most. `subject` is what the outbox has of it. */
export const listNotices = many(
  'mails/list_notices',
  { ...person, kind: 'text', most: 'integer' },
  { entry: 'integer', id: 'text', subject: 'text' },
);

/** Redemptions as they are, but for those that nothing was decided about. */
export const listRedemptions = many(
  'mails/list_redemptions',
  { ...company, ids: listOf('text') },
  { item: 'text', price: 'integer', status: 'text', reason: 'text?' },
);

/** Those among badges that somebody holds. */
export const listBadges = many(
  'mails/list_badges',
  { ...person, codes: listOf('text') },
  { name: 'text', description: 'text?' },
);

/** Those among thanks to somebody that are shown. */
export const listThanks = many(
  'mails/list_thanks',
  { ...person, ids: listOf('text') },
  { from: 'text?', value: 'text', message: 'text?', coins: 'integer' },
);

/** Coins that somebody won, with the reason that names the contest. */
export const listPrizes = many(
  'mails/list_prizes',
  { ...person, entries: listOf('integer') },
  { coins: 'integer', reason: 'text?' },
);

/** How far somebody is. */
export const findProgress = one('mails/find_progress', person, {
  ...{ xp: 'integer', coins: 'integer', departmentNumber: 'integer?' },
});

export const holdBack = exec('mails/hold_back', { ...person, kind: 'text', until: 'integer' });

export const findAttempts = one('mails/find_attempts', key, {
  ...{ attempts: 'integer', kind: 'text', employeeNumber: 'integer?' },
});

/** Records what became of a mail that waits. Unless it goes on waiting, nothing is left of which its link could be made. */
export const record = exec('mails/record', {
  ...{ ...key, state: 'text', attempts: 'integer', attemptedAt: 'integer' },
  ...{ nextAttemptAt: 'integer?', status: 'integer?', error: 'text?' },
});

export const countWaiting = one(
  'mails/count_waiting',
  { ...company, most: 'integer' },
  { count: 'integer' },
);

/** How many of those are due. */
export const countDue = one(
  'mails/count_due',
  { ...company, now: 'integer', most: 'integer' },
  { count: 'integer' },
);

/** How many of those have a link. */
export const countLinks = one(
  'mails/count_links',
  { ...company, most: 'integer' },
  { count: 'integer' },
);

const made = { since: 'integer', kind: 'text', most: 'integer' } as const;

/** When mails of a kind to an account were made, since then. */
export const listToAccount = many(
  'mails/list_to_account',
  { ...account, ...made },
  { createdAt: 'integer' },
);

/** How many of a kind a company has made since then, `most` at most. */
export const countInCompany = one(
  'mails/count_in_company',
  { ...company, ...made },
  { count: 'integer' },
);

/** How many mails of all companies are on record, wait, are tried again, and were given up since then. */
export const summarize = one(
  'mails/summarize',
  { since: 'integer' },
  { kept: 'integer', waiting: 'integer', retried: 'integer', failed: 'integer' },
);

/** What went wrong with those, most frequent first. */
export const listErrors = many(
  'mails/list_errors',
  { since: 'integer' },
  { error: 'text?', status: 'integer?', count: 'integer' },
);

export const findState = one(
  'mails/find_state',
  { before: 'integer' },
  { count: 'integer', oldestAt: 'integer?', expired: 'integer' },
);

export const deleteOld = exec('mails/delete_old', { before: 'integer', count: 'integer' });

export const deleteToAccount = exec('mails/delete_to_account', account);

export const deleteToEmployee = exec('mails/delete_to_employee', person);

export const deleteAll = exec('mails/delete_all', company);
