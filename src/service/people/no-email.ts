import { failure } from '../../domain/errors.ts';
import * as companies from '../../store/company/companies.ts';
import type { Database } from '../../store/database.ts';
import { type CompanyWrite, recordAuditEvent, requireCompany } from '../company/company-write.ts';

/** The domains at which people without an email have their addresses, with one that is to be added. */
export const listNoEmailDomains = (
  db: Database,
  companyId: number,
  added: string | null = null,
): string[] => [
  ...new Set([
    ...db.all(companies.listNoEmailDomains, { companyId }).map(({ domain }) => domain),
    ...(added === null ? [] : [added]),
  ]),
];

/**
 * Lets people without an email have their addresses at a domain: from then on nobody there has one.
 *
 * @throws EngagedError `validation_failed` for a domain with which people sign in, or at which somebody has an email already
 */
export function useNoEmailDomain(write: CompanyWrite, domain: string): void {
  const { db, companyId } = write;
  const signIn = [
    ...db.all(companies.listSsoDomains, { companyId }),
    ...db.all(companies.listLiveSsoDomains, { companyId }),
  ];
  if (signIn.some((one) => one.domain === domain)) throw failure('no_email_domain_of_sign_in');
  // A sandbox keeps no address as it is.
  if (write.mode === 'test' || listNoEmailDomains(db, companyId).includes(domain)) return;
  const people = db.one(companies.countAtDomain, { companyId, domain })?.count ?? 0;
  if (people > 0) throw failure('no_email_domain_taken', { people });
  db.run(companies.addNoEmailDomain, { companyId, domain });
  recordAuditEvent(
    write,
    'company.no_email_domain',
    ['company', requireCompany(db, companyId).id],
    {
      after: { domain },
    },
  );
}
