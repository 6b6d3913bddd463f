import * as v from 'valibot';
import { failure } from '../../domain/errors.ts';
import { OWN_ROLES, ROLES, roleOfEmployee } from '../../domain/portal-role.ts';
import { recordAuditEvent, requireCompany } from '../../service/company/company-write.ts';
import { requireEmployee } from '../../service/people/employee-records.ts';
import { setEmployeeRole } from '../../service/people/employees.ts';
import { eraseEmployee } from '../../service/people/erasure.ts';
import { recordExport } from '../../service/people/person-export.ts';
import {
  changeDisabled,
  changeRole,
  keepingOwner,
  provideAccount,
  requireAccount,
  roleOf,
} from '../../service/portal/accounts.ts';
import { inviteAccount } from '../../service/portal/invitations.ts';
import { resetTotp } from '../../service/portal/totp.ts';
import { change, text } from './change.ts';

/** Who may sign in, and what is done with everything on record of a person. */
export const OWNER_CHANGES = {
  inviteAccount: change(
    v.object({ email: text, role: v.optional(v.picklist(OWN_ROLES)) }),
    (write, input) => ({ secret: inviteAccount(write, provideAccount(write, input)) }),
  ),
  renewLink: change(v.object({ account: text }), (write, { account }) => ({
    secret: inviteAccount(write, requireAccount(write.db, write.companyId, account)),
  })),
  setAccountRole: change(
    v.object({ account: text, role: v.picklist(ROLES), was: text }),
    (write, { account, role, was }) => {
      const before = requireAccount(write.db, write.companyId, account);
      const current = roleOf(before);
      if (current !== was) throw failure('account_role_changed');
      return keepingOwner(write, () => changeRole(write, before, role));
    },
  ),
  setEmployeeRole: change(
    v.object({ employee: text, role: v.picklist(ROLES), was: text }),
    (write, { employee, role, was }) => {
      const { isAdmin, portalRole } = requireEmployee(write.db, write.companyId, employee);
      const before = roleOfEmployee(isAdmin === 1, portalRole);
      // Owners are made and unmade by their accounts, which sees to it that there is one.
      if (before !== was || before === 'owner' || role === 'owner')
        throw failure('account_role_changed');
      const given = role === 'admin' || role === 'none' ? role : { role };
      return setEmployeeRole(write, employee, given);
    },
  ),
  setAccountDisabled: change(
    v.object({ account: text, isDisabled: v.boolean() }),
    (write, { account, isDisabled }) => {
      const before = requireAccount(write.db, write.companyId, account);
      return keepingOwner(write, () => changeDisabled(write, before, isDisabled));
    },
  ),
  resetTotp: change(v.object({ account: text }), (write, { account }) =>
    resetTotp(write, requireAccount(write.db, write.companyId, account)),
  ),
  erasePerson: change(v.object({ employee: text, reason: text }), (write, { employee, reason }) =>
    eraseEmployee(write, employee, reason),
  ),
  recordBackupDownload: change(v.object({ bytes: v.number() }), (write, after) => {
    const { id } = requireCompany(write.db, write.companyId);
    recordAuditEvent(write, 'backup.download', ['company', id], { after });
    return null;
  }),
  recordExport: change(v.object({ employee: text }), (write, { employee }) => {
    recordExport(write, employee);
    return null;
  }),
};
