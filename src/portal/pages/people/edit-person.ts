import { failure } from '../../../domain/errors.ts';
import { html } from '../../../http/response/html.ts';
import { mayChangeAccess } from '../../../service/portal/accounts.ts';
import { mayInvite } from '../../../service/portal/invitations.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import { changeAction } from '../../forms/action.ts';
import type { Call } from '../../request/call.ts';
import { pageHead } from '../../view/page-head.ts';
import { formPanel } from '../../view/panel.ts';
import { personName } from '../../view/person.ts';
import { namingOthers } from '../audit/naming-others.ts';
import { departmentChoices } from '../departments/department-choices.ts';
import { definePage } from '../page.ts';
import { EDITORS } from '../roles.ts';
import { personForm, rosterTexts, valuesOf } from './person-form.ts';
import { nameOf, requirePerson } from './require-person.ts';

const PATH = '/people/:id/edit';

const edit = changeAction({
  path: PATH,
  roles: EDITORS,
  of: requireEditable,
  form: personForm,
  submit: async (call, changes, { subject: { id: employee } }) => {
    const changed = await namingOthers(call, employee, () =>
      call.change('updateEmployee', { employee, ...changes, by: call.session.role }),
    );
    return {
      to: call.href(`/people/${employee}`),
      done: call.t.people.isChanged({ person: personName(call.t, changed) }),
    };
  },
});

/** The record of a person, as far as operators set it. */
export const editPersonPage = definePage({
  path: PATH,
  roles: EDITORS,
  isOfCompany: true,
  actions: [edit],
  show: (call) => {
    const { t, href } = call;
    const person = requireEditable(call);
    const name = nameOf(person);
    const above = [
      { href: href('/people'), label: t.people.title },
      { href: href(`/people/${person.id}`), label: html`<bdi>${name}</bdi>` },
    ];
    const form = edit.write(call, {
      values: valuesOf(person),
      options: {
        department: departmentChoices(call, call.t.people.noDepartment, person.departmentId),
      },
      fields: rosterTexts(t, person),
      left: mayInvite(call.session.role, person) ? [] : ['email'],
      cancel: href(`/people/${person.id}`),
    });
    return {
      title: t.people.editOf({ name }),
      current: '/people',
      body: html`${pageHead({ title: t.people.edit, above, lead: t.people.editLead })}
${formPanel(form)}`,
    };
  },
});

/** @throws EngagedError `not_found`; `forbidden` for an owner, except to owners */
function requireEditable(call: Call<'id'>): EmployeeRow {
  const person = requirePerson(call);
  if (mayChangeAccess(call.session.role, person)) return person;
  throw failure('owner_needed');
}
