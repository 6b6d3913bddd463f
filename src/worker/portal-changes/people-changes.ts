import * as v from 'valibot';
import { awardBadge, revokeBadge } from '../../service/badges.ts';
import { deactivateEmployee, reactivateEmployee } from '../../service/employees.ts';
import { awardXp } from '../../service/ledger.ts';
import { keepingOwner } from '../../service/portal/accounts.ts';
import { change, text } from './change.ts';

/** What is done about one person. */
export const PEOPLE_CHANGES = {
  correctXp: change(
    v.object({ employee: text, amount: v.number(), reason: text, at: v.number(), once: text }),
    (write, { employee, ...award }) => awardXp(write, employee, award),
  ),
  awardBadge: change(v.object({ employee: text, code: text }), (write, { employee, code }) =>
    awardBadge(write, employee, code),
  ),
  revokeBadge: change(v.object({ employee: text, code: text }), (write, { employee, code }) =>
    revokeBadge(write, employee, code),
  ),
  deactivateEmployee: change(
    v.object({ employee: text, reason: text }),
    (write, { employee, reason }) =>
      keepingOwner(write, () => deactivateEmployee(write, employee, reason)),
  ),
  reactivateEmployee: change(v.object({ employee: text }), (write, { employee }) =>
    reactivateEmployee(write, employee),
  ),
};
