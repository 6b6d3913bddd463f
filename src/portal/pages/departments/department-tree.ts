import type { Call } from '../../request/call.ts';
import type { CompanyReads } from '../../request/company-reads.ts';

/** All departments of the company, each followed by those below it. */
export const departmentTree = ({ reads, company }: Call): ReturnType<CompanyReads['tree']> =>
  reads.tree(company.companyId);
