import { html } from '../../../http/response/html.ts';
import { formAction } from '../../forms/action.ts';
import { pageHead } from '../../view/page-head.ts';
import { formPanel } from '../../view/panel.ts';
import { personName } from '../../view/person.ts';
import { departmentChoices } from '../departments/department-choices.ts';
import { definePage } from '../page.ts';
import { EDITORS } from '../roles.ts';
import { newPersonForm } from './person-form.ts';

const PATH = '/people/add';

const add = formAction({
  path: PATH,
  roles: EDITORS,
  form: newPersonForm,
  submit: async (call, person) => {
    const added = await call.change('addEmployee', person);
    return {
      to: call.href(`/people/${added.employee_id}`),
      done: call.t.people.isAdded({ person: personName(call.t, added) }),
    };
  },
});

/** Somebody new who stands in no roster yet. */
export const addPersonPage = definePage({
  path: PATH,
  roles: EDITORS,
  isOfCompany: true,
  actions: [add],
  show: (call) => {
    const { t, href } = call;
    const people = { href: href('/people'), label: t.people.title };
    const form = add.write(call, {
      options: { department: departmentChoices(call, call.t.people.noDepartment) },
      cancel: people.href,
    });
    return {
      title: t.people.add,
      current: '/people',
      body: html`${pageHead({ title: t.people.add, above: people, lead: t.people.addLead })}
${formPanel(form)}`,
    };
  },
});
