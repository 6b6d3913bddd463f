import { monthOf } from '../../../domain/period.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { BadgeRow } from '../../../store/badges/badges.ts';
import * as badges from '../../../store/badges/badges.ts';
import * as peopleSearch from '../../../store/people/people-search.ts';
import type { FormAction } from '../../forms/action.ts';
import { filterForm } from '../../forms/filters.ts';
import { defineForm } from '../../forms/form.ts';
import { type HiddenKind, search } from '../../forms/kinds.ts';
import { readFilter } from '../../forms/read-form.ts';
import type { Call } from '../../request/call.ts';
import { linesOf, sub } from '../../view/cells.ts';
import { unseen } from '../../view/marks.ts';
import { panel } from '../../view/panel.ts';
import { personEntry, personName } from '../../view/person.ts';

const searchFields = defineForm({
  ...{ id: 'find', fields: { q: search() }, layout: 'bar' },
  texts: ({ people }) => ({ button: people.find, fields: { q: people.searchLabel } }),
});

/** How many people a search for somebody to award a badge to shows. */
const MAX_FOUND = 10;

type Award = FormAction<{ employee: HiddenKind<string> }>;

/** Finds somebody to award a badge to. */
export async function awardPanel(call: Call, badge: BadgeRow, award: Award): Promise<Html> {
  const { t, query, href } = call;
  const { q: sought = '' } = readFilter(searchFields, query);
  const path = href(`/badges/${encodeURIComponent(badge.code)}`);
  const form = filterForm(t, searchFields, { action: path, values: { q: sought } });
  const found = sought === '' ? html`` : await foundPeople(call, badge, sought, award);
  return panel({ id: 'award', title: t.badges.award, isFull: true }, [
    html`<div class="pad">${form}</div>`,
    found,
  ]);
}

async function foundPeople(
  call: Call,
  { code }: BadgeRow,
  search: string,
  award: Award,
): Promise<Html> {
  const { t, services, company, now } = call;
  const { companyId } = company;
  const numbers = await services.ranker.search({
    ...{ companyId, search, departments: null, state: 'active', withRole: false },
    ...{ before: Number.MAX_SAFE_INTEGER, count: MAX_FOUND + 1 },
  });
  const shown = numbers.slice(0, MAX_FOUND);
  const rows = services.db.all(peopleSearch.listRows, {
    ...{ companyId, month: monthOf(now), numbers: shown },
  });
  if (rows.length === 0)
    return html`<p class="pad muted">${t.people.nobodyMatches({ search })}</p>`;
  const holding = services.db.all(badges.listHolders, { companyId, code, numbers: shown });
  const holders = new Set(holding.map(({ employeeNumber }) => employeeNumber));
  const lines = rows.map((row) => {
    const button = () =>
      award.write(call, {
        values: { employee: row.id },
        button: t.badges.awardTo({ person: unseen(personName(t, row)) }),
        kind: 's',
      });
    const holds = html`<span class="chip ok">${t.badges.holdsIt}</span>`;
    return html`<li>${personCell(call, row)}${holders.has(row.number) ? holds : button()}</li>
`;
  });
  const more = html`<footer>${t.people.moreMatch}</footer>`;
  return html`${linesOf(lines)}${numbers.length > MAX_FOUND ? more : ''}`;
}

type Person = { id: string; name: string | null; email: string; departmentName: string | null };

export const personCell = ({ t, href }: Call, person: Person): Html =>
  html`<div class="grow">${personEntry(t, person, href(`/people/${person.id}`), sub(person.departmentName ?? ''))}</div>`;
