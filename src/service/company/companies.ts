import { conflict, failure, invalid } from '../../domain/errors.ts';
import { newId } from '../../domain/id.ts';
import { isoTime } from '../../domain/iso-time.ts';
import { requireLabel } from '../../domain/label.ts';
import type { Picture } from '../../domain/pictures/picture.ts';
import { ssoDomainSpellings } from '../../domain/sso-domain.ts';
import { fold } from '../../domain/text.ts';
import type { CompanyRow } from '../../store/company/companies.ts';
import * as companies from '../../store/company/companies.ts';
import type { Database } from '../../store/database.ts';
import { listNoEmailDomains } from '../people/no-email.ts';
import { logoOf, setLogo } from '../pictures/pictures.ts';
import {
  beginCompanyWrite,
  type CompanyWrite,
  recordAuditEvent,
  requireCompany,
} from './company-write.ts';
import { type ProgrammeChanges, programmeOf, setProgramme } from './programme.ts';
import { fillSandbox } from './sandbox.ts';

const SANDBOX_SUFFIX = ' (sandbox)';

/** In characters. The sandbox's name, which is the company's with a suffix, has at most 150. */
export const MAX_COMPANY_NAME = 150 - SANDBOX_SUFFIX.length;

/** A live company with the sandbox beside it. */
export type CompanyPair = { company: CompanyRow; sandbox: CompanyRow };

/**
 * Creates a company and its filled sandbox as one transaction. With empty `ssoDomains` any email domain is allowed.
 *
 * @throws EngagedError `validation_failed`; `conflict` where another company bears the name
 */
export const createCompany = (
  db: Database,
  input: { name: string; ssoDomains: readonly string[]; now: number; actor: string },
): CompanyPair =>
  db.write(() => {
    const { now, actor } = input;
    const name = requireName(db, input.name, null);
    const companyId = add(db, { name, liveCompanyId: null, now });
    const sandboxName = name + SANDBOX_SUFFIX;
    const sandboxId = add(db, { name: sandboxName, liveCompanyId: companyId, now });
    const write = beginCompanyWrite(db, { companyId, now, actor });
    const domains = setSsoDomains(write, input.ssoDomains);
    const company = requireCompany(db, companyId);
    recordAuditEvent(write, 'company.create', ['company', company.id], {
      after: { name, sso_domains: domains },
    });
    fillSandbox(beginCompanyWrite(db, { companyId: sandboxId, now, actor }));
    return { company, sandbox: requireCompany(db, sandboxId) };
  });

/** A new list of sign-in domains, or what is added to the present one and removed from it. */
export type SsoDomainChange =
  | readonly string[]
  | { add: readonly string[]; remove: readonly string[] };

/**
 * Renames a company, or changes its sign-in domains, its logo or its programme. An omitted field stays unchanged.
 *
 * @throws EngagedError `validation_failed`; `conflict` where another company bears the name
 */
export function updateCompany(
  write: CompanyWrite,
  input: {
    name?: string | undefined;
    ssoDomains?: SsoDomainChange | undefined;
    /** Null for none. */
    logo?: Picture | null | undefined;
  } & ProgrammeChanges,
): void {
  const { db, companyId } = write;
  const before = requireCompany(db, companyId);
  const domainsBefore = listSsoDomains(db, companyId);
  const programmeBefore = programmeOf(db, companyId);
  const logoBefore = logoOf(db, companyId);
  if (input.name !== undefined) {
    const name = requireName(db, input.name, companyId);
    const sandbox = db.one(companies.findSandbox, { companyId });
    rename(db, companyId, name);
    if (sandbox) rename(db, sandbox.companyId, name + SANDBOX_SUFFIX);
  }
  if (input.ssoDomains !== undefined) {
    setSsoDomains(write, applyChange(domainsBefore, input.ssoDomains));
  }
  if (input.logo !== undefined) setLogo(write, input.logo);
  setProgramme(write, input);
  recordAuditEvent(write, 'company.update', ['company', before.id], {
    before: {
      ...{ name: before.name, sso_domains: domainsBefore, logo_url: logoBefore },
      ...programmeBefore,
    },
    after: {
      name: requireCompany(db, companyId).name,
      sso_domains: listSsoDomains(db, companyId),
      logo_url: logoOf(db, companyId),
      ...programmeOf(db, companyId),
    },
  });
}

