import { levelOf } from '../../../domain/level.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { coinsForXpOf, type GivenLine } from '../../../service/gifts/evaluate-lines.ts';
import type { GiftTo, PreviewPage } from '../../../service/gifts/preview-page.ts';
import type { Call } from '../../request/call.ts';
import { sub } from '../../view/cells.ts';
import { note } from '../../view/note.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../../view/pager.ts';
import { panel } from '../../view/panel.ts';
import { personEntry } from '../../view/person.ts';
import { table } from '../../view/table.ts';
import { pathWith } from './choose-form.ts';
import { giftStats, gotten } from './gift-view.ts';
import { largePanel, type Preview, rowsOf, skippedPanel } from './preview-rows.ts';
import type { ListSelection, Selection } from './selection.ts';

/** Decides what everybody selected would get. */
export async function previewOf(
  { services, company, now, query }: Call,
  selection: Selection | ListSelection,
  { values, isMore }: Pick<Preview, 'values' | 'isMore'>,
): Promise<Preview> {
  const preview = await services.ranker.previewGift({
    ...{ companyId: company.companyId, now, to: toOf(selection), values, again: isMore },
    ...{ after: placeIn(query, 'after') ?? 0, count: PAGE_SIZE },
  });
  return { selection, values, isMore, preview };
}

function toOf(selection: Selection | ListSelection): GiftTo {
  if (!selection.list) {
    const { origin, subject, people } = selection;
    return { origin, subject, people };
  }
  const { name, rows } = selection.list;
  return { name, rows, without: selection.own };
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
  const { earlier } = preview;
  const repeated = () => {
    const link = html`<a href="${href(`/given/${earlier}`)}">${given.repeatedLink}</a>`;
    const button = html`<a class="btn" href="${again}">${given.giveOnceMore}</a>`;
    const says = (selection.list ? given.repeatedList : given.repeated)({ gift: link });
    return note('warn', html`<p>${says}</p><p class="row field">${button}</p>`);
  };
  const more = all.isMore ? note('warn', html`<p>${given.onceMore}</p>`) : '';
  const left = selection.isWithoutOneself
    ? html`<br><span class="small muted">${given.youAreLeftOut}</span>`
    : '';
  const says = preview.people === 0 ? given.nobody : given.nothingIsGiven;
  const dock = html`<div class="dock"><div><b>${says}</b>${left}</div>${form}</div>`;
  const figures = giftStats(t, preview, {
    ...{ levels: given.reach, nothing: given.giveNothing, skipped: preview.skipped.count },
  });
  return html`${earlier ? repeated() : ''}${more}${figures}${largePanel(call, all, asked)}${await skippedPanel(call, all, asked)}${peoplePanel(call, preview, call.href(pathWith(asked)))}${dock}`;
}

function peoplePanel(
  call: Call,
  { given: shown, next, people: all }: PreviewPage,
  own: string,
): Html {
  const { t, href } = call;
  const { given } = t;
  if (shown.length === 0) return html``;
  const people = rowsOf(
    call,
    shown.map(({ award }) => award.person.number),
  );
  const rows = table<GivenLine>({
    ...{ label: given.whoGets, rows: shown },
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
  const isFirst = !call.query.has('after');
  const pages = nextPager(t, {
    next: next === null ? undefined : `${own}&after=${next}#who`,
    first: isFirst ? undefined : `${own}#who`,
  });
  const title = given.whoGetsOf({ count: all });
  return panel({ id: 'who', title, isFull: true }, html`${rows}${pages}`);
}
