import { type Html, html } from '../../../http/response/html.ts';
import { INVITATION_DAYS, mayInvite } from '../../../service/portal/invitations.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import * as invitations from '../../../store/portal/invitations.ts';
import { formAction } from '../../forms/action.ts';
import { buttonForm } from '../../forms/form.ts';
import type { Call } from '../../request/call.ts';
import { explained, panel } from '../../view/panel.ts';
import { stateText } from '../accounts/invitation-state.ts';
import { newLinks } from '../accounts/new-links.ts';
import { EDITORS } from '../roles.ts';
import { requirePerson } from './require-person.ts';

const PATH = '/people/:id/invite';

/** Makes a link with which somebody signs in for the first time. */
export const invitePerson = formAction({
  path: PATH,
  roles: EDITORS,
  needsPassword: true,
  of: requirePerson,
  form: buttonForm('invite', ({ invitations }) => invitations.makeLink),
  submit: async (call, _, { subject: { id: employee } }) => {
    const days = INVITATION_DAYS;
    const invited = { employee, days, by: call.session.role };
    const person = await call.change('inviteOne', invited);
    return { done: newLinks(call, [person], { days, next: call.href(`/people/${employee}`) }) };
  },
});

/** Whether somebody has signed in, and a link if not; nothing in a sandbox and for those who are not active. */
export function invitationPanel(call: Call, person: EmployeeRow): Html {
  const { t, services, company, now, session } = call;
  if (company.isSandbox || person.deactivatedAt !== null) return html``;
  const [row] = services.db.all(invitations.listPage, {
    ...{ companyId: company.companyId, now, after: person.number - 1, count: 1 },
    ...{ state: null, inDepartments: 0, departments: [] },
  });
  if (row?.number !== person.number) return html``;
  const isDone = row.state === 'signed_in' || row.state === 'disabled';
  const beside = stateText(call, row);
  return panel(
    { id: 'invitation', title: t.invitations.signingIn, beside },
    isDone
      ? explained(t.invitations.doneText)
      : !mayInvite(session.role, person)
        ? explained(t.invitations.byOwner)
        : [explained(t.invitations.makeLinkText), invitePerson.write(call, { kind: '' })],
  );
}
