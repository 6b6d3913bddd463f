import { roleName, roleOfEmployee } from '../../domain/portal-role.ts';

/** The role of an employee. One that the portal does not know is named as it is on record. */
export function roleOnRecord(person: { isAdmin: number; portalRole: string | null }): string {
  const role = roleOfEmployee(person.isAdmin === 1, person.portalRole);
  return role === 'none' && person.portalRole !== null ? person.portalRole : roleName(role);
}
