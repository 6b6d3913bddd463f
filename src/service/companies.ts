import { conflict, notFound } from '../domain/errors.ts';
import { newId } from '../domain/id.ts';
import { requireLabel } from '../domain/label.ts';
import { ssoDomainSpellings } from '../domain/sso-domain.ts';
import { fold } from '../domain/text.ts';
import type { CompanyRow } from '../store/companies.ts';
import * as companies from '../store/companies.ts';
import type { Database } from '../store/database.ts';
import { recordAuditEvent, type WriteContext, writeCompany } from './company-write.ts';
import { fillSandbox } from './sandbox.ts';

const MAX_NAME_LENGTH = 150;

// The sandbox's name is the company's with a suffix, which must fit.
const SANDBOX_SUFFIX = ' (sandbox)';

/** A live company with the sandbox beside it. */
export type CompanyPair = { company: CompanyRow; sandbox: CompanyRow };

/**
 * Creates a company and its filled sandbox. With empty `ssoDomains` any email domain is allowed.
 *
 * @throws EngagedError `validation_failed`; `conflict` where another company bears the name
 */
export const createCompany = (
  db: Database,
  order: { name: string; ssoDomains: readonly string[]; now: number; actor: string },
): CompanyPair =>
  db.write(() => {
    const name = requireName(db, order.name, null);
    const companyId = add(db, { name, liveCompanyId: null, now: order.now });
    const sandboxId = add(db, {
      name: name + SANDBOX_SUFFIX,
      liveCompanyId: companyId,
      now: order.now,
    });
    const domains = setSsoDomains(db, companyId, order.ssoDomains);
    const by = { now: order.now, actor: order.actor };
    writeCompany(db, { companyId, ...by }, (write) =>
      recordAuditEvent(write, {
        action: 'company.create',
        targetKind: 'company',
        targetId: requireCompany(db, companyId).id,
        after: { name, sso_domains: domains },
      }),
    );
    writeCompany(db, { companyId: sandboxId, ...by }, fillSandbox);
    return { company: requireCompany(db, companyId), sandbox: requireCompany(db, sandboxId) };
  });

/**
 * Renames a company, replaces its sign-in domains, or both. An omitted field stays unchanged.
 *
 * @throws EngagedError `validation_failed`, `not_found`; `conflict` where another company bears the name
 */
export const updateCompany = (
  db: Database,
  order: WriteContext & { name?: string | undefined; ssoDomains?: readonly string[] | undefined },
): CompanyRow =>
  writeCompany(db, order, (write) => {
    const { companyId } = order;
    const company = requireCompany(db, companyId);
    const before = { name: company.name, sso_domains: listSsoDomains(db, companyId) };
    if (order.name !== undefined) {
      const name = requireName(db, order.name, companyId);
      const sandbox = db.one(companies.findSandbox, { companyId });
      rename(db, companyId, name);
      if (sandbox) rename(db, sandbox.companyId, name + SANDBOX_SUFFIX);
    }
    if (order.ssoDomains !== undefined) setSsoDomains(db, companyId, order.ssoDomains);
    const after = requireCompany(db, companyId);
    recordAuditEvent(write, {
      action: 'company.update',
      targetKind: 'company',
      targetId: company.id,
      before,
      after: { name: after.name, sso_domains: listSsoDomains(db, companyId) },
    });
    return after;
  });

/** The sign-in domains of a company, in every accepted spelling; empty if any domain is allowed. */
export const listSsoDomains = (db: Database, companyId: number): string[] =>
  db.all(companies.listSsoDomains, { companyId }).map(({ domain }) => domain);

/** How much a company holds; `keys` are those that are neither revoked nor expired. */
export function countCompanyContents(
  db: Database,
  companyId: number,
  now: number,
): { active: number; deactivated: number; departments: number; keys: number } {
  const counts = db.one(companies.countContents, { companyId, now });
  if (!counts) throw notFound('Company not found');
  return counts;
}

function add(
  db: Database,
  company: { name: string; liveCompanyId: number | null; now: number },
): number {
  const next = db.one(companies.nextId, {});
  const companyId = next?.companyId ?? 1;
  db.run(companies.create, {
    companyId,
    id: newId(company.now),
    name: company.name,
    nameKey: fold(company.name),
    mode: company.liveCompanyId === null ? 'live' : 'test',
    liveCompanyId: company.liveCompanyId,
    now: company.now,
  });
  return companyId;
}

function requireName(db: Database, text: string, companyId: number | null): string {
  const name = requireLabel('name', text, MAX_NAME_LENGTH - SANDBOX_SUFFIX.length);
  const existing = db.one(companies.findLiveByName, { nameKey: fold(name) });
  if (existing && existing.companyId !== companyId) {
    throw conflict('Another company already has this name');
  }
  return name;
}

const rename = (db: Database, companyId: number, name: string) =>
  db.run(companies.rename, { companyId, name, nameKey: fold(name) });

function requireCompany(db: Database, companyId: number): CompanyRow {
  const company = db.one(companies.find, { companyId });
  if (!company) throw notFound('Company not found');
  const { id, name, mode, createdAt } = company;
  return { companyId, id, name, mode, createdAt };
}

function setSsoDomains(db: Database, companyId: number, texts: readonly string[]): string[] {
  const domains = texts.flatMap(ssoDomainSpellings);
  db.run(companies.clearSsoDomains, { companyId });
  for (const domain of domains) db.run(companies.addSsoDomain, { companyId, domain });
  return domains;
}
