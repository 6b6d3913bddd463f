import { html } from '../../http/html.ts';
import type { Action, Page } from '../page.ts';
import { requireTyped } from '../parts/confirm.ts';
import { Refused } from '../parts/form.ts';
import { OWNERS } from '../roles.ts';
import { personPage, requirePerson } from './person.ts';

const PATH = '/people/:id';

/** Everything on record about a person, as a file. */
export const exportPage: Page = {
  path: `${PATH}/export.json`,
  roles: OWNERS,
  isOfCompany: true,
  type: 'application/json',
  needsPassword: true,
  isRecorded: true,
  show: async (call) => {
    const { id } = requirePerson(call);
    const { companyId } = call.company;
    const order = { companyId, employee: id, now: call.now };
    const record = await call.services.ranker.collectPerson(order);
    await call.change('recordExport', { employee: id });
    return {
      file: `${id}.json`,
      chunks: (async function* () {
        yield `${JSON.stringify(record, null, 2)}\n`;
      })(),
    };
  },
};

export const eraseAction: Action = {
  path: `${PATH}/erase`,
  roles: OWNERS,
  page: personPage,
  needsPassword: true,
  submit: async (call, form) => {
    const { id, email } = requirePerson(call);
    const reason = (form.get('erase-why') ?? '').trim();
    if (reason === '') throw new Refused('', { 'erase-why': 'Give a reason.' });
    requireTyped(form, 'email', email);
    const erased = await call.change('erasePerson', { employee: id, reason });
    const others = erased.sandbox_employee_ids.map(
      (one) =>
        html` <a href="/portal/sandbox/people/${one}">The sandbox holds the same person.</a>`,
    );
    return {
      to: call.href('/people'),
      done: html`<b>The person is erased.</b> Unused parts of the data file are cleaned by <code>engaged vacuum</code>.${others}`,
    };
  },
};
