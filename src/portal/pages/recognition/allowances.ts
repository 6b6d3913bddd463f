import { type Html, html } from '../../../http/response/html.ts';
import {
  type DepartmentAllowance,
  departmentAllowances,
  MAX_ALLOWANCE,
} from '../../../service/kudos/kudos-settings.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { hiddenCount, optional, pick, whole } from '../../forms/kinds.ts';
import type { Call } from '../../request/call.ts';
import { isolated, unseen } from '../../view/marks.ts';
import { explained, panel } from '../../view/panel.ts';
import { table } from '../../view/table.ts';
import { departmentChoices } from '../departments/department-choices.ts';
import { EDITORS } from '../roles.ts';
import { RECOGNITION } from './recognition-head.ts';

const PAGE = `${RECOGNITION}/settings`;

/** Gives a department an allowance of its own, or that of all others again. */
export const setAllowance = formAction({
  path: `${PAGE}/allowance`,
  roles: EDITORS,
  form: defineForm({
    id: 'own-allowance',
    fields: {
      seen: optional(hiddenCount()),
      department: pick(),
      allowance: optional(whole({ min: 0, max: MAX_ALLOWANCE, isShort: true })),
    },
    texts: ({ recognition, boards, forms }) => ({
      button: forms.save,
      fields: {
        department: boards.departmentField,
        allowance: { label: recognition.ownAllowance, hint: recognition.ownAllowanceHint },
      },
    }),
  }),
  submit: async (call, input) => {
    const before = ownOf(call, input.department);
    const after = await call.change('setAllowance', input);
    const { recognition } = call.t;
    const now = after.find(({ id }) => id === input.department);
    const name = isolated(now?.name ?? before?.name ?? '');
    const done = now
      ? recognition.hasAllowance({ name, points: now.allowance })
      : recognition.hasNoAllowance({ name });
    return { to: call.href(PAGE), done };
  },
});

const ownOf = (
  { services, company }: Call<string>,
  department: string | null,
): DepartmentAllowance | undefined =>
  departmentAllowances(services.db, company.companyId).find(({ id }) => id === department);

/** The departments whose people have another allowance, and the form for one of them. */
export function allowancesPanel(
  call: Call,
  all: readonly DepartmentAllowance[],
  isEditor: boolean,
): Html {
  const { t, href, query } = call;
  const { recognition } = t;
  const list = table<DepartmentAllowance>({
    ...{ label: recognition.allowances, rows: all },
    columns: [
      { head: t.boards.departmentField, cell: ({ name }) => isolated(name) },
      {
        ...{ head: recognition.ownAllowance, isNumber: true },
        cell: ({ allowance }) => t.format.number(allowance),
      },
      ...(isEditor
        ? [
            {
              ...{ head: t.thanks.change, isHeadHidden: true, isNumber: true },
              cell: ({ id, name }: DepartmentAllowance) =>
                html`<a class="btn s" href="${href(PAGE)}?department=${id}#allowances">${t.thanks.change}${unseen(html` ${isolated(name)}`)}</a>`,
            },
          ]
        : []),
    ],
  });
  const chosen = ownOf(call, query.get('department'));
  const form = setAllowance.write(call, {
    values: {
      department: chosen?.id ?? '',
      allowance: chosen?.allowance ?? null,
      seen: chosen?.allowance ?? null,
    },
    options: { department: departmentChoices(call, recognition.chooseDepartment, chosen?.id) },
    query: chosen ? `?department=${chosen.id}` : '',
    kind: '',
  });
  return panel({ id: 'allowances', title: recognition.allowances, isFull: true }, [
    html`${all.length === 0 ? '' : list}`,
    html`<div class="pad narrow">${explained(recognition.allowancesText)}${isEditor ? form : ''}</div>`,
  ]);
}
