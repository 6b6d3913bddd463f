import { domainOf } from '../../../domain/roster/read-roster.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { listNoEmailDomains } from '../../../service/people/no-email.ts';
import type { PersonView } from '../../../service/roster/runs/show-changes.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { strongLink } from '../../view/cells.ts';
import { noEmailChip, personName } from '../../view/person.ts';
import type { Column } from '../../view/table.ts';

/**
 * What happened to people, one a row.
 *
 * @param isPlan whether it only would: somebody who would be created has no page yet
 * @param noEmailDomain where people without an email would have their addresses
 */
export const changeColumns = (
  { t, href, services, company }: Call,
  { isPlan, noEmailDomain = null }: { isPlan: boolean; noEmailDomain?: string | null },
): Column<PersonView>[] => {
  const domains = listNoEmailDomains(services.db, company.companyId, noEmailDomain);
  return [
    {
      ...{ head: t.changes.person, className: 'top' },
      cell: (person) => {
        const { change, external_id, email } = person;
        const noEmail = noEmailChip(t, !domains.includes(domainOf(email ?? '')));
        const chip = change === 'updated' ? '' : change === 'deactivated' ? ' bad' : ' ok';
        const name =
          isPlan && change === 'created'
            ? html`<span class="strong">${personName(t, person)}</span>`
            : html`${strongLink(href(`/people/${person.employee_id}`), personName(t, person))}`;
        return html`${name}<span class="sub">${external_id ?? ''} <span class="chip${chip}">${t.changes.kinds[change]}</span>${noEmail}</span>`;
      },
    },
    {
      ...{ head: t.changes.change, className: 'top' },
      cell: ({ fields }) => {
        const changed = Object.entries(fields).filter(
          ([, change]) =>
            change !== undefined && (change.before ?? null) !== (change.after ?? null),
        );
        const names: Readonly<Record<string, string>> = t.changes.fields;
        return html`<dl class="diff">${changed.map(([name, change]) => html`<dt>${names[name] ?? name}</dt><dd>${difference(t, name, change)}</dd>`)}</dl>`;
      },
    },
  ];
};

type Change = { before: unknown; after: unknown };

function difference({ changes, format }: Messages, name: string, { before, after }: Change): Html {
  const show = (value: unknown): string => {
    if (name === 'deactivated_at') {
      return value === null
        ? changes.active
        : changes.deactivatedOn({ day: format.day(Date.parse(String(value))) });
    }
    if (typeof value === 'object' && value !== null && 'name' in value) return String(value.name);
    return String(value ?? '');
  };
  const [from, to] = [show(before), show(after)];
  return html`${from === '' ? '' : html`<del>${from}</del><span class="vh"> ${changes.becomes} </span><span aria-hidden="true"> → </span>`}${to === '' ? html`<span class="muted">${changes.nothing}</span>` : html`<ins>${to}</ins>`}`;
}
