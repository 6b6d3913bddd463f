import { type Html, html } from '../../http/html.ts';
import type { KeptReason } from '../../service/roster/kept-people.ts';
import type { KeptPerson } from '../../service/roster/show-run.ts';
import type { Call } from '../page.ts';
import { named } from './person.ts';

const REASONS: Record<KeptReason, string> = {
  renumbered: 'The address stands in the roster with another number.',
  role: 'An admin, or somebody with a role.',
};

export const KEPT_COLUMNS = html`<th scope="col">Person</th><th scope="col" class="opt">External ID</th><th scope="col" class="opt">Department</th><th scope="col">Why</th>`;

/** Somebody whom a roster lacked and who was kept. @param decide what can be done about it */
export const keptRow = (
  { href }: Call,
  { employee_id, external_id, department, reason, ...person }: KeptPerson,
  decide?: Html,
): Html =>
  html`<tr><td><a class="strong" href="${href(`/people/${employee_id}`)}">${named(person)}</a><span class="nar sub">${external_id ?? ''}</span></td><td class="opt muted num id">${external_id ?? ''}</td><td class="opt">${department ?? ''}</td><td>${REASONS[reason]}</td>${decide ? html`<td class="n">${decide}</td>` : ''}</tr>
`;
