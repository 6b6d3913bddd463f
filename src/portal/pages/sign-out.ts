import { ROLES } from '../../domain/portal-role.ts';
import type { Action } from '../page.ts';
import { accountPage } from './account.ts';

/** Ends the session in this browser. */
export const signOut: Action = {
  path: '/sign-out',
  roles: ROLES,
  page: accountPage,
  submit: async ({ session, changeAs }) => {
    const { companyId, id, sessionId } = session;
    const input = { account: id, session: sessionId };
    await changeAs({ companyId, account: id }, 'endSession', input);
    return { to: '/portal/sign-in', session: null };
  },
};
