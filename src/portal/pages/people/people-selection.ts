import { type Html, html } from '../../../http/response/html.ts';
import type { ListedRow } from '../../../store/people/people-search.ts';
import { defineForm } from '../../forms/form.ts';
import { hidden } from '../../forms/kinds.ts';
import { writeForm } from '../../forms/write-form.ts';
import type { Call } from '../../request/call.ts';
import { personName } from '../../view/person.ts';
import type { Column } from '../../view/table.ts';
import type { Total } from '../../view/total.ts';
import { mayEdit } from '../roles.ts';
import { type Filters, queryOf } from './people-filters.ts';
import { selectedFields } from './selected.ts';

/** What the boxes beside the people are sent with: those who are ticked, or the filters that everybody passes. */
const selected = defineForm({
  ...{ id: 'selected', fields: { ...selectedFields(), department: hidden() } },
  texts: ({ people }) => ({ button: people.give, fields: {} }),
});

/** What is selected of the list: as somebody ticks, all of its page at first, or all who pass the filters. */
const SELECTED = ['page', 'all'] as const;

/** How people of a list are selected. Only active ones are, and only by whoever changes people. */
export function selectionOf(
  call: Call,
  filters: Filters,
  { rows, total }: { rows: readonly ListedRow[]; total: Total },
): { query: URLSearchParams; column: Column<ListedRow>; strip: Html; dock: Html } | undefined {
  if (!mayEdit(call.session.role) || filters.state !== 'active') return undefined;
  const { t, query } = call;
  const { people } = t;
  const chosen = SELECTED.find((one) => one === query.get('select'));
  const isAll = chosen === 'all';
  const kept = queryOf(filters);
  if (isAll) kept.set('select', 'all');
  const column = {
    ...{ head: people.select, isHeadHidden: true },
    cell: (row: ListedRow) => {
      const name = people.selectThis({ name: personName(t, row) });
      return html`<label><input type="checkbox" ${isAll ? html`checked disabled` : html`form="${selected.id}" name="person" value="${row.id}"${chosen ? html` checked` : ''}`}><span class="vh">${name}</span></label>`;
    },
  };
  return {
    ...{ query: kept, column, dock: dockOf(call, filters, isAll ? total : undefined) },
    strip: stripOf(call, filters, { chosen, total, onPage: rows.length }),
  };
}

function stripOf(
  call: Call,
  filters: Filters,
  shown: { chosen: (typeof SELECTED)[number] | undefined; total: Total; onPage: number },
): Html {
  const { people } = call.t;
  const { chosen, total, onPage } = shown;
  const link = (select: string, label: string) => {
    const query = queryOf(filters);
    const before = call.query.get('before');
    if (before !== null) query.set('before', before);
    if (select !== '') query.set('select', select);
    return html`<a href="${call.href('/people')}?${query.toString()}">${label}</a>`;
  };
  const isWhole = onPage === total.count && !total.isMore;
  const all = isWhole ? '' : link('all', people.selectAll(total));
  const page = link(
    'page',
    (isWhole ? people.selectAll : people.selectPage)({ ...total, count: onPage }),
  );
  return html`<p class="row pick">${chosen === 'all' ? html`<b>${people.allSelected(total)}</b>` : all}${page}${chosen ? link('', people.selectNobody) : ''}</p>`;
}

/** What can be done with those who are selected. @param all how many they are, where all are */
function dockOf({ t, href, company }: Call, filters: Filters, all: Total | undefined): Html {
  const { people } = t;
  const { search: q, role, department } = filters;
  const cards = { label: people.printCards, to: href('/cards') };
  const invite = { label: people.invite, to: href('/invitations') };
  const form = writeForm(selected, {
    ...{ t, id: selected.id, isQuery: true, refusal: undefined, action: href('/given/new') },
    values: all ? { q, role, department } : { person: [''] },
    left: all ? ['person'] : ['q', 'role', 'department'],
    buttons: [...(company.isSandbox ? [] : [cards, invite]), { label: people.give, kind: 'pri' }],
  });
  const says = all
    ? people.allSelected(all)
    : people.ticked({ count: html`<span class="ticked"></span>` });
  return html`<div class="dock"><b>${says}</b>${form}</div>`;
}
