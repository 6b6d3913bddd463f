import { type Html, html } from '../../http/html.ts';
import type { EmployeeRow } from '../../store/employees.ts';
import type { Call } from '../page.ts';
import { typedField } from './confirm.ts';
import { field, summary } from './form.ts';

/** What owners do with everything on record of a person. */
export function dataPanels({ href, refusal }: Call, person: EmployeeRow): Html {
  const base = href(`/people/${person.id}`);
  const own = refusal?.action.endsWith('/erase') ? refusal : undefined;
  return html`<section class="panel" aria-labelledby="export"><header><h2 id="export">Export</h2></header><div class="pad small"><p class="muted">Everything on record about this person, and nothing about anybody else.</p><a class="btn" href="${base}/export.json">Download as JSON</a></div></section>
<section class="panel danger" aria-labelledby="erase"><header><h2 id="erase">Erase</h2></header><div class="pad small"><p class="muted">Removes name, email, external ID and every text about this person for good. Amounts stay, as those of a “Former member”. Earlier backups still hold it. A roster that still lists the person adds them again, as somebody new.</p>
<form method="post" action="${base}/erase">${summary('Nothing was erased.', own)}${field({ name: 'erase-why', label: 'Why, without naming the person', maxlength: 500, autocomplete: 'off' }, own)}${typedField({ name: 'email', what: 'the email', typed: person.email }, own)}<p class="field"><button class="btn kill">Erase person</button></p></form></div></section>`;
}
