import { DAY_MS } from '../../../domain/duration.ts';
import { monthOf, monthStart } from '../../../domain/period.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import * as coinLedger from '../../../store/xp/coin-ledger.ts';
import * as explanation from '../../../store/xp/explanation.ts';
import type { Call } from '../../request/call.ts';
import { sub } from '../../view/cells.ts';
import { panel } from '../../view/panel.ts';
import { table, tabs } from '../../view/table.ts';
import { actorOf } from '../audit/decisions.ts';

/** How many XP entries are shown at most, the newest first. */
const MAX_ENTRIES = 200;

/** How many coin entries are shown at most, the newest first. */
const MAX_COINS = 50;

/** The window of the XP entries that the query asks for. */
function windowOf({ t, query, now }: Call) {
  const month = monthOf(now);
  const monthly = (key: string, of: number) => ({
    ...{ key, label: t.format.month(monthStart(of), now) },
    ...{ from: monthStart(of), until: monthStart(of + 1) },
  });
  const current = monthly('', month);
  const windows = [
    current,
    monthly('last', month - 1),
    { key: 'all', label: t.people.allTime, from: 0, until: Number.MAX_SAFE_INTEGER },
  ];
  const key = query.get('xp') ?? '';
  return { windows, chosen: windows.find((one) => one.key === key) ?? current };
}

/** XP entry by entry. */
export function xpPanel(call: Call, person: EmployeeRow): Html {
  const { t, services, company, href } = call;
  const { people } = t;
  const { windows, chosen } = windowOf(call);
  const { from, until, label, key } = chosen;
  const { db } = services;
  const window = { companyId: company.companyId, employeeNumber: person.number, from, until };
  const shown = db.all(explanation.listNewest, { ...window, count: MAX_ENTRIES });
  const { entries = 0, xp = 0 } = db.one(explanation.sum, window) ?? {};
  const path = href(`/people/${person.id}`);
  const segments = tabs(
    people.period,
    windows.map((one) => ({
      ...{ href: one.key === '' ? path : `${path}?xp=${one.key}` },
      ...{ label: one.label, isCurrent: one.key === key },
    })),
  );
  const explained =
    key === 'all'
      ? people.everyEntryCounts
      : people.countsFromUntil({ from: t.format.day(from), until: t.format.day(until) });
  const total = { window: label, count: entries };
  const foot =
    entries > shown.length
      ? people.totalOfNewest({ ...total, newest: MAX_ENTRIES })
      : people.total(total);
  const list = entryTable(call, {
    ...{ label: people.xpEntries, sum: xp, amountHead: 'XP', sumHead: people.sum },
    rows: shown.map((one) => ({ ...one, at: one.countsAt })),
    foot: html`<tr><td colspan="2" class="strong">${foot}</td><td class="n strong">${t.format.number(xp)}</td><td class="opt"></td></tr>`,
  });
  return panel(
    { id: 'xp', title: people.xpEntries, beside: segments, isFull: true, footer: explained },
    shown.length === 0 ? html`<p class="pad muted">${people.noXp}</p>` : list,
  );
}

/** Coins entry by entry; nothing where there are none. */
export function coinsPanel(call: Call, person: EmployeeRow): Html {
  const { t, services, company } = call;
  const { people } = t;
  const key = { companyId: company.companyId, employeeNumber: person.number };
  const all = services.db.all(coinLedger.listNewest, { ...key, count: MAX_COINS + 1 });
  if (all.length === 0) return html``;
  const list = entryTable(call, {
    ...{ label: people.coinEntries, sum: person.coins, amountHead: people.coins },
    ...{ sumHead: people.left },
    rows: all.slice(0, MAX_COINS).map((one) => ({ ...one, at: one.recordedAt })),
  });
  return panel(
    {
      ...{ id: 'coins', title: people.coinEntries, isFull: true },
      footer: all.length > MAX_COINS ? people.theNewest({ count: MAX_COINS }) : undefined,
    },
    list,
  );
}

/** An entry of a ledger, and the time for which it counts. */
type Entry = {
  at: number;
  amount: number;
  reason: string | null;
  source: string;
  recordedAt: number;
};

/** Entries, newest first, each with the sum after it. @param options.sum that after the first one */
function entryTable(
  call: Call,
  options: {
    label: string;
    rows: readonly Entry[];
    sum: number;
    amountHead: string;
    sumHead: string;
    foot?: Html;
  },
): Html {
  const { t, now } = call;
  const { people } = t;
  const sources: Readonly<Record<string, string>> = people.sources;
  const chips = ({ at, amount, recordedAt }: Entry) =>
    html`${amount < 0 && options.foot ? html` <span class="chip warn">${people.correction}</span>` : ''}${recordedAt - at > DAY_MS ? html` <span class="chip">${people.recordedLater}</span>` : ''}`;
  let { sum } = options;
  const rows = options.rows.map((entry) => {
    const sumHere = sum;
    sum -= entry.amount;
    return { ...entry, sumHere };
  });
  return table<Entry & { sumHere: number }>({
    ...{ label: options.label, rows },
    ...(options.foot && { foot: options.foot }),
    columns: [
      {
        head: options.foot ? people.countsFor : people.day,
        isMuted: true,
        cell: ({ at }) => t.format.day(at),
      },
      {
        head: people.reason,
        cell: (entry) =>
          html`<span class="strong">${entry.reason ?? people.noReason}</span>${chips(entry)}${sub(html`${sources[entry.source] ?? actorOf(call, entry.source)} · ${t.format.moment(entry.recordedAt, now)}`)}`,
      },
      {
        ...{ head: options.amountHead, isNumber: true },
        cell: ({ amount }) =>
          amount < 0
            ? html`<span class="minus">${t.format.signed(amount)}</span>`
            : t.format.signed(amount),
      },
      {
        ...{ head: options.sumHead, isNumber: true, shown: 'tablet', isMuted: true },
        cell: ({ sumHere }) => t.format.number(sumHere),
      },
    ],
  });
}
