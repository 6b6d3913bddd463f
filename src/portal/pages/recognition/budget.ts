import { monthStart, parseMonth } from '../../../domain/period.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { type KudosBudget, kudosBudget } from '../../../service/kudos/kudos-totals.ts';
import type { Call } from '../../request/call.ts';
import { panel } from '../../view/panel.ts';
import { stat, stats } from '../../view/stats.ts';
import { table } from '../../view/table.ts';

/** What this month has taken, and the months before it. */
export function budgetPanel(call: Call): Html {
  const { t, services, company, now } = call;
  const { recognition } = t;
  const [current, ...earlier] = kudosBudget(services.db, company.companyId, now, 12);
  if (!current || (current.posts === 0 && earlier.length === 0)) return html``;
  const nameOf = ({ month }: KudosBudget) =>
    t.format.month(monthStart(parseMonth(month) ?? 0), now);
  const { budget, left, points } = current;
  const figures = stats(t, [
    stat(
      recognition.givenIn({ month: nameOf(current) }),
      points,
      budget === null ? {} : { more: recognition.ofBudget({ budget }) },
    ),
    stat(recognition.leftOfBudget, left ?? recognition.noBudget, { isBad: left === 0 }),
    stat(t.thanks.title, current.posts),
    stat(recognition.givers, current.givers),
  ]);
  const count = (head: string, value: (row: KudosBudget) => number) => ({
    ...{ head, isNumber: true, cell: (row: KudosBudget) => t.format.number(value(row)) },
  });
  const list = table<KudosBudget>({
    ...{ label: recognition.months, rows: earlier },
    columns: [
      { head: recognition.month, cell: nameOf },
      count(recognition.points, (row) => row.points),
      count(t.thanks.title, (row) => row.posts),
      { ...count(recognition.givers, (row) => row.givers), shown: 'tablet' },
    ],
  });
  return html`${figures}${earlier.length === 0 ? '' : panel({ id: 'months', title: recognition.months, isFull: true }, list)}`;
}
