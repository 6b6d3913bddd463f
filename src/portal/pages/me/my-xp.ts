import type { Board } from '../../../domain/board/board.ts';
import { monthOf, monthStart } from '../../../domain/period.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { type BoardRow, boardRows } from '../../../service/boards/board-rows.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import * as peopleSearch from '../../../store/people/people-search.ts';
import type { Call } from '../../request/call.ts';
import { sub } from '../../view/cells.ts';
import { type Bar, barChart, chartNumbers } from '../../view/chart.ts';
import { explained, panel } from '../../view/panel.ts';
import { shownPerson } from '../../view/person.ts';
import { table } from '../../view/table.ts';
import { amountShown } from '../boards/standings.ts';
import { viewerOf } from '../boards/viewer.ts';

/** How many people on either side are shown. */
const AROUND = 2;

/** The XP of the last twelve months, this one last. */
export function barsOf({ t, services, company, now }: Call, me: EmployeeRow): Bar[] {
  const last = monthOf(now);
  const rows = services.db.all(peopleSearch.listMonths, {
    ...{ companyId: company.companyId, employeeNumber: me.number, first: last - 11 },
  });
  const xp = new Map(rows.map((row) => [row.month, row.xp]));
  return Array.from({ length: 12 }, (_, at) => {
    const month = last - 11 + at;
    const start = monthStart(month);
    return {
      label: t.format.monthLetter(start),
      name: t.format.month(start, now),
      value: xp.get(month) ?? 0,
    };
  });
}

/** The XP of a year in a chart. */
export function xpPanel({ t, now }: Call, bars: readonly Bar[]): Html {
  const best = bars.reduce((a, b) => (b.value > a.value ? b : a));
  const running = html`<b class="num">${t.format.number(bars.at(-1)?.value ?? 0)}</b>`;
  const label = t.me.xpByMonthLabel;
  return panel(
    {
      ...{ id: 'by-month', title: t.me.xpByMonth },
      beside: best.value > 0 ? t.me.best({ month: best.name, xp: best.value }) : undefined,
    },
    html`${barChart(t, label, bars)}
${explained(t.me.runningMonth({ month: t.format.month(now, now), xp: running }))}${chartNumbers(t, { title: t.me.numbers, label }, bars)}`,
  );
}

/** Who is ahead of somebody and behind. */
export function aroundPanel(call: Call, me: EmployeeRow, board: Board): Html {
  const { t, services, company, now } = call;
  const rank = board.rankOf(me.number);
  if (rank === null) return html``;
  const offset = Math.max(0, rank - 1 - AROUND);
  const ranked = board.page(offset, rank + AROUND - offset);
  const viewer = viewerOf(call, () => rank);
  const rows = [...services.db.do(boardRows(viewer)(company.companyId, ranked)).values()];
  const title = t.me.aroundYou({ month: t.format.month(now, now) });
  const list = table<BoardRow>({
    ...{ label: title, rows, isHeadHidden: true },
    mark: ({ as }) => ({ isOwn: as === 'own', id: undefined }),
    columns: [
      {
        ...{ head: t.me.rank, isNumber: true, className: 'strong' },
        cell: (one) => t.format.number(one.rank),
      },
      {
        head: t.me.person,
        cell: (row) => {
          const you = row.as === 'own' ? html` <span class="chip ok">${t.me.you}</span>` : html``;
          return shownPerson(t, row, undefined, you, sub(row.department?.name ?? ''));
        },
      },
      {
        ...{ head: t.me.xp, isNumber: true, className: 'strong' },
        cell: ({ xp }) => amountShown(t, xp),
      },
    ],
  });
  const beside = html`<a class="small" href="/portal/leaderboards?person=me#found">${t.me.wholeLeaderboard}</a>`;
  return panel({ id: 'around', title, beside, isFull: true }, list);
}
