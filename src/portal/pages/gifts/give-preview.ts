import { asFailure } from '../../../domain/errors.ts';
import { levelOf } from '../../../domain/level.ts';
import { monthOf } from '../../../domain/period.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { GivenLine } from '../../../service/gifts/evaluate-lines.ts';
import type { GiftValues } from '../../../service/gifts/gift-row.ts';
import { planList, planPeople } from '../../../service/gifts/plan-gift.ts';
import {
  type GiftPreview,
  previewGift,
  type Skipped,
} from '../../../service/gifts/preview-gift.ts';
import * as peopleSearch from '../../../store/people/people-search.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { sub } from '../../view/cells.ts';
import { isolated } from '../../view/marks.ts';
import { note } from '../../view/note.ts';
import { PAGE_SIZE } from '../../view/pager.ts';
import { facts, panel } from '../../view/panel.ts';
import { personEntry } from '../../view/person.ts';
import { table } from '../../view/table.ts';
import { gotten } from './gift-view.ts';
import type { UploadedList } from './lists.ts';
import type { ListSelection, Selection } from './selection.ts';

/** What would be given to whom. */
export type Preview = {
  selection: Selection | ListSelection;
  values: GiftValues;
  /** Whether people get it who got the same before. */
  isMore: boolean;
  preview: GiftPreview;
  /** The first people who get something. */
  first: readonly GivenLine[];
};

/** Decides what everybody selected would get. */
export function previewOf(
  { services, company, now }: Call,
  selection: Selection | ListSelection,
  { values, isMore }: Pick<Preview, 'values' | 'isMore'>,
): Preview {
  const { db } = services;
  const order = { db, companyId: company.companyId, now, actor: '', again: isMore, values };
  const plan = selection.list
    ? planList(order, selection.list.name, selection.list.rows, selection.own)
    : planPeople(order, selection.origin, selection.subject, selection.people);
  const first: GivenLine[] = [];
  const preview = previewGift(db, plan, (outcome) => {
    if (outcome.state === 'given' && first.length < PAGE_SIZE) first.push(outcome);
  });
  return { selection, values, isMore, preview, first };
}

/** Whether somebody gets so much that it is typed again. */
export function isLarge({ preview }: Preview): boolean {
  try {
    preview.amounts.require(null);
    return false;
  } catch (error) {
    if (!asFailure(error, 'amount_unconfirmed')) throw error;
    return true;
  }
}

/**
 * Who gets what, and what gives it.
 *
 * @param given.again where the same is previewed for those, too, who got it before
 */
export function previewPanels(
  call: Call,
  all: Preview,
  { form, again }: { form: Html; again: string },
): Html {
  const { t, href } = call;
  const { given } = t;
  const { preview, selection } = all;
  const earlier = preview.skipped.find(({ code }) => code === 'already_given')?.gift_id;
  const repeated = () => {
    const link = html`<a href="${href(`/given/${earlier}`)}">${given.repeatedLink}</a>`;
    const button = html`<a class="btn" href="${again}">${given.giveOnceMore}</a>`;
    const says = (selection.list ? given.repeatedList : given.repeated)({ gift: link });
    return note('warn', html`<p>${says}</p><p class="row field">${button}</p>`);
  };
  const more = all.isMore ? note('warn', html`<p>${given.onceMore}</p>`) : '';
  const sums =
    preview.people === 0
      ? html`<p>${given.nobody}</p>`
      : facts([
          [given.people, t.format.number(preview.people)],
          [given.xp, t.format.number(preview.xp)],
          [given.coins, t.format.number(preview.coins)],
          [given.badges, t.format.number(preview.badges)],
          [given.levels, t.format.number(preview.levels)],
        ]);
  const left = selection.isWithoutOneself
    ? html`<p class="small muted">${given.youAreLeftOut}</p>`
    : '';
  const sumPanel = panel(
    { id: 'preview', title: given.preview, beside: given.nothingIsGiven },
    html`${sums}${left}${form}`,
  );
  return html`${earlier ? repeated() : ''}${more}${sumPanel}${skippedPanel(call, all)}${peoplePanel(call, all)}`;
}

function skippedPanel({ t }: Call, { preview: { skipped }, selection: { list } }: Preview): Html {
  const { given } = t;
  if (skipped.length === 0) return html``;
  if (list) return skippedRows(t, list, skipped);
  const byReason = [...Map.groupBy(skipped, ({ code }) => code)];
  return panel(
    { id: 'skipped', title: given.getNothing({ count: skipped.length }) },
    facts(byReason.map(([code, all]) => [given.why[code], t.format.number(all.length)] as const)),
  );
}

/** The rows of a list that give nothing, as they stand in it. */
function skippedRows(t: Messages, list: UploadedList, skipped: readonly Skipped[]): Html {
  const { given } = t;
  const texts = new Map(list.rows.map((row) => [row.line, row.employee ?? '']));
  const shown = skipped.slice(0, PAGE_SIZE);
  const rows = table<Skipped>({
    ...{ label: given.rowsOfNobody, rows: shown },
    columns: [
      { ...{ head: given.line, isNumber: true }, cell: ({ line }) => t.format.number(line) },
      { head: given.inList, cell: ({ line }) => isolated(texts.get(line) ?? '') },
      { head: given.state, cell: ({ code }) => html`<span class="chip">${given.why[code]}</span>` },
    ],
  });
  const title = given.rowsGiveNothing({ count: skipped.length });
  const beside =
    skipped.length > shown.length ? given.newestListed({ count: shown.length }) : undefined;
  return panel({ id: 'skipped', title, isFull: true, beside }, rows);
}

function peoplePanel(call: Call, { first, preview }: Preview): Html {
  const { t, services, company, now, href } = call;
  const { given } = t;
  if (first.length === 0) return html``;
  const people = new Map(
    services.db
      .all(peopleSearch.listRows, {
        ...{ companyId: company.companyId, month: monthOf(now) },
        numbers: first.map(({ award }) => award.person.number),
      })
      .map((row) => [row.number, row]),
  );
  const rows = table<GivenLine>({
    ...{ label: given.whoGets, rows: first },
    columns: [
      {
        head: given.person,
        cell: ({ award }) => {
          const row = people.get(award.person.number);
          if (!row) return '–';
          return personEntry(t, row, href(`/people/${row.id}`), sub(row.departmentName ?? ''));
        },
      },
      {
        head: given.gets,
        cell: ({ award }) => gotten(t, { xp: award.amount, coins: award.coins }) || '–',
      },
      {
        ...{ head: given.xp, isNumber: true, shown: 'tablet' },
        cell: ({ before, after }) => `${t.format.number(before.xp)} → ${t.format.number(after.xp)}`,
      },
      {
        ...{ head: given.level, isNumber: true, shown: 'tablet' },
        cell: ({ before, after, level }) =>
          level === null
            ? t.format.number(levelOf(after.xp))
            : html`${t.format.number(levelOf(before.xp))} → <b>${t.format.number(level)}</b>`,
      },
    ],
  });
  const beside =
    preview.people > first.length ? given.newestListed({ count: first.length }) : undefined;
  return panel({ id: 'who', title: given.whoGets, isFull: true, beside }, rows);
}
