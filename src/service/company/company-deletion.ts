import { conflict } from '../../domain/errors.ts';
import { isoTime } from '../../domain/iso-time.ts';
import * as companies from '../../store/company/companies.ts';
import * as deletion from '../../store/company/company-deletion.ts';
import type { Database } from '../../store/database.ts';
import * as mailRounds from '../../store/mail/mail-rounds.ts';
import * as mails from '../../store/mail/mails.ts';
import * as erasure from '../../store/people/erasure.ts';
import * as portalAccounts from '../../store/portal/portal-accounts.ts';
import * as portalSessions from '../../store/portal/portal-sessions.ts';
import * as rosterHolds from '../../store/roster/roster-holds.ts';
import * as webhooks from '../../store/webhooks/webhooks.ts';
import { requireCompany, type WriteContext } from './company-write.ts';
import { deleteContents } from './sandbox.ts';

/** What is on record of a deleted company. */
export type DeletedCompany = { id: string; deleted_at: string; actor: string };

/**
 * Deletes a company and its sandbox with everything in them, in one transaction. Their ids, the time and the actor
 * stay on record. Deleted values remain in unused parts of the file until `removeRemnants`.
 *
 * @throws EngagedError `not_found`; `conflict` for a sandbox
 */
export const deleteCompany = (
  db: Database,
  { companyId, now, actor }: WriteContext,
): DeletedCompany =>
  db.write(() => {
    const { id, mode } = requireCompany(db, companyId);
    if (mode === 'test') throw conflict('A sandbox is deleted with its company');
    const sandbox = db.one(companies.findSandbox, { companyId });
    db.run(deletion.record, { companyId, now, actor });
    db.run(deletion.deferReferences, {});
    if (sandbox) deleteOne(db, sandbox.companyId);
    deleteOne(db, companyId);
    db.run(erasure.noteRemnants, { now });
    return { id, deleted_at: isoTime(now), actor };
  });

function deleteOne(db: Database, companyId: number): void {
  db.run(deletion.deleteCompany, { companyId });
  db.run(mails.deleteAll, { companyId });
  db.run(mailRounds.deleteAll, { companyId });
  db.run(portalSessions.deleteAll, { companyId });
  db.run(portalAccounts.deleteAll, { companyId });
  deleteContents(db, companyId);
  db.run(webhooks.deleteAll, { companyId });
  db.run(rosterHolds.end, { companyId });
  db.run(deletion.deleteKeys, { companyId });
  db.run(deletion.deleteAuditLog, { companyId });
  db.run(deletion.deleteAwardActors, { companyId });
  db.run(deletion.deleteSsoDomains, { companyId });
  db.run(deletion.deleteNoEmailDomains, { companyId });
  db.run(deletion.deleteSyncBudgets, { companyId });
}

/** The companies that were deleted, oldest deletion first. */
export const listDeletedCompanies = (db: Database): DeletedCompany[] =>
  db
    .all(deletion.list, {})
    .map(({ id, deletedAt, actor }) => ({ id, deleted_at: isoTime(deletedAt), actor }));
