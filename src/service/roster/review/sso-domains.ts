import { domainOf } from '../../../domain/roster/read-roster.ts';
import * as companies from '../../../store/company/companies.ts';
import type { Database } from '../../../store/database.ts';

/** A result, as far as its failed rows are concerned. */
type WithErrors = { errors: { index: number; code: string; message: string }[] };

/** What a rehearsal in a sandbox, which allows any domain, says about the company itself. */
export type LiveDomains = {
  /** Rows that are good except for the domain of their email. */
  rejected_rows: number;
  sso_domains: string[];
};

const MOST_NAMED = 10;

/** The first domains, as words. */
export const listDomains = (domains: readonly string[]): string => {
  const more = domains.length - MOST_NAMED;
  return `${domains.slice(0, MOST_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
};

/** Names the allowed domains to the operator; over HTTP a key need not know them. */
export function nameAllowedDomains<Result extends WithErrors>(
  db: Database,
  companyId: number,
  result: Result,
): Result {
  if (!result.errors.some(({ code }) => code === 'email_domain_not_allowed')) return result;
  const domains = db.all(companies.listSsoDomains, { companyId }).map(({ domain }) => domain);
  const errors = result.errors.map((error) =>
    error.code === 'email_domain_not_allowed'
      ? { ...error, message: `${error.message}: ${listDomains(domains)}` }
      : error,
  );
  return { ...result, errors };
}

/** Counts the rows that a sandbox takes and its company would reject; null where nothing would be. */
export function checkLiveDomains(
  db: Database,
  companyId: number,
  rows: Iterable<{ email?: string }>,
  { errors }: WithErrors,
): LiveDomains | null {
  const domains = db.all(companies.listLiveSsoDomains, { companyId }).map(({ domain }) => domain);
  if (domains.length === 0) return null;
  const allowed = new Set(domains);
  const failed = new Set(errors.map(({ index }) => index));
  let rejected = 0;
  let index = 0;
  for (const { email = '' } of rows) {
    if (!failed.has(index++) && !allowed.has(domainOf(email.trim()))) rejected++;
  }
  return rejected === 0 ? null : { rejected_rows: rejected, sso_domains: domains };
}
