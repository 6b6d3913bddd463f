import { type Html, html } from '../../../http/response/html.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import { formAction } from '../../forms/action.ts';
import { requireTyped } from '../../forms/confirm.ts';
import { defineForm } from '../../forms/form.ts';
import { text, typed } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { explained, panel } from '../../view/panel.ts';
import { definePage } from '../page.ts';
import { OWNERS } from '../roles.ts';
import { noteLook } from './noted-look.ts';
import { requirePerson } from './require-person.ts';

const PATH = '/people/:id';

/** Everything on record about a person, as a file. */
export const exportPage = definePage({
  path: `${PATH}/export.json`,
  roles: OWNERS,
  isOfCompany: true,
  type: 'application/json',
  needsPassword: true,
  isRecorded: true,
  show: async (call) => {
    const person = requirePerson(call);
    const { id } = person;
    const { companyId } = call.company;
    const order = { companyId, employee: id, now: call.now };
    const record = await call.services.ranker.collectPerson(order);
    await noteLook(call, 'export', person);
    await call.change('recordExport', { employee: id });
    return {
      file: `${id}.json`,
      chunks: (async function* () {
        yield `${JSON.stringify(record, null, 2)}\n`;
      })(),
    };
  },
});

export const erasePerson = formAction({
  path: `${PATH}/erase`,
  roles: OWNERS,
  needsPassword: true,
  of: requirePerson,
  form: defineForm({
    id: 'erase',
    fields: { reason: text({ max: 500 }), confirm: typed() },
    texts: ({ people, forms }) => ({
      ...{ button: people.eraseThis, refused: people.nothingErased },
      fields: { reason: { label: people.whyErase, empty: forms.giveReason }, confirm: '' },
    }),
  }),
  submit: async (call, { reason, confirm }, { subject: { id: employee, email } }) => {
    requireTyped(call, confirm, email);
    const { people } = call.t;
    const erased = await call.change('erasePerson', { employee, reason });
    const others = erased.sandbox_employee_ids.map(
      (id) => html` <a href="/portal/sandbox/people/${id}">${people.sandboxHasThem}</a>`,
    );
    const command = html`<code>engaged vacuum</code>`;
    return {
      to: call.href('/people'),
      done: html`<b>${people.isErased}</b> ${people.vacuumCleans({ command })}${others}`,
    };
  },
});

/** What owners do with everything on record of a person. */
export function dataPanels(call: Call, { id, email }: EmployeeRow): Html {
  const { people } = call.t;
  const download = html`<a class="btn" href="${call.href(`/people/${id}/export.json`)}">${people.downloadJson}</a>`;
  const erase = erasePerson.write(call, {
    fields: { confirm: people.typeEmail({ email: html`<bdi>${email}</bdi>` }) },
    kind: 'kill',
  });
  return html`${panel({ id: 'export', title: people.export }, [explained(people.exportText), download])}
${panel({ id: 'erase', title: people.erase, isDangerous: true }, [explained(people.eraseText), erase])}`;
}
