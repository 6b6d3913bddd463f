import { failure } from '../../../domain/errors.ts';
import { type Html, html } from '../../../http/response/html.ts';
import {
  type KudosValue,
  listKudosValues,
  MAX_VALUE_NAME,
} from '../../../service/kudos/kudos-values.ts';
import { changeAction, formAction } from '../../forms/action.ts';
import { buttonForm, defineForm } from '../../forms/form.ts';
import { text } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { isolated } from '../../view/marks.ts';
import { pageHead } from '../../view/page-head.ts';
import { explained, panel } from '../../view/panel.ts';
import { definePage } from '../page.ts';
import { EDITORS, mayEdit, READERS } from '../roles.ts';
import { RECOGNITION } from './recognition-head.ts';

const ABOVE = `${RECOGNITION}/values`;
const PATH = `${ABOVE}/:code`;

/** @throws EngagedError `not_found` */
function requireValue({ services, company, params }: Call<'code'>): KudosValue {
  const all = listKudosValues(services.db, company.companyId);
  const found = all.find(({ code }) => code === params.code);
  if (!found) throw failure('kudos_value_not_found');
  return found;
}

const rename = changeAction({
  path: PATH,
  roles: EDITORS,
  of: requireValue,
  form: defineForm({
    ...{ id: 'value', fields: { name: text({ max: MAX_VALUE_NAME }) } },
    texts: ({ recognition, forms }) => ({
      button: forms.save,
      fields: { name: { label: recognition.valueName, hint: recognition.renameHint } },
    }),
  }),
  submit: async (call, { changes, seen }, { subject: { code } }) => {
    const { name } = await call.change('saveValue', { code, changes, seen: { ...seen, code } });
    return { to: call.href(ABOVE), done: call.t.recognition.isRenamed({ name: isolated(name) }) };
  },
});

const turn = (active: boolean) => ({
  roles: EDITORS,
  of: requireValue,
  submit: async (call: Call<'code'>, _: object, { subject: { code } }: { subject: KudosValue }) => {
    const { recognition } = call.t;
    const seen = { code, active: !active };
    const { name } = await call.change('saveValue', { code, changes: { active }, seen });
    const done = active ? recognition.isRestored : recognition.isRetired;
    return { to: call.href(ABOVE), done: done({ name: isolated(name) }) };
  },
});

const retire = formAction({
  ...{ path: `${PATH}/retire`, ...turn(false) },
  form: buttonForm('retire', ({ recognition }) => recognition.retire),
});

const restore = formAction({
  ...{ path: `${PATH}/restore`, ...turn(true) },
  form: buttonForm('restore', ({ recognition }) => recognition.restore),
});

/** One value: its name, and whether people thank for it. */
export const oneValuePage = definePage({
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  actions: [rename, retire, restore],
  show: (call) => {
    const { t, href, session } = call;
    const value = requireValue(call);
    const above = { href: href(ABOVE), label: t.recognition.titles.values };
    const lead = html`<code>${value.code}</code>${value.active ? '' : html` <span class="chip">${t.recognition.notUsed}</span>`}`;
    return {
      title: value.name,
      current: RECOGNITION,
      body: html`${pageHead({ title: isolated(value.name), above, lead })}
<div class="stack">${mayEdit(session.role) ? editPanels(call, value) : ''}</div>`,
    };
  },
});

function editPanels(call: Call<'code'>, { name, active }: KudosValue): Html {
  const { recognition } = call.t;
  const end = active
    ? [explained(recognition.retireText), retire.write(call, { kind: 'bad' })]
    : [explained(recognition.restoreText), restore.write(call, { kind: '' })];
  return html`${panel({ id: 'name', title: recognition.rename, isNarrow: true }, rename.write(call, { values: { name } }))}${panel({ id: 'use', title: active ? recognition.retire : recognition.restore, isNarrow: true }, end)}`;
}
