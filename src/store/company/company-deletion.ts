import { exec, many } from '../query.ts';

const company = { companyId: 'integer' } as const;

/** Records that a company and its sandbox are deleted. */
export const record = exec('company-deletion/record', {
  ...company,
  now: 'integer',
  actor: 'text',
});

/** Checks references when the transaction ends instead of at once. */
export const deferReferences = exec('company-deletion/defer_references', {});

export const deleteCompany = exec('company-deletion/delete_company', company);
export const deleteKeys = exec('company-deletion/delete_keys', company);
export const deleteAuditLog = exec('company-deletion/delete_audit_log', company);
export const deleteAwardActors = exec('company-deletion/delete_award_actors', company);
export const deleteSsoDomains = exec('company-deletion/delete_sso_domains', company);
export const deleteNoEmailDomains = exec('company-deletion/delete_no_email_domains', company);
export const deleteSyncBudgets = exec('company-deletion/delete_sync_budgets', company);

/** The deleted live companies, oldest deletion first. */
export const list = many(
  'company-deletion/list',
  {},
  {
    id: 'text',
    deletedAt: 'integer',
    actor: 'text',
  },
);
