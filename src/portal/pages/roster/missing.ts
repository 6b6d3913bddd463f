import { type Html, html } from '../../../http/response/html.ts';
import type { Candidate, KeptPerson } from '../../../service/roster/runs/show-changes.ts';
import type { Call } from '../../request/call.ts';
import { strongLink } from '../../view/cells.ts';
import { personName } from '../../view/person.ts';
import type { Column } from '../../view/table.ts';

/** @param below what stands below the name where there is no room for its column */
const columnsOf = (
  { t, href }: Call,
  below: (person: Candidate) => string | null,
): Column<Candidate>[] => [
  {
    head: t.kept.person,
    cell: (person) =>
      html`${strongLink(href(`/people/${person.employee_id}`), personName(t, person))}<span class="nar sub">${below(person) ?? ''}</span>`,
  },
  {
    ...{ head: t.kept.externalId, shown: 'tablet', isMuted: true, className: 'num id' },
    cell: ({ external_id }) => external_id ?? '',
  },
  {
    ...{ head: t.kept.department, shown: 'tablet' },
    cell: ({ department }) => department ?? '',
  },
];

/** People whom a roster lacks. */
export const missingColumns = (call: Call): Column<Candidate>[] => [
  ...columnsOf(call, ({ department }) => department),
  {
    ...{ head: call.t.fields.job_title, shown: 'tablet', isMuted: true },
    cell: ({ job_title }) => job_title ?? '',
  },
];

/** People whom a roster lacked and who were kept. @param decide what can be done about one */
export const keptColumns = (
  call: Call,
  decide?: (person: KeptPerson) => Html,
): Column<KeptPerson>[] => [
  ...columnsOf(call, ({ external_id }) => external_id),
  { head: call.t.kept.why, cell: ({ reason }) => call.t.kept.reasons[reason] },
  ...(decide ? [{ head: call.t.kept.decision, isNumber: true, cell: decide }] : []),
];
