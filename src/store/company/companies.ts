import { exec, many, type Of, one } from '../query.ts';

const company = {
  companyId: 'integer',
  id: 'text',
  name: 'text',
  mode: 'text',
  createdAt: 'integer',
} as const;

export type CompanyRow = Of<typeof company>;

export const nextId = one('companies/next_id', {}, { companyId: 'integer' });

export const create = exec('companies/create', {
  companyId: 'integer',
  id: 'text',
  name: 'text',
  nameKey: 'text',
  mode: 'text',
  liveCompanyId: 'integer?',
  now: 'integer',
});

export const rename = exec('companies/rename', {
  companyId: 'integer',
  name: 'text',
  nameKey: 'text',
});

const programme = {
  askAboveXp: 'integer',
  askAboveCoins: 'integer',
  ties: 'text',
  worthOf100Coins: 'integer',
  currency: 'text',
  welcomeXp: 'integer',
  welcomeCoins: 'integer',
  welcomeReason: 'text',
  about: 'text?',
  language: 'text',
  timeZone: 'text',
  unwantedMail: 'text',
  ranking: 'text',
  hideNamesInApi: 'flag',
  rosterAuthority: 'text',
  smallestGroup: 'integer',
  managersSeePeople: 'flag',
} as const;

/** Of a sandbox that of its company. */
export const findProgramme = one(
  'companies/find_programme',
  { companyId: 'integer' },
  { ...programme, coinsPer100Xp: 'integer' },
);

/** What people see of each other; of a sandbox its own. */
export const findPrivacy = one(
  'companies/find_privacy',
  { companyId: 'integer' },
  { ranking: 'text', smallestGroup: 'integer', managersSeePeople: 'flag' },
);

/** What newcomers are given; of a sandbox what its company gives. */
export const findWelcome = one(
  'companies/find_welcome',
  { companyId: 'integer' },
  { xp: 'integer', coins: 'integer', reason: 'text' },
);

export const setProgramme = exec('companies/set_programme', {
  companyId: 'integer',
  ...programme,
});

export const find = one(
  'companies/find',
  { companyId: 'integer' },
  { ...company, revision: 'integer', generation: 'integer' },
);

export const findById = one('companies/find_by_id', { id: 'text' }, company);

export const findLiveByName = one('companies/find_live_by_name', { nameKey: 'text' }, company);

export const findSandbox = one('companies/find_sandbox', { companyId: 'integer' }, company);

/** Every company, sandboxes included. */
export const listIds = many('companies/list_ids', {}, { companyId: 'integer', id: 'text' });

export const listLive = many('companies/list_live', {}, company);

/** Gives no row while the company is held, and neither do those that hand out numbers. */
export const beginRevision = one(
  'companies/begin_revision',
  { companyId: 'integer', now: 'integer' },
  { revision: 'integer', mode: 'text' },
);

const counted = [{ companyId: 'integer', count: 'integer' }, { first: 'integer' }] as const;

/** Hands out `count` consecutive entry numbers, one sequence for all ledgers, lists and logs of a company. */
export const takeEntries = one('companies/take_entries', ...counted);

/** Hands out `count` consecutive sequence numbers of events. */
export const takeEvents = one('companies/take_events', ...counted);

export const takeEmployeeNumbers = one('companies/take_employee_numbers', ...counted);

export const takeDepartmentNumbers = one('companies/take_department_numbers', ...counted);

export const listSsoDomains = many(
  'companies/list_sso_domains',
  { companyId: 'integer' },
  { domain: 'text' },
);

/** The companies that sign in with a domain. */
export const listBySsoDomain = many(
  'companies/list_by_sso_domain',
  { domain: 'text' },
  { companyId: 'integer' },
);

/** The domains of the company that a sandbox belongs to. */
export const listLiveSsoDomains = many(
  'companies/list_live_sso_domains',
  { companyId: 'integer' },
  { domain: 'text' },
);

/** The domains at which people without an email have their addresses. */
export const listNoEmailDomains = many(
  'companies/list_no_email_domains',
  { companyId: 'integer' },
  { domain: 'text' },
);

export const addNoEmailDomain = exec('companies/add_no_email_domain', {
  companyId: 'integer',
  domain: 'text',
});

/** How many people, active or not, have an address at a domain. */
export const countAtDomain = one(
  'companies/count_at_domain',
  { companyId: 'integer', domain: 'text' },
  { count: 'integer' },
);

/** Active people who have an email that is on none of the domains; nobody where any domain is allowed. Scans everybody. */
export const countOutsideSsoDomains = one(
  'companies/count_outside_sso_domains',
  { companyId: 'integer' },
  { count: 'integer' },
);

export const addSsoDomain = exec('companies/add_sso_domain', {
  companyId: 'integer',
  domain: 'text',
});

export const clearSsoDomains = exec('companies/clear_sso_domains', { companyId: 'integer' });

/** Active departments, and keys that can be used now. Scans every row, so only commands use it. */
export const countContents = one(
  'companies/count_contents',
  { companyId: 'integer', now: 'integer' },
  { active: 'integer', deactivated: 'integer', departments: 'integer', keys: 'integer' },
);
