import { shellWord } from '../../../../domain/shell-word.ts';
import { type Html, html } from '../../../../http/response/html.ts';
import type { Plan } from '../../../../service/roster/upload/preview.ts';
import type { Call } from '../../../request/call.ts';
import { sub } from '../../../view/cells.ts';
import { isolated, strong } from '../../../view/marks.ts';
import { note } from '../../../view/note.ts';
import { planPanel } from './plan-panels.ts';

const MOST = 5;

/** Departments that seem to be renamed, lack a name, or have another one in the file; and what a try in the sandbox hides. */
export function departmentNotes(call: Call<'id'>, plan: Plan): Html {
  const { preview } = call.t;
  const { renamedDepartments, lacksDepartmentNames, liveDomains } = plan;
  const renamed = renamedDepartments.slice(0, MOST).map((one) =>
    preview.seemsRenamed({
      ...{ strong, old: isolated(one.old.name), now: isolated(one.new.name) },
      ...{ moved: one.moved, members: one.members },
      command: html`<code>engaged department rename ${one.old.id} ${shellWord(one.new.name)}</code>`,
    }),
  );
  const more = renamedDepartments.length - renamed.length;
  const says = [
    ...(lacksDepartmentNames ? [preview.lacksNames({ strong })] : []),
    ...(liveDomains ? [otherDomains(call, liveDomains)] : []),
    ...renamed,
    ...(more > 0 ? [html`${preview.moreSeemRenamed({ count: more })}`] : []),
  ];
  const names = planPanel(call, plan.departmentNames, {
    ...{ id: 'names', title: preview.otherNames, beside: preview.theyKeepNames },
    columns: [
      {
        ...{ head: preview.onRecord, className: 'strong' },
        cell: ({ department }) =>
          html`${isolated(department.name)}${sub(department.external_id ?? '')}`,
      },
      { head: preview.inFile, cell: ({ sent_name }) => isolated(sent_name) },
    ],
  });
  return html`${says.map((one) => note('warn', one))}${names}`;
}

/** What a try in the sandbox, which allows any domain, says about the company itself. */
const otherDomains = (
  { t }: Call<'id'>,
  { rejected_rows: count, sso_domains }: NonNullable<Plan['liveDomains']>,
): Html => t.preview.otherDomains({ strong, count, domains: sso_domains });
