import { type Html, html } from '../../../../http/response/html.ts';
import type { UploadOptions } from '../../../../service/roster/upload/options.ts';
import { entriesOf, type PagedList } from '../../../../service/roster/upload/paged-list.ts';
import type { DifferenceInFile, Plan, RowView } from '../../../../service/roster/upload/preview.ts';
import type { Messages } from '../../../languages/en.ts';
import type { Call } from '../../../request/call.ts';
import { strongLink, sub } from '../../../view/cells.ts';
import { listPanel } from '../../../view/list-panel.ts';
import { isolated, strong } from '../../../view/marks.ts';
import { personName } from '../../../view/person.ts';
import type { Column } from '../../../view/table.ts';
import { changeColumns } from '../changes.ts';
import { keptColumns, missingColumns } from '../missing.ts';
import { changeProfiles, setDeactivation } from './preview-actions.ts';

/** A list of a preview as a panel with its pages. */
export const planPanel = <T>(
  call: Call<'id'>,
  list: PagedList<T>,
  options: { id: string; title: string; columns: readonly Column<T>[]; beside?: string | Html },
): Html =>
  listPanel(call, {
    ...{ ...options, total: list.total, listed: list.listed },
    rows: (page) => entriesOf(list, page),
    path: call.href(`/roster/${call.params.id}`),
  });

/** The lists of what a roster would do, and leave. */
export const planPanels = (call: Call<'id'>, plan: Plan, options: Chosen): Html => {
  const { t } = call;
  const { preview } = t;
  return html`${planPanel(call, plan.changes, {
    ...{ id: 'changes', title: t.changes.title },
    columns: changeColumns(call, { isPlan: true, noEmailDomain: options.noEmailDomain }),
  })}
${departments(call, plan)}
${differences(call, plan, options)}
${missing(call, plan, options)}
${planPanel(call, plan.kept, { id: 'kept', title: preview.kept, columns: keptColumns(call) })}`;
};

/** Rows that failed, and those that are worth a look. */
export const rowPanels = (call: Call<'id'>, { errors, warnings, ssoDomains }: Plan): Html => {
  const { preview } = call.t;
  const columns = rowColumns(call, ssoDomains);
  const title = preview.rowsFail({ count: errors.total });
  const warned = preview.rowsToLookAt({ count: warnings.total });
  return html`${planPanel(call, errors, { id: 'errors', title, columns, beside: '' })}${planPanel(
    call,
    warnings,
    { id: 'warnings', title: warned, columns, beside: '' },
  )}`;
};

const rowColumns = (call: Call<'id'>, domains: readonly string[]): Column<RowView>[] => {
  const { preview } = call.t;
  return [
    {
      ...{ head: preview.line, isNumber: true, isMuted: true, className: 'top' },
      cell: ({ line }) => (line === null ? '–' : call.t.format.number(line)),
    },
    {
      ...{ head: preview.person, className: 'top' },
      cell: ({ name, external_id }) =>
        html`<span class="strong">${isolated(name === '' ? '–' : name)}</span>${sub(external_id ?? '')}`,
    },
    {
      ...{ head: preview.why, className: 'top' },
      cell: ({ code, holder, problems }) =>
        html`${whyOf(call.t, { code, problems }, domains)}${holder ? html` ${holderText(call, holder)}` : ''}${sub(code)}`,
    },
  ];
};

function whyOf(
  { preview, fields }: Messages,
  { code, problems }: Pick<RowView, 'code' | 'problems'>,
  domains: readonly string[],
): string {
  if (code === 'email_domain_not_allowed') return preview.rowDomain({ domains });
  if (problems.length === 0) return preview.rowCodes[code];
  return problems
    .map(({ field, problem, max }) => preview.rowProblems[problem]({ field: fields[field], max }))
    .join(' ');
}

function holderText({ t, href }: Call<'id'>, holder: NonNullable<RowView['holder']>): Html {
  const { preview } = t;
  const link = html`<a href="${href(`/people/${holder.employee_id}`)}">${personName(t, holder)}</a>`;
  const { external_id: id } = holder;
  const person = id === null ? link : preview.withId({ person: link, id });
  return holder.state === 'active'
    ? preview.holder({ person })
    : preview.holderDeactivated({ person });
}

const departments = (call: Call<'id'>, { departments: list }: Plan): Html => {
  const { preview } = call.t;
  return planPanel(call, list, {
    ...{ id: 'departments', title: preview.departments },
    columns: [
      { head: preview.department, className: 'strong', cell: ({ name }) => isolated(name) },
      {
        head: preview.change,
        cell: ({ change, fields, external_id }) => {
          const code = isolated(fields.external_id?.after ?? external_id ?? '');
          return preview.departmentChanges[change]({ code });
        },
      },
    ],
  });
};

type Chosen = Pick<UploadOptions, 'updateProfiles' | 'deactivateMissing' | 'noEmailDomain'>;

const differences = (call: Call<'id'>, { differences: list }: Plan, chosen: Chosen): Html => {
  const { preview, counts } = call.t;
  const button = changeProfiles.write(call, { kind: 's' });
  return planPanel(call, list, {
    ...{ id: 'differences', title: preview.differences },
    beside: html`<span class="row small muted">${counts.people(list.total)}${chosen.updateProfiles ? '' : button}</span>`,
    columns: [
      {
        ...{ head: preview.person, className: 'top id' },
        cell: (person) =>
          html`${strongLink(call.href(`/people/${person.employee_id}`), personName(call.t, person))}${sub(person.external_id ?? '')}`,
      },
      { ...{ head: preview.inFile, className: 'top' }, cell: (one) => differenceIn(call, one) },
    ],
  });
};

function differenceIn({ t: { preview } }: Call<'id'>, one: DifferenceInFile): Html {
  const { line, reason, file, name, email } = one;
  const stays = (say: typeof preview.nameStays, now: string | null, inFile: string | undefined) =>
    inFile === undefined
      ? ''
      : html`<div>${say({ now: strong(isolated(now ?? preview.nothing)), inFile: isolated(inFile) })}</div>`;
  return html`${stays(preview.nameStays, name, file.name)}${stays(preview.emailStays, email, file.email)}${sub(html`${line === null ? '' : preview.inLine({ line })} ${preview.whyDifferent[reason]}`)}`;
}

const missing = (call: Call<'id'>, { missing: list, counts }: Plan, chosen: Chosen): Html => {
  const { preview } = call.t;
  const button = setDeactivation.write(call, {
    values: { deactivate: chosen.deactivateMissing ? 'off' : 'on' },
    button: chosen.deactivateMissing ? preview.leaveThem : preview.deactivateThem,
    kind: 's',
  });
  const of = preview.missingOf({ count: list.total, limit: counts.deactivation_limit });
  return planPanel(call, list, {
    ...{ id: 'missing', title: preview.missing, columns: missingColumns(call) },
    beside: html`<span class="row small muted">${of}${button}</span>`,
  });
};
