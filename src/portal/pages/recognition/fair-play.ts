import { formatMonth, type Month, monthOf, monthStart } from '../../../domain/period.ts';
import { type Html, html } from '../../../http/response/html.ts';
import {
  type KudosPair,
  type KudosToOne,
  listKudosPairs,
  listKudosToOne,
} from '../../../service/kudos/kudos-totals.ts';
import type { Call } from '../../request/call.ts';
import { strongLink, sub } from '../../view/cells.ts';
import { PAGE_SIZE } from '../../view/pager.ts';
import { emptyPanel, explained, panel } from '../../view/panel.ts';
import { personName } from '../../view/person.ts';
import { type Column, table, tabs } from '../../view/table.ts';
import { definePage } from '../page.ts';
import { READERS } from '../roles.ts';
import { RECOGNITION, recognitionHead } from './recognition-head.ts';

const PATH = `${RECOGNITION}/fair-play`;

/** How many months can be looked at. */
const MONTHS = 3;

/** Who mostly thanks each other, and who gives one person much: numbers to ask about, not verdicts. */
export const fairPlayPage = definePage({
  path: PATH,
  roles: READERS,
  isOfCompany: true,
  show: (call) => {
    const { t, services, company, now, query } = call;
    const { recognition } = t;
    const current = monthOf(now);
    const months = Array.from({ length: MONTHS }, (_, ago): Month => current - ago);
    const month = months.find((one) => formatMonth(one) === query.get('month')) ?? current;
    const { companyId } = company;
    const pairs = listKudosPairs(services.db, companyId, month);
    const toOne = month === current ? listKudosToOne(services.db, companyId, now) : [];
    const nothing = emptyPanel({
      ...{ icon: 'check', title: recognition.noPairs, text: recognition.pairsText },
    });
    const links = months.map((one) => ({
      href: `${call.href(PATH)}?month=${formatMonth(one)}`,
      label: t.format.month(monthStart(one), now),
      isCurrent: one === month,
    }));
    return {
      title: recognition.titles['fair-play'],
      current: RECOGNITION,
      body: html`${recognitionHead(call, 'fair-play', recognition.fairPlayLead)}
<div class="filters">${tabs(recognition.month, links)}</div>
<div class="stack">${pairs.length === 0 ? nothing : pairsPanel(call, pairs)}${toOnePanel(call, toOne)}</div>`,
    };
  },
});

const personLink = (
  { t, href }: Call,
  { employee_id, name }: { employee_id: string; name: string | null },
): Html => strongLink(href(`/people/${employee_id}`), personName(t, { name, email: null }));

/** The first rows of a list, with what it means. */
function numbers<T>(
  { t }: Call,
  list: { id: string; title: string; text: string; rows: readonly T[]; columns: Column<T>[] },
): Html {
  const { id, title, text, rows, columns } = list;
  const more = rows.length - PAGE_SIZE;
  return panel(
    {
      ...{ id, title, beside: t.format.number(rows.length), isFull: true },
      footer: more > 0 ? t.lists.listed({ count: PAGE_SIZE, more }) : undefined,
    },
    [
      table({ label: title, columns, rows: rows.slice(0, PAGE_SIZE) }),
      html`<div class="pad">${explained(text)}</div>`,
    ],
  );
}

function pairsPanel(call: Call, rows: readonly KudosPair[]): Html {
  const { recognition } = call.t;
  const side = (one: KudosPair['first']) =>
    html`${personLink(call, one)}${sub(recognition.ofAll({ points: one.points, all: one.points_in_all, count: one.posts }))}`;
  return numbers<KudosPair>(call, {
    ...{ id: 'pairs', title: recognition.pairs, text: recognition.pairsText, rows },
    columns: [
      { head: recognition.first, cell: ({ first }) => side(first) },
      { head: recognition.second, cell: ({ second }) => side(second) },
    ],
  });
}

function toOnePanel(call: Call, rows: readonly KudosToOne[]): Html {
  const { recognition } = call.t;
  if (rows.length === 0) return html``;
  return numbers<KudosToOne>(call, {
    ...{ id: 'to-one', title: recognition.toOne, text: recognition.toOneText, rows },
    columns: [
      {
        head: recognition.giver,
        cell: ({ giver, points, allowance, posts }) =>
          html`${personLink(call, giver)}${sub(recognition.ofAllowance({ points, allowance, count: posts }))}`,
      },
      {
        head: recognition.receiver,
        cell: ({ receiver, points, most }) =>
          html`${personLink(call, receiver)}${points >= most ? html` <span class="chip warn">${recognition.isStopped}</span>` : ''}`,
      },
    ],
  });
}
