import { exec, listOf, many, type Of, one, rowsOf } from '../query.ts';

const company = { companyId: 'integer' } as const;
const badgeOf = { companyId: 'integer', code: 'text' } as const;
const holder = { companyId: 'integer', employeeNumber: 'integer' } as const;

const record = {
  code: 'text',
  name: 'text',
  description: 'text?',
  category: 'text',
  rarity: 'text',
  iconUrl: 'text?',
  xpThreshold: 'integer?',
  /** How many active people hold it. */
  holders: 'integer',
} as const;

export type BadgeRow = Of<typeof record>;

/** Creates a badge, or redefines the one with that code. */
export const define = exec('badges/define', {
  ...badgeOf,
  name: 'text',
  description: 'text?',
  category: 'text',
  rarity: 'text',
  iconUrl: 'text?',
  now: 'integer',
});

export const find = one('badges/find', badgeOf, record);

export const list = many('badges/list', company, record);
export const count = one('badges/count', company, { count: 'integer' });

/** A page of the catalogue as API objects, by code, starting after one. */
export const listJson = many(
  'badges/list_json',
  { ...company, site: 'text', after: 'text', count: 'integer' },
  { code: 'text', json: 'text' },
);

export const award = exec('badges/award', {
  ...holder,
  code: 'text',
  entry: 'integer',
  awardedAt: 'integer',
});

/** Awards one badge to many people. */
export const awardAll = exec('badges/award_all', {
  ...badgeOf,
  awards: rowsOf({ employeeNumber: 'integer', entry: 'integer', awardedAt: 'integer' }),
});

const employee = { employeeNumber: 'integer' } as const;

/** Those among `numbers` who hold a badge. */
export const listHolders = many(
  'badges/list_holders',
  { ...badgeOf, numbers: listOf('integer') },
  employee,
);

const activeHolder = {
  number: 'integer',
  id: 'text',
  externalId: 'text?',
  email: 'text',
  name: 'text?',
  departmentName: 'text?',
  awardedAt: 'integer',
} as const;

/** An active person who holds a badge. */
export type ActiveHolder = Of<typeof activeHolder>;

/** A page of those who hold a badge, the last one to join first, starting before a number. */
export const listActiveHolders = many(
  'badges/list_active_holders',
  { ...badgeOf, before: 'integer', count: 'integer' },
  activeHolder,
);

/** Null removes the rule. */
export const setThreshold = exec('badges/set_threshold', { ...badgeOf, xpThreshold: 'integer?' });

export const listRules = many('badges/list_rules', company, {
  code: 'text',
  xpThreshold: 'integer',
});

/** Active people with that much all-time XP who never had the badge. */
export const listEligible = many(
  'badges/list_eligible',
  { ...badgeOf, xpThreshold: 'integer' },
  employee,
);

/** How many people `listEligible` lists. */
export const countEligible = one(
  'badges/count_eligible',
  { ...badgeOf, xpThreshold: 'integer' },
  { count: 'integer' },
);

/** Every award to these people, revoked or not. */
export const listEverAwarded = many(
  'badges/list_ever_awarded',
  { ...company, numbers: listOf('integer') },
  { ...employee, code: 'text' },
);

export const findHeld = one(
  'badges/find_held',
  { ...holder, code: 'text' },
  { entry: 'integer', awardedAt: 'integer' },
);

/** Those of some awards that are in force. */
export const listHeldAmong = many(
  'badges/list_held_among',
  { ...company, awards: rowsOf({ employeeNumber: 'integer', entry: 'integer' }) },
  { ...employee, entry: 'integer', code: 'text' },
);

export const revoke = exec('badges/revoke', { ...holder, entry: 'integer', now: 'integer' });

export const countHeld = one('badges/count_held', holder, { count: 'integer' });

/** A page of an employee's badges as API objects, newest first, starting after a key. */
export const listJsonHeld = many(
  'badges/list_json_held',
  { ...holder, site: 'text', awardedAt: 'integer', entry: 'integer', count: 'integer' },
  { awardedAt: 'integer', entry: 'integer', json: 'text' },
);
