import { asFailure } from '../../../domain/errors.ts';
import { levelOf } from '../../../domain/level.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { coinsForXpOf, type GivenLine } from '../../../service/gifts/evaluate-lines.ts';
import { planList, planPeople } from '../../../service/gifts/plan-gift.ts';
import { previewGift } from '../../../service/gifts/preview-gift.ts';
import { AmountCheck } from '../../../service/xp/ask-above.ts';
import type { Call } from '../../request/call.ts';
import { sub } from '../../view/cells.ts';
import { note } from '../../view/note.ts';
import { PAGE_SIZE } from '../../view/pager.ts';
import { panel } from '../../view/panel.ts';
import { personEntry } from '../../view/person.ts';
import { table } from '../../view/table.ts';
import { giftStats, gotten } from './gift-view.ts';
import { largePanel, type Preview, rowsOf, skippedPanel } from './preview-rows.ts';
import type { ListSelection, Selection } from './selection.ts';

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
  const large: GivenLine[] = [];
  const limits = new AmountCheck(db, company.companyId);
  const preview = previewGift(db, plan, (outcome) => {
    if (outcome.state === 'skipped') return;
    if (first.length < PAGE_SIZE) first.push(outcome);
    const { amount: xp, coins } = outcome.award;
    if (large.length < PAGE_SIZE && limits.isLarge({ xp, coins })) large.push(outcome);
  });
  return { selection, values, isMore, preview, first, large };
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
 * @param given.asked the query of the page
 */
export async function previewPanels(
  call: Call,
  all: Preview,
  { form, again, asked }: { form: Html; again: string; asked: URLSearchParams },
): Promise<Html> {
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
  const left = selection.isWithoutOneself
    ? html`<p class="small muted">${given.youAreLeftOut}</p>`
    : '';
  const none = preview.people === 0 ? html`<p>${given.nobody}</p>` : '';
  const sumPanel = panel(
    { id: 'preview', title: given.preview, beside: given.nothingIsGiven },
    html`${none}${left}${form}`,
  );
  return html`${earlier ? repeated() : ''}${more}${giftStats(t, preview, given.reach)}${largePanel(call, all, asked)}${sumPanel}${await skippedPanel(call, all, asked)}${peoplePanel(call, all)}`;
}

function peoplePanel(call: Call, { first, preview }: Preview): Html {
  const { t, href } = call;
  const { given } = t;
  if (first.length === 0) return html``;
  const people = rowsOf(
    call,
    first.map(({ award }) => award.person.number),
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
        cell: (one) => {
          const { amount: xp, coins } = one.award;
          return gotten(t, { xp, coins, coins_for_xp: coinsForXpOf(one) }) || '–';
        },
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
