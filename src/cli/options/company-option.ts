import type { Command } from 'commander';
import { notFound, UsageError } from '../../domain/errors.ts';
import { isUuid } from '../../domain/id.ts';
import { fold } from '../../domain/text.ts';
import type { CompanyRow } from '../../store/company/companies.ts';
import * as companies from '../../store/company/companies.ts';
import type { Database } from '../../store/database.ts';

/** The company that a command works on; with `test` its sandbox. */
export type CompanyOption = { company?: string | undefined; test?: boolean };

/** `--company` of a command that finds the company of what it names, or asks for the sandbox in another way. */
export const companyOption = ['--company <company>', 'company, by id or name'] as const;

/** Adds `--company` and `--test` to a command. */
export const addCompanyOption = <C extends Command>(command: C): C =>
  command
    .option(
      '--company <company>',
      'company, by id or name (may be left out while there is only one)',
    )
    .option('--test', "act on the company's sandbox");

/**
 * The company that a command works on, or with `--test` its sandbox. The id of a sandbox names that sandbox.
 *
 * @param argumentName how this command takes a company, for the error
 *
 * @throws EngagedError `not_found`, listing some of the existing companies
 * @throws UsageError if several exist and none was named
 */
export function resolveCompany(
  db: Database,
  options: CompanyOption,
  argumentName: '--company' | 'its id or name' = '--company',
): CompanyRow {
  const company =
    options.company === undefined
      ? requireOnlyCompany(db, argumentName)
      : findCompany(db, options.company);
  if (!options.test || company.mode === 'test') return company;
  const sandbox = db.one(companies.findSandbox, { companyId: company.companyId });
  if (!sandbox) throw notFound('This company has no sandbox');
  return sandbox;
}

/**
 * The live company that an argument names; without one the only company.
 *
 * @throws as `resolveCompany`, and UsageError for a sandbox
 */
export function resolveLiveCompany(db: Database, name: string | undefined): CompanyRow {
  const company = resolveCompany(db, { company: name }, 'its id or name');
  if (company.mode === 'test') throw new UsageError('That is a sandbox; name its company');
  return company;
}

function requireOnlyCompany(db: Database, argumentName: string): CompanyRow {
  const all = db.all(companies.listLive, {});
  const [first] = all;
  if (!first)
    throw notFound('There is no company yet. Create one with: engaged company create --name NAME');
  if (all.length > 1) {
    throw new UsageError(
      `There are several companies; name one with ${argumentName}: ${formatCompanies(all)}`,
    );
  }
  return first;
}

function findCompany(db: Database, text: string): CompanyRow {
  const id = text.toLowerCase();
  const found =
    (isUuid(id) ? db.one(companies.findById, { id }) : undefined) ??
    db.one(companies.findLiveByName, { nameKey: fold(text.trim()) });
  if (found) return found;
  throw notFound(
    `Company not found. Existing companies: ${formatCompanies(db.all(companies.listLive, {}))}`,
  );
}

// A data file may hold a thousand companies.
const MAX_LISTED = 10;

function formatCompanies(all: readonly CompanyRow[]): string {
  const named = all.slice(0, MAX_LISTED).map((company) => `${company.name} (${company.id})`);
  const more = all.length - named.length;
  return `${named.join(', ')}${more > 0 ? ` and ${more} more; see: engaged company list` : ''}`;
}
