import { exec, many, type Of, one } from '../query.ts';

const company = { companyId: 'integer' } as const;
const key = { ...company, entry: 'integer' } as const;

export const account = {
  ...key,
  id: 'text',
  employeeNumber: 'integer?',
  employeeId: 'text?',
  email: 'text?',
  name: 'text?',
  ownRole: 'text?',
  isAdmin: 'integer?',
  portalRole: 'text?',
  deactivatedAt: 'integer?',
  departmentNumber: 'integer?',
  passwordHash: 'text?',
  linkExpiresAt: 'integer?',
  createdAt: 'integer',
  disabledAt: 'integer?',
  lastSignInAt: 'integer?',
  issuer: 'text?',
  /** Since when a sign-in with the password needs a code, too. */
  totpSince: 'integer?',
  /** Whether the last link was printed as a card. */
  invitedByCard: 'flag',
  /** When somebody made the last link although there was a password, and who, as the audit log names them. */
  renewedAt: 'integer?',
  renewedBy: 'text?',
  externalId: 'text?',
  hasEmail: 'flag',
  /** What it has chosen; null where it goes by the browser. */
  language: 'text?',
} as const;

/** An account, with the email, name and role of its employee if it has one. */
export type AccountRow = Of<typeof account>;

export const create = exec('portal-accounts/create', {
  ...key,
  id: 'text',
  employeeNumber: 'integer?',
  email: 'text?',
  emailKey: 'text?',
  role: 'text?',
  now: 'integer',
});

export const find = one('portal-accounts/find', { ...company, id: 'text' }, account);

export const findByEmail = one(
  'portal-accounts/find_by_email',
  { ...company, emailKey: 'text' },
  account,
);

/** The account of somebody with an employee number. */
export const findByExternalId = one(
  'portal-accounts/find_by_external_id',
  { ...company, externalId: 'text' },
  account,
);

/** The account of a person at an OpenID provider. */
export const findByIdentity = one(
  'portal-accounts/find_by_identity',
  { issuer: 'text', subject: 'text' },
  account,
);

/** The account of a link that still works. */
export const findByLink = one(
  'portal-accounts/find_by_link',
  { hash: 'blob', now: 'integer', madeBefore: 'integer' },
  account,
);

export const list = many('portal-accounts/list', company, account);

/** What people know accounts by. */
export const listNames = many('portal-accounts/list_names', company, {
  id: 'text',
  email: 'text?',
  name: 'text?',
});

const page = { ...company, before: 'integer', count: 'integer' } as const;

/** Accounts before one, the newest first. */
export const listPage = many('portal-accounts/list_page', page, account);

/** The same, of accounts with a role. */
export const listPageWithRole = many('portal-accounts/list_page_with_role', page, account);

/** What accounts may do that have a role, the oldest first. */
export const listRoles = many(
  'portal-accounts/list_roles',
  { ...company, after: 'integer', count: 'integer' },
  { entry: 'integer', ownRole: 'text?', isAdmin: 'integer?', portalRole: 'text?' },
);

/** An owner who may sign in. */
export const findOwner = one('portal-accounts/find_owner', company, { entry: 'integer' });

/** The names of companies whose owners are all disabled or deactivated. */
export const listOwnerless = many('portal-accounts/list_ownerless', {}, { name: 'text' });

/** Accounts without an employee that have the address of an active one who has no account. */
export const listWithAddressOfEmployee = many(
  'portal-accounts/list_with_address_of_employee',
  company,
  { entry: 'integer', id: 'text', role: 'text', number: 'integer', employeeId: 'text' },
);

/** Makes an account that of an employee, whose role must be on record. Its sessions go on. */
export const giveToEmployee = exec('portal-accounts/give_to_employee', {
  ...key,
  number: 'integer',
});

/** Accounts that have the address of an employee and are not theirs. */
export const listBesideEmployees = many(
  'portal-accounts/list_beside_employees',
  {},
  { id: 'text', employeeId: 'text' },
);

export const setLink = exec('portal-accounts/set_link', {
  ...key,
  hash: 'blob',
  expiresAt: 'integer',
  now: 'integer',
  isCard: 'flag',
  actor: 'text',
});

export const endLink = exec('portal-accounts/end_link', key);

/** Sets a password, which ends all sessions and the link. */
export const setPassword = exec('portal-accounts/set_password', { ...key, passwordHash: 'text' });

export const setLanguage = exec('portal-accounts/set_language', { ...key, language: 'text?' });

export const setEmail = exec('portal-accounts/set_email', {
  ...key,
  email: 'text',
  emailKey: 'text',
});

/** Sets the role of an account without an employee, which ends its sessions. */
export const setRole = exec('portal-accounts/set_role', { ...key, role: 'text' });

/** Disables an account, which ends its sessions and its link; null enables it. */
export const setDisabled = exec('portal-accounts/set_disabled', {
  ...key,
  disabledAt: 'integer?',
});

/** Links an account to a person at an OpenID provider; nulls unlink it. Its link to set a password ends. */
export const setIdentity = exec('portal-accounts/set_identity', {
  ...key,
  issuer: 'text?',
  subject: 'text?',
});

const totp = { secret: 'blob', step: 'integer', recoveryHashes: 'blob' } as const;

/** Switches two-step sign-in on. */
export const setTotp = exec('portal-accounts/set_totp', { ...key, since: 'integer', ...totp });

/** Switches it off. */
export const clearTotp = exec('portal-accounts/clear_totp', key);

/** The second factor of an account that has one. */
export const findTotp = one('portal-accounts/find_totp', key, totp);

export const setTotpStep = exec('portal-accounts/set_totp_step', { ...key, step: 'integer' });

export const setRecoveryHashes = exec('portal-accounts/set_recovery_hashes', {
  ...key,
  recoveryHashes: 'blob',
});

export const noteSignIn = exec('portal-accounts/note_sign_in', { ...key, now: 'integer' });

export const deleteOne = exec('portal-accounts/delete_one', key);

export const deleteAll = exec('portal-accounts/delete_all', company);

export const findOfEmployee = one(
  'portal-accounts/find_of_employee',
  { ...company, number: 'integer' },
  account,
);
