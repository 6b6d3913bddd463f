import { roleOfEmployee } from '../../../domain/portal-role.ts';
import type { Messages } from '../../languages/en.ts';

/** The role of an employee. One that the portal does not know is named as it is on record. */
export function roleOnRecord(
  { accounts }: Messages,
  person: { isAdmin: number; portalRole: string | null },
): string {
  const role = roleOfEmployee(person.isAdmin === 1, person.portalRole);
  const { portalRole } = person;
  return role === 'none' && portalRole !== null ? portalRole : accounts.roles[role];
}
