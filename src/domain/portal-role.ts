/** What an account may do in the portal, from the most to the least. */
export const ROLES = ['owner', 'admin', 'manager', 'viewer', 'none'] as const;
export type Role = (typeof ROLES)[number];

/** The roles of an account without an employee: a manager is one of a department, and `none` has only a page of its own. */
export const OWN_ROLES = ['owner', 'admin', 'viewer'] as const satisfies readonly Role[];
export type OwnRole = (typeof OWN_ROLES)[number];

/** The role that follows from what is on record of an employee. */
export function roleOfEmployee(isAdmin: boolean, portalRole: string | null): Role {
  if (isAdmin) return portalRole === 'owner' ? 'owner' : 'admin';
  return portalRole === 'manager' || portalRole === 'viewer' ? portalRole : 'none';
}

/** What is put on record of an employee, so that a role follows from it. */
export const recordOfRole = (role: Role): { isAdmin: 0 | 1; portalRole: string | null } => ({
  isAdmin: role === 'owner' || role === 'admin' ? 1 : 0,
  portalRole: role === 'admin' || role === 'none' ? null : role,
});
