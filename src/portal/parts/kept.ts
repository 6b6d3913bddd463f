import { type Html, html } from '../../http/response/html.ts';
import type { KeptPerson } from '../../service/roster/runs/show-changes.ts';
import type { Messages } from '../languages/en.ts';
import type { Call } from '../page.ts';
import { named } from './person.ts';

export const keptColumns = ({ kept }: Messages): Html =>
  html`<th scope="col">${kept.person}</th><th scope="col" class="opt">${kept.externalId}</th><th scope="col" class="opt">${kept.department}</th><th scope="col">${kept.why}</th>`;

/** Somebody whom a roster lacked and who was kept. @param decide what can be done about it */
export const keptRow = (
  { href, t }: Call,
  { employee_id, external_id, department, reason, ...person }: KeptPerson,
  decide?: Html,
): Html =>
  html`<tr><td><a class="strong" href="${href(`/people/${employee_id}`)}">${named(t, person)}</a><span class="nar sub">${external_id ?? ''}</span></td><td class="opt muted num id">${external_id ?? ''}</td><td class="opt">${department ?? ''}</td><td>${t.kept.reasons[reason]}</td>${decide ? html`<td class="n">${decide}</td>` : ''}</tr>
`;
