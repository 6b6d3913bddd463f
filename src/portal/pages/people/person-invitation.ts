import { type Html, html } from '../../../http/response/html.ts';
import { INVITATION_DAYS, mayInvite } from '../../../service/portal/invitations.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import * as invitations from '../../../store/portal/invitations.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { hiddenCount, optional } from '../../forms/kinds.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { explained, panel } from '../../view/panel.ts';
import { stateText } from '../accounts/invitation-state.ts';
import { newCards } from '../accounts/new-cards.ts';
import { byMail, newLinks } from '../accounts/new-links.ts';
import { EDITORS } from '../roles.ts';
import { requirePerson } from './require-person.ts';

const PATH = '/people/:id/invite';

/** A button that makes a link or card, beside the end of the one that works now: one that others made since would end. */
const linkForm = (id: string, button: (t: Messages) => string) =>
  defineForm({
    ...{ id, fields: { seen: optional(hiddenCount()) } },
    texts: (t) => ({ button: button(t), fields: {} }),
  });

/** Makes a link with which somebody signs in for the first time. */
export const invitePerson = formAction({
  path: PATH,
  roles: EDITORS,
  needsPassword: true,
  of: requirePerson,
  form: linkForm('invite', ({ invitations }) => invitations.makeLink),
  submit: async (call, { seen }, { subject: { id: employee } }) => {
    const days = INVITATION_DAYS;
    const invited = { employee, days, by: call.session.role, seen };
    const person = await call.change('inviteOne', invited);
    return { done: newLinks(call, [person], { days, next: call.href(`/people/${employee}`) }) };
  },
});

/** Prints a card with which somebody signs in by number, also one who has signed in before. */
export const printPersonCard = formAction({
  path: '/people/:id/card',
  roles: EDITORS,
  needsPassword: true,
  of: requirePerson,
  form: linkForm('card', ({ cards }) => cards.printFor),
  submit: async (call, { seen }, { subject: { id: employee } }) => {
    const made = await call.change('printCard', { employee, by: call.session.role, seen });
    return { done: newCards(call, [made], call.href(`/people/${employee}`)) };
  },
});

/** Whether somebody has signed in, and a link or card for a password; nothing in a sandbox and for those who are not active. */
export function invitationPanel(call: Call, person: EmployeeRow): Html {
  const { t, services, company, now, session } = call;
  if (company.isSandbox || person.deactivatedAt !== null) return html``;
  const [row] = services.db.all(invitations.listPage, {
    ...{ companyId: company.companyId, now, after: person.number - 1, count: 1 },
    ...{ state: null, inDepartments: 0, departments: [] },
  });
  if (row?.number !== person.number) return html``;
  const beside = stateText(call, row);
  const whyNot =
    row.state === 'disabled'
      ? t.invitations.disabledText
      : row.isAtProvider === 1
        ? t.invitations.atProvider
        : mayInvite(session.role, person)
          ? undefined
          : t.invitations.byOwner;
  const card =
    person.externalId === null
      ? []
      : [
          explained(t.cards.printForText),
          printPersonCard.write(call, { kind: '', values: { seen: row.linkExpiresAt } }),
        ];
  const isSignedIn = row.state === 'signed_in';
  const link = [
    explained(isSignedIn ? t.invitations.newLinkText : t.invitations.makeLinkText),
    ...byMail(call),
    invitePerson.write(call, {
      ...{ kind: '', values: { seen: row.linkExpiresAt } },
      ...(isSignedIn && { button: t.invitations.newLink }),
    }),
  ];
  return panel(
    { id: 'invitation', title: t.invitations.signingIn, beside },
    whyNot ? explained(whyNot) : [...link, ...card],
  );
}
