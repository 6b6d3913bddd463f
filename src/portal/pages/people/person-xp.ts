import { monthOf, monthStart } from '../../../domain/period.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import * as coinLedger from '../../../store/xp/coin-ledger.ts';
import * as explanation from '../../../store/xp/explanation.ts';
import type { Call } from '../../request/call.ts';
import { fileLinks } from '../../view/file-links.ts';
import { nextPager, PAGE_SIZE, placeIn } from '../../view/pager.ts';
import { panel } from '../../view/panel.ts';
import { tabs } from '../../view/table.ts';
import { entryTable } from './entry-table.ts';

/** How many XP entries are shown at most, the newest first. */
const MAX_ENTRIES = 200;

/** What the query calls the entry of coins before which a page begins. */
const COINS = 'coins';

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

/** XP entry by entry. @param path of the page @param files of all entries, for those who may download them */
export function xpPanel(call: Call, person: EmployeeRow, path: string, files: Html = html``): Html {
  const { t, services, company } = call;
  const { people } = t;
  const { windows, chosen } = windowOf(call);
  const { from, until, label, key } = chosen;
  const { db } = services;
  const window = { companyId: company.companyId, employeeNumber: person.number, from, until };
  const shown = db.all(explanation.listNewest, { ...window, count: MAX_ENTRIES });
  const { entries = 0, xp = 0 } = db.one(explanation.sum, window) ?? {};
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
      : people.countsFromUntil({
          from: t.format.calendarDay(from),
          until: t.format.calendarDay(until),
        });
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
    {
      id: 'xp',
      title: people.xpEntries,
      beside: segments,
      isFull: true,
      footer: html`${explained} ${files}`,
    },
    shown.length === 0 ? html`<p class="pad muted">${people.noXp}</p>` : list,
  );
}

/** All entries as files. */
export const entryFiles = ({ t, href }: Call, { id }: EmployeeRow, of: 'xp' | 'coins'): Html =>
  html`<span class="row">${fileLinks(t, href, `/people/${id}/${of}`)}</span>`;

/** Coins entry by entry, as many as a page has; undefined where there are none. @param path of the page */
export function coinsPanel(
  call: Call,
  person: EmployeeRow,
  path: string,
  footer?: Html,
): Html | undefined {
  const { t, services, company, query } = call;
  const { people } = t;
  const place = placeIn(query, COINS);
  const before = place ?? Number.MAX_SAFE_INTEGER;
  const key = { companyId: company.companyId, employeeNumber: person.number, before };
  const all = services.db.all(coinLedger.listNewest, { ...key, count: PAGE_SIZE + 1 });
  if (all.length === 0 && place === undefined) return undefined;
  const rows = all.slice(0, PAGE_SIZE).map((one) => ({ ...one, at: one.recordedAt }));
  const { coins: sum = 0 } = services.db.one(coinLedger.sumBefore, key) ?? {};
  const list = entryTable(call, {
    ...{ label: people.coinEntries, rows, sum, amountHead: people.coins, sumHead: people.left },
  });
  const pages = nextPager(t, {
    next: all.length > PAGE_SIZE ? `${path}?${COINS}=${rows.at(-1)?.entry}#coins` : undefined,
    first: place === undefined ? undefined : path,
  });
  return panel({ id: 'coins', title: people.coinEntries, isFull: true, footer }, [list, pages]);
}
