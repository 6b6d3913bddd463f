import { type Html, html } from '../../../http/response/html.ts';
import {
  type KudosValue,
  listKudosValues,
  MAX_VALUE_NAME,
} from '../../../service/kudos/kudos-values.ts';
import { formAction } from '../../forms/action.ts';
import { buttonForm, defineForm } from '../../forms/form.ts';
import { text } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { strongLink, sub } from '../../view/cells.ts';
import { isolated, unseen } from '../../view/marks.ts';
import { emptyPanel, explained, listing, panel } from '../../view/panel.ts';
import { table } from '../../view/table.ts';
import { definePage } from '../page.ts';
import { EDITORS, mayEdit, READERS } from '../roles.ts';
import { RECOGNITION, recognitionHead } from './recognition-head.ts';

const PATH = `${RECOGNITION}/values`;

const valuePath = (code: string): string => `${PATH}/${encodeURIComponent(code)}`;

const add = formAction({
  path: PATH,
  roles: EDITORS,
  form: defineForm({
    ...{ id: 'value', fields: { name: text({ max: MAX_VALUE_NAME }), code: text({ max: 64 }) } },
    texts: ({ recognition }) => ({
      ...{ button: recognition.addValue, refused: recognition.notAdded },
      fields: {
        name: { label: recognition.valueName, hint: recognition.valueNameHint },
        code: { label: recognition.code, hint: recognition.codeHint },
      },
    }),
  }),
  submit: async (call, { code, name }) => {
    await call.change('saveValue', { code, changes: { name }, seen: {} });
    return { done: call.t.recognition.isAdded({ name: isolated(name) }) };
  },
});

const up = formAction({
  path: `${PATH}/:code/up/:previous`,
  roles: EDITORS,
  form: buttonForm('up', ({ recognition }) => recognition.moveUp),
  submit: async (call) => {
    const { code, previous } = call.params;
    const { name } = await call.change('moveValueUp', { code, previous });
    return { to: call.href(PATH), done: call.t.recognition.isMoved({ name: isolated(name) }) };
  },
});

/** What people thank for, in the order in which pages offer it. */
export const valuesPage = definePage({
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  actions: [add, up],
  show: (call) => {
    const { t, services, company, session } = call;
    const { recognition } = t;
    const all = listKudosValues(services.db, company.companyId);
    const active = all.filter((one) => one.active);
    const retired = all.filter((one) => !one.active);
    const isEditor = mayEdit(session.role);
    const nothing = emptyPanel({
      ...{ icon: 'heart', title: recognition.noValues, text: recognition.noValuesText },
      command: 'engaged kudos values set safety --name "Safety before speed"',
    });
    const form = isEditor
      ? panel({ id: 'new-value', title: recognition.newValue }, add.write(call))
      : '';
    return {
      title: recognition.titles.values,
      current: RECOGNITION,
      body: html`${recognitionHead(call, 'values', recognition.valuesLead)}
<div class="cols"><div class="stack">${active.length === 0 ? nothing : listing(list(call, active, isEditor))}${retired.length === 0 ? '' : retiredPanel(call, retired)}</div>${form}</div>`,
    };
  },
});

const nameIn = ({ href }: Call, { code, name }: KudosValue): Html =>
  html`${strongLink(href(valuePath(code)), isolated(name))}${sub(code)}`;

const list = (call: Call, active: readonly KudosValue[], isEditor: boolean): Html => {
  const { recognition } = call.t;
  const rows = active.map((value, at) => ({ value, previous: active[at - 1] }));
  return table<(typeof rows)[number]>({
    ...{ label: recognition.titles.values, rows },
    columns: [
      { head: recognition.value, cell: ({ value }) => nameIn(call, value) },
      ...(isEditor
        ? [
            {
              ...{ head: recognition.order, isHeadHidden: true, isNumber: true },
              cell: ({ value, previous }: (typeof rows)[number]) =>
                previous === undefined
                  ? ''
                  : up.write(call, {
                      params: { code: value.code, previous: previous.code },
                      button: html`${recognition.moveUp}${unseen(html` ${isolated(value.name)}`)}`,
                      kind: 's',
                    }),
            },
          ]
        : []),
    ],
  });
};

const retiredPanel = (call: Call, retired: readonly KudosValue[]): Html =>
  panel({ id: 'retired', title: call.t.recognition.retired, isFull: true }, [
    html`<ul class="list">${retired.map((value) => html`<li><span class="grow">${nameIn(call, value)}</span></li>`)}</ul>`,
    html`<div class="pad">${explained(call.t.recognition.retiredText)}</div>`,
  ]);
