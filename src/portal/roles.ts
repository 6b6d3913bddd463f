import type { Role } from '../domain/portal-role.ts';

// Who may do what in the portal, where several pages share the answer.

/** Change keys, webhooks, roles and sign-in, and erase people. */
export const OWNERS = ['owner'] as const satisfies Role[];
/** Read everything of the company. */
export const READERS = ['owner', 'admin', 'viewer'] as const satisfies Role[];
/** Change everything of the company but keys, webhooks, roles and sign-in. */
export const EDITORS = ['owner', 'admin'] as const satisfies Role[];
/** See people: a manager only those of the department and below. */
export const SEES_PEOPLE = ['owner', 'admin', 'manager', 'viewer'] as const satisfies Role[];

export const mayEdit = (role: Role): boolean => EDITORS.some((one) => one === role);
