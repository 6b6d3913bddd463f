import { failure } from '../../domain/errors.ts';
import type { Role } from '../../domain/portal-role.ts';
import { privacyOf } from '../../service/company/privacy.ts';
import type { Call } from '../request/call.ts';

// Who may do what in the portal, where several pages share the answer.

/** Change keys, webhooks, roles and sign-in, and erase people. */
export const OWNERS = ['owner'] as const satisfies Role[];
/** Read everything of the company. */
export const READERS = ['owner', 'admin', 'viewer'] as const satisfies Role[];
/** Change everything of the company but keys, webhooks, roles and sign-in. */
export const EDITORS = ['owner', 'admin'] as const satisfies Role[];
/** See people: a manager only those of the department and below. */
export const SEES_PEOPLE = ['owner', 'admin', 'manager', 'viewer'] as const satisfies Role[];

/** Whether somebody sees people one by one: the company decides it of managers, who see sums otherwise. */
export const seesPeople = ({ session, services, company }: Call): boolean =>
  session.role !== 'manager' || services.db.do(privacyOf(company.companyId)).managersSeePeople;

export const mayEdit = (role: Role): boolean => EDITORS.some((one) => one === role);

/** Whether something belongs to whoever is signed in: their own XP, badges and redemptions are decided by others. */
export const isOwn = ({ session }: Pick<Call, 'session'>, employeeId: string): boolean =>
  session.employeeId === employeeId;

/** @throws EngagedError `forbidden` for what belongs to whoever is signed in */
export function requireOther(call: Call, employeeId: string): void {
  if (!isOwn(call, employeeId)) return;
  throw failure('own_decision');
}
