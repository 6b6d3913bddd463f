import { ROLES, roleOfEmployee } from '../../../domain/portal-role.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { choice, hidden } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { strong } from '../../view/marks.ts';
import { explained, panel } from '../../view/panel.ts';
import { isOwn, OWNERS } from '../roles.ts';
import { requireOtherPerson } from './require-person.ts';

/** Owners are made and unmade under Accounts. */
const GIVEN = ROLES.filter((role) => role !== 'owner');

/** Gives somebody a role or takes it away. */
export const setRole = formAction({
  path: '/people/:id/role',
  roles: OWNERS,
  needsPassword: true,
  of: requireOtherPerson,
  form: defineForm({
    id: 'role',
    fields: { was: hidden(), role: choice(GIVEN) },
    texts: ({ accounts }) => ({
      button: accounts.changeRole,
      fields: { role: { label: accounts.role, options: accounts.roles } },
    }),
  }),
  submit: async (call, { role, was }, { subject: { id: employee } }) => {
    await call.change('setEmployeeRole', { employee, role, was });
    const { roles, roleIs } = call.t.accounts;
    return { done: roleIs({ role: strong(roles[role]) }) };
  },
});

/** The role of somebody else, for owners. */
export function rolePanel(call: Call, person: EmployeeRow): Html {
  const { t, session } = call;
  if (session.role !== 'owner' || isOwn(call, person.id)) return html``;
  const { accounts, people } = t;
  const role = roleOfEmployee(person.isAdmin === 1, person.portalRole);
  const accountsLink = (label: string) => html`<a href="/portal/accounts">${label}</a>`;
  const content =
    role === 'owner'
      ? [explained(people.isOwner({ link: accountsLink }))]
      : [
          explained(people.roleText),
          setRole.write(call, {
            values: { was: role, role },
            options: { role: GIVEN.map((one) => [one, accounts.roles[one]]) },
            kind: '',
          }),
        ];
  return panel({ id: 'person-role', title: accounts.role }, content);
}
