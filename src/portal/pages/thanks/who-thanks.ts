import type { KudosViewer } from '../../../service/kudos/kudos-posts.ts';
import * as kudosSettings from '../../../store/kudos/kudos-settings.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import { Refused } from '../../forms/refused.ts';
import type { Call } from '../../request/call.ts';
import { findMe } from '../me/find-me.ts';

/** Whether people of the company thank each other. */
export const hasThanks = ({ reads, company }: Call): boolean => reads.hasThanks(company.companyId);

/** Whether whoever is signed in may give thanks in the company that the page shows. */
export const mayGive = (call: Call): boolean => {
  const { companyId, isSandbox } = call.company;
  const { employeeNumber } = call.session;
  if (employeeNumber === null || isSandbox || !hasThanks(call)) return false;
  return call.services.db.one(kudosSettings.findPart, { companyId, employeeNumber }) === undefined;
};

/** Who does something with thanks. @throws Refused for an account without an employee */
export function requireMe(call: Call): EmployeeRow {
  const me = findMe(call);
  if (!me) throw new Refused(call.t.shop.noEmployee);
  return me;
}

/** Who looks: an account without an employee sees what everybody may see. */
export const viewerOf = (me: EmployeeRow | undefined): KudosViewer =>
  me ?? { number: 0, departmentNumber: null };
