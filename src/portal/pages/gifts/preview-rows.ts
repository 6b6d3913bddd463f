import { monthOf } from '../../../domain/period.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { GivenLine } from '../../../service/gifts/evaluate-lines.ts';
import type { GiftValues } from '../../../service/gifts/gift-row.ts';
import type { Skipped } from '../../../service/gifts/preview-gift.ts';
import type { PreviewPage } from '../../../service/gifts/preview-page.ts';
import type { ListedRow } from '../../../store/people/people-search.ts';
import * as peopleSearch from '../../../store/people/people-search.ts';
import type { Call } from '../../request/call.ts';
import { sub } from '../../view/cells.ts';
import { isolated } from '../../view/marks.ts';
import { facts, panel } from '../../view/panel.ts';
import { personEntry, personName } from '../../view/person.ts';
import { table } from '../../view/table.ts';
import { gotten } from './gift-view.ts';
import { leaveRow, takePerson } from './list-repairs.ts';
import type { UploadedList } from './lists.ts';
import type { ListSelection, Selection } from './selection.ts';

/** What would be given to whom. */
export type Preview = {
  selection: Selection | ListSelection;
  values: GiftValues;
  /** Whether people get it who got the same before. */
  isMore: boolean;
  preview: PreviewPage;
};

/** Whom a preview leaves out and why, and what can be done about it. */
export async function skippedPanel(
  call: Call,
  { preview: { skipped }, selection: { list } }: Preview,
  asked: URLSearchParams,
): Promise<Html> {
  const { t } = call;
  if (skipped.count === 0) return html``;
  if (list) return skippedRows(call, { list, skipped, asked });
  return panel(
    { id: 'skipped', title: t.given.getNothing({ count: skipped.count }) },
    facts(
      skipped.byReason.map(([code, count]) => [t.given.why[code], t.format.number(count)] as const),
    ),
  );
}

const CHIPS: Readonly<Partial<Record<Skipped['code'], string>>> = {
  ...{ unknown_employee: 'bad', ambiguous_employee: 'bad', validation_failed: 'bad' },
};

/** The rows of a list that give nothing, as they stand in it. */
async function skippedRows(
  call: Call,
  {
    list,
    skipped,
    asked,
  }: { list: UploadedList; skipped: PreviewPage['skipped']; asked: URLSearchParams },
): Promise<Html> {
  const { t, href } = call;
  const { given } = t;
  const texts = new Map(
    list.rows.map(({ line, employee = '' }) => [line, list.repaired.get(line) ?? employee]),
  );
  const shown = skipped.first;
  const near = await findNear(call, shown, texts);
  const repair = ({ line, code }: Skipped): Html | string => {
    if (code !== 'unknown_employee') return '';
    const person = near.get(line);
    const text = texts.get(line) ?? '';
    if (!person)
      return html`<a class="btn s" href="${href(`/people?q=${encodeURIComponent(text)}`)}">${given.searchPerson}</a>`;
    return takePerson.write(call, {
      ...{ params: { id: list.id }, kind: 's' },
      values: { line, person: person.id, asked: String(asked) },
      button: given.take({ name: personName(t, person) }),
    });
  };
  const why = ({ line, code, gift_id }: Skipped): Html => {
    const person = near.get(line);
    if (code === 'unknown_employee' && person)
      return given.isClose({
        name: personName(t, person),
        number: person.externalId ?? '',
        department: person.departmentName ?? '',
      });
    const text = given.why[code];
    return gift_id === null
      ? html`${text}`
      : html`<a href="${href(`/given/${gift_id}`)}">${text}</a>`;
  };
  const rows = table<Skipped>({
    ...{ label: given.rowsOfNobody, rows: shown },
    columns: [
      { ...{ head: given.line, isNumber: true }, cell: ({ line }) => t.format.number(line) },
      {
        head: given.inList,
        cell: (one) =>
          html`${isolated(texts.get(one.line) ?? '')} <span class="chip ${CHIPS[one.code] ?? ''}">${given.skipChips[one.code]}</span>${sub(why(one), 'phones')}`,
      },
      { ...{ head: given.reasonWhy, shown: 'tablet' }, cell: why },
      { ...{ head: given.repair, isHeadHidden: true }, cell: repair },
    ],
  });
  const title = given.rowsGiveNothing({ count: skipped.count });
  const beside =
    skipped.count > shown.length ? given.newestListed({ count: shown.length }) : undefined;
  return panel({ id: 'skipped', title, isFull: true, beside }, rows);
}

/** The one person who is close to what each row says that names nobody, by line. */
async function findNear(
  call: Call,
  shown: readonly Skipped[],
  texts: ReadonlyMap<number, string>,
): Promise<Map<number, ListedRow>> {
  const { services, company } = call;
  const lines = shown.flatMap(({ line, code }) => (code === 'unknown_employee' ? line : []));
  if (lines.length === 0) return new Map();
  const references = lines.map((line) => texts.get(line) ?? '');
  const { companyId } = company;
  const found = await services.ranker.findNear({ companyId, references });
  const only = found.map(([first, ...others]) => (others.length === 0 ? first : undefined));
  const people = rowsOf(
    call,
    only.flatMap((number) => number ?? []),
  );
  return new Map(
    lines.flatMap((line, i) => {
      const person = people.get(only[i] ?? 0);
      return person ? [[line, person] as const] : [];
    }),
  );
}

/** People by their numbers, as lists show them. */
export const rowsOf = (
  { services, company, now }: Call,
  numbers: readonly number[],
): Map<number, ListedRow> =>
  new Map(
    services.db
      .all(peopleSearch.listRows, {
        ...{ companyId: company.companyId, month: monthOf(now), numbers: [...numbers] },
      })
      .map((row) => [row.number, row]),
  );

/** The rows that give one person so much that it is asked for again; those of a list can be left out. */
export function largePanel(
  call: Call,
  { preview: { large }, selection }: Preview,
  asked: URLSearchParams,
): Html {
  const { t, href } = call;
  const { given } = t;
  if (large.length === 0) return html``;
  const people = rowsOf(
    call,
    large.map(({ award }) => award.person.number),
  );
  const { list } = selection;
  const rows = table<GivenLine>({
    ...{ label: given.largeAmounts, rows: large },
    columns: [
      { ...{ head: given.line, isNumber: true }, cell: ({ line }) => t.format.number(line.line) },
      {
        head: given.person,
        cell: ({ award: { person, amount: xp, coins } }) => {
          const row = people.get(person.number);
          const what = sub(gotten(t, { xp, coins }), 'phones');
          return row ? personEntry(t, row, href(`/people/${row.id}`), what) : '–';
        },
      },
      {
        ...{ head: given.gets, shown: 'tablet' },
        cell: ({ award: { amount: xp, coins } }) => gotten(t, { xp, coins }),
      },
      ...(list
        ? [
            {
              ...{ head: given.leaveOut, isHeadHidden: true },
              cell: ({ line: { line } }: GivenLine) =>
                leaveRow.write(call, {
                  ...{ params: { id: list.id }, kind: 's' },
                  values: { line, asked: String(asked) },
                  button: given.leaveOutRow({ line }),
                }),
            },
          ]
        : []),
    ],
  });
  const title = given.amountsAbove({ count: large.length });
  return panel(
    { id: 'large', title, isDangerous: true, isFull: true, beside: given.amountsAboveText },
    rows,
  );
}
