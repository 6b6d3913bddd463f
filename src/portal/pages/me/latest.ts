import { monthOf, monthStart } from '../../../domain/period.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { EmployeeRow } from '../../../store/people/employees.ts';
import * as coinLedger from '../../../store/xp/coin-ledger.ts';
import * as explanation from '../../../store/xp/explanation.ts';
import type { Messages } from '../../languages/en.ts';
import type { Call } from '../../request/call.ts';
import { linesOf } from '../../view/cells.ts';
import { panel } from '../../view/panel.ts';
import { entryReason } from '../people/entry-reason.ts';

/** How many of the latest entries are shown. */
const LATEST = 5;

export function latestPanel({ t, services, company, now }: Call, me: EmployeeRow): Html {
  const entries = services.db.all(explanation.listNewest, {
    ...{ companyId: company.companyId, employeeNumber: me.number, count: LATEST },
    ...{ from: monthStart(monthOf(now) - 11), until: Number.MAX_SAFE_INTEGER },
  });
  const correction = html` <span class="chip warn">${t.me.correction}</span>`;
  const lines = entries.map((entry) =>
    entryLine(
      t,
      t.format.calendarDay(entry.countsAt),
      html`${entryReason(t, entry)}${entry.amount < 0 ? correction : ''}`,
      entry.amount,
    ),
  );
  const beside = lines.length === 0 ? undefined : linkTo('/portal/me/xp', t.me.allXp);
  return panel(
    { id: 'my-xp', title: t.me.latestXp, isFull: true, beside },
    linesOf(lines, t.me.noXpYet),
  );
}

const linkTo = (href: string, label: string): Html =>
  html`<a class="small" href="${href}">${label}</a>`;

const entryLine = ({ format }: Messages, day: string, text: Html | string, amount: number): Html =>
  html`<li><span class="small muted num">${day}</span><span class="grow">${text}</span><b class="num">${format.signed(amount)}</b></li>`;

export function coinsPanel({ t, services, company }: Call, me: EmployeeRow): Html {
  const key = { companyId: company.companyId, employeeNumber: me.number };
  const entries = services.db.all(coinLedger.listNewest, {
    ...{ ...key, before: Number.MAX_SAFE_INTEGER, count: LATEST },
  });
  if (entries.length === 0) return html``;
  const forXp = html` <span class="chip">${t.people.sources.xp}</span>`;
  const lines = entries.map((entry) =>
    entryLine(
      t,
      t.format.day(entry.recordedAt),
      html`${entryReason(t, entry)}${entry.source === 'xp' ? forXp : ''}`,
      entry.amount,
    ),
  );
  const beside = linkTo('/portal/me/coins', t.me.allCoins);
  return panel({ id: 'my-coins', title: t.me.latestCoins, isFull: true, beside }, linesOf(lines));
}
