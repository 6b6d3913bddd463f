import type { CompanyReads } from '../company-reads.ts';
import type { Call } from '../page.ts';

/** All departments of the company, each followed by those below it. */
export const departmentTree = ({ reads, company }: Call): ReturnType<CompanyReads['tree']> =>
  reads.tree(company.companyId);
