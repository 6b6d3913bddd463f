import type { Mode } from '../../domain/api-key.ts';
import { failure } from '../../domain/errors.ts';
import type { RosterAuthority } from '../../domain/roster/authority.ts';
import type { NumberAttribute } from '../../domain/scim/user.ts';
import type { Database } from '../../store/database.ts';
import * as directory from '../../store/scim/scim-directory.ts';
import { type CompanyWrite, recordAuditEvent } from '../company/company-write.ts';

/** How a company uses a directory, and how many people and groups of it there are. */
export type Directory = {
  mode: Mode;
  numberAttribute: NumberAttribute;
  authority: RosterAuthority;
  users: number;
  groups: number;
};

/** @throws EngagedError `not_found` */
export function requireDirectory(db: Database, companyId: number): Directory {
  const found = db.one(directory.find, { companyId });
  if (!found) throw failure('company_not_found');
  return found as Directory;
}

/** Sets which attribute of the directory is the external id of a person. */
export function setNumberAttribute(write: CompanyWrite, numberAttribute: NumberAttribute): void {
  const { db, companyId } = write;
  const before = requireDirectory(db, companyId).numberAttribute;
  if (before === numberAttribute) return;
  db.run(directory.setNumberAttribute, { companyId, numberAttribute });
  recordAuditEvent(write, 'directory.number', ['company', null], {
    before: { number: before },
    after: { number: numberAttribute },
  });
}

/** Whether the directory alone decides about who is active, so that no roster deactivates anybody. */
export const isDirectoryInCharge = (db: Database, companyId: number): boolean => {
  const { mode, authority } = requireDirectory(db, companyId);
  return mode === 'live' && authority === 'directory';
};