/**
 * A company with the API's field names, its sign-in domains in every accepted spelling, and its sandbox, which a
 * sandbox does not have. Scans every row of both to count them.
 */
export function showCompany(db: Database, companyId: number, now: number) {
  const { id, name, createdAt } = requireCompany(db, companyId);
  const sandbox = db.one(companies.findSandbox, { companyId });
  return {
    id,
    name,
    created_at: isoTime(createdAt),
    sso_domains: listSsoDomains(db, companyId),
    logo_url: logoOf(db, companyId),
    ...programmeOf(db, companyId),
    counts: countContents(db, companyId, now),
    sandbox: sandbox
      ? { id: sandbox.id, name: sandbox.name, counts: countContents(db, sandbox.companyId, now) }
      : null,
  };
}

function applyChange(before: readonly string[], change: SsoDomainChange): readonly string[] {
  if (!('add' in change)) return change;
  const domains = new Set([...before, ...change.add.flatMap(ssoDomainSpellings)]);
  for (const spelling of change.remove.flatMap(ssoDomainSpellings)) {
    if (!domains.delete(spelling)) {
      throw invalid(`A domain to remove is not in the list: ${before.join(', ') || 'it is empty'}`);
    }
  }
  if (domains.size === 0 && before.length > 0) {
    throw invalid('Without any domain, people sign in with any address. To allow that: --no-sso');
  }
  return [...domains];
}

/** How many active people have an email address on none of the company's sign-in domains. */
export const countOutsideSsoDomains = (db: Database, companyId: number): number =>
  db.one(companies.countOutsideSsoDomains, { companyId })?.count ?? 0;

const listSsoDomains = (db: Database, companyId: number): string[] =>
  db.all(companies.listSsoDomains, { companyId }).map(({ domain }) => domain);

/** How much a company holds; `keys` are those that are neither revoked nor expired. */
function countContents(db: Database, companyId: number, now: number) {
  const counts = db.one(companies.countContents, { companyId, now });
  if (!counts) throw new Error('a count gave no row');
  return counts;
}

function add(
  db: Database,
  company: { name: string; liveCompanyId: number | null; now: number },
): number {
  const companyId = db.one(companies.nextId, {})?.companyId ?? 1;
  db.run(companies.create, {
    ...company,
    companyId,
    id: newId(company.now),
    nameKey: fold(company.name),
    mode: company.liveCompanyId === null ? 'live' : 'test',
  });
  return companyId;
}

function requireName(db: Database, text: string, companyId: number | null): string {
  const name = requireLabel('name', text, MAX_COMPANY_NAME);
  const existing = db.one(companies.findLiveByName, { nameKey: fold(name) });
  if (existing && existing.companyId !== companyId) {
    throw conflict('Another company already has this name');
  }
  return name;
}

const rename = (db: Database, companyId: number, name: string) =>
  db.run(companies.rename, { companyId, name, nameKey: fold(name) });

function setSsoDomains({ db, companyId }: CompanyWrite, texts: readonly string[]): string[] {
  const domains = texts.flatMap(ssoDomainSpellings);
  const noEmail = new Set(listNoEmailDomains(db, companyId));
  if (domains.some((domain) => noEmail.has(domain))) throw failure('no_email_domain_of_sign_in');
  db.run(companies.clearSsoDomains, { companyId });
  for (const domain of domains) db.run(companies.addSsoDomain, { companyId, domain });
  return domains;
}
