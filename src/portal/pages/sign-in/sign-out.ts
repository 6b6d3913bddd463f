import { ROLES } from '../../../domain/portal-role.ts';
import { formAction } from '../../forms/action.ts';
import { buttonForm } from '../../forms/form.ts';

/** Ends the session in this browser. */
export const signOut = formAction({
  path: '/sign-out',
  roles: ROLES,
  form: buttonForm('sign-out', ({ signIn }) => signIn.signOut),
  submit: async ({ session, changeAs }) => {
    const { companyId, id, sessionId } = session;
    const input = { account: id, session: sessionId };
    await changeAs({ companyId, account: id }, 'endSession', input);
    return { to: '/portal/sign-in', session: null };
  },
});
