import { worthOf } from '../../../domain/coin-worth.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { coinWorthOf } from '../../../service/company/programme.ts';
import type { Call } from '../../request/call.ts';
import { figure, sub } from '../../view/cells.ts';
import { barChart, folded, twoWayChart } from '../../view/chart.ts';
import { explained, panel } from '../../view/panel.ts';
import { type Column, table } from '../../view/table.ts';
import type { Period, Report } from './report.ts';

/** Weeks from one with its number on the axis to the next. */
const WEEKS_APART = 4;

function axisLabel({ t }: Call, { unit, periods }: Report, period: Period): Html {
  if (unit === 'week') {
    const isNamed = (periods.length - 1 - periods.indexOf(period)) % WEEKS_APART === 0;
    return html`${isNamed ? Number(period.period.slice(-2)) : ''}`;
  }
  const { shortMonth, monthLetter } = t.format;
  return html`<tspan class="opt">${shortMonth(period.startsAt)}</tspan><tspan class="nar">${monthLetter(period.startsAt)}</tspan>`;
}

const columnsOf = (call: Call, report: Report) =>
  report.periods.map((period) => ({
    ...{ period, name: period.name, label: axisLabel(call, report, period) },
  }));

const numbersOf = (
  { insights }: Call['t'],
  label: string,
  periods: readonly Period[],
  columns: readonly Column<Period>[],
): Html =>
  folded(
    insights.numbers,
    table({
      ...{ label, rows: periods },
      columns: [
        {
          head: insights.period,
          cell: ({ name, short }) => html`<span class="opt">${name}</span>${sub(short, 'phones')}`,
        },
        ...columns,
      ],
    }),
  );

/** The share of people who took part in each period. */
export function participationPanel(call: Call, report: Report): Html {
  const { t } = call;
  const { insights, format } = t;
  const { periods, unit } = report;
  const running = periods.at(-1);
  const over = periods.slice(0, -1).filter(({ participation }) => participation !== null);
  const best = over.toSorted((a, b) => (b.participation ?? 0) - (a.participation ?? 0))[0];
  const bars = columnsOf(call, report).map(({ period, ...column }) => ({
    ...column,
    value: period.active_people === 0 ? null : period.participation,
  }));
  const label = insights.participationLabel;
  const share = ({ participation }: Period) =>
    participation === null ? '–' : format.percent(participation);
  const text =
    running?.participation == null
      ? insights.participationTextOnly
      : insights.participationText({ period: running.name, share: share(running) });
  return panel(
    {
      ...{ id: 'participation', title: insights.participation },
      beside: best?.participation
        ? insights.best({ period: best.name, share: share(best) })
        : undefined,
    },
    [
      barChart(t, label, bars, { isShare: true, isWritten: unit === 'month' }),
      explained(text),
      numbersOf(t, label, periods, [
        { head: insights.share, isNumber: true, cell: share },
        {
          ...{ head: insights.tookPartHead, isNumber: true },
          cell: ({ participants }) => figure(t, participants),
        },
        {
          ...{ head: insights.activePeople, isNumber: true, shown: 'tablet' as const },
          cell: ({ active_people: people }) => figure(t, people),
        },
      ]),
    ],
  );
}

/** Coins that came and went in each period. */
export function coinsPanel(call: Call, report: Report): Html {
  const { t } = call;
  const { insights } = t;
  const { periods } = report;
  const label = insights.coinsLabel;
  const bars = columnsOf(call, report).map(({ period, ...column }) => ({
    ...{ ...column, above: period.coins_earned, below: period.coins_spent },
  }));
  const sum = (field: 'coins_earned' | 'coins_spent') =>
    periods.reduce((total, period) => total + (period[field] ?? 0), 0);
  const coins = periods.at(-1)?.coins_outstanding ?? null;
  const perCoin = coinWorthOf(call.services.db, call.company.companyId);
  const worth = (amount: number | null) =>
    perCoin === null || amount === null
      ? null
      : t.format.money(worthOf(amount, perCoin), perCoin.currency);
  const column = (head: string, field: 'coins_earned' | 'coins_spent' | 'coins_outstanding') => ({
    ...{ head, isNumber: true, cell: (period: Period) => figure(t, period[field]) },
  });
  return panel(
    {
      ...{ id: 'coins', title: insights.coins },
      beside: coins === null ? undefined : outstanding(t, coins, worth(coins)),
    },
    [
      twoWayChart(t, label, bars),
      explained(insights.coinsText({ earned: sum('coins_earned'), spent: sum('coins_spent') })),
      numbersOf(t, label, periods, [
        column(insights.earned, 'coins_earned'),
        column(insights.spent, 'coins_spent'),
        { ...column(insights.outstandingHead, 'coins_outstanding'), shown: 'tablet' },
        ...(perCoin === null
          ? []
          : [
              {
                ...{ head: insights.worth, isNumber: true, shown: 'tablet' as const },
                cell: (period: Period) => worth(period.coins_outstanding) ?? '–',
              },
            ]),
      ]),
    ],
  );
}

const outstanding = ({ insights }: Call['t'], coins: number, worth: string | null): string =>
  worth === null ? insights.outstanding({ coins }) : insights.outstandingWorth({ coins, worth });
