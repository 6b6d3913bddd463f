import { type Html, html } from '../../http/response/html.ts';
import type { PersonView } from '../../service/roster/runs/show-changes.ts';
import { FIELD_LABELS } from '../../service/roster/upload/page-words.ts';
import type { Messages } from '../languages/en.ts';
import { day } from './format.ts';
import { named } from './person.ts';

const FIELDS: Readonly<Record<string, string>> = {
  ...FIELD_LABELS,
  name: 'Name',
  department: 'Department',
  deactivated_at: 'State',
};

/**
 * What happened to one person, as a row of a table.
 *
 * @param link the page of somebody who is on record
 */
export function personRow(t: Messages, person: PersonView, link: string | undefined): Html {
  const fields = Object.entries(person.fields).filter(
    ([, change]) => change !== undefined && (change.before ?? null) !== (change.after ?? null),
  );
  const kind = person.change;
  const chip = kind === 'updated' ? '' : kind === 'deactivated' ? ' bad' : ' ok';
  return html`<tr><td class="top">${link === undefined ? html`<span class="strong">${named(t, person)}</span>` : html`<a class="strong" href="${link}">${named(t, person)}</a>`}<span class="sub">${person.external_id ?? ''} <span class="chip${chip}">${kind}</span></span></td>
<td class="top"><dl class="diff">${fields.map(([name, change]) => html`<dt>${FIELDS[name] ?? name}</dt><dd>${difference(name, change)}</dd>`)}</dl></td></tr>
`;
}

type Change = { before: unknown; after: unknown };

function difference(name: string, { before, after }: Change): Html {
  const show = (value: unknown): string => {
    if (name === 'deactivated_at') {
      return value === null ? 'active' : `deactivated ${day(Date.parse(String(value)))}`;
    }
    if (typeof value === 'object' && value !== null && 'name' in value) return String(value.name);
    return String(value ?? '');
  };
  const [from, to] = [show(before), show(after)];
  return html`${from === '' ? '' : html`<del>${from}</del><span class="vh"> becomes </span><span aria-hidden="true"> → </span>`}${to === '' ? html`<span class="muted">nothing</span>` : html`<ins>${to}</ins>`}`;
}
