import { DAY_MS, HOUR_MS } from '../../../domain/duration.ts';
import { dayOf, parseIsoTime } from '../../../domain/iso-time.ts';
import { monthOf, monthStart } from '../../../domain/period.ts';
import { type Html, html } from '../../../http/response/html.ts';
import { programmeOf } from '../../../service/company/programme.ts';
import * as coinLedger from '../../../store/coin-ledger.ts';
import type { EmployeeRow } from '../../../store/employees.ts';
import * as explanation from '../../../store/explanation.ts';
import { formAction } from '../../forms/action.ts';
import { defineForm } from '../../forms/form.ts';
import { day as dayField, longText, optional, whole } from '../../forms/kinds.ts';
import { Refused } from '../../forms/refused.ts';
import type { Call } from '../../page.ts';
import { actorOf } from '../../parts/decisions.ts';
import { day, moment, monthName, number, signed } from '../../parts/format.ts';
import { named } from '../../parts/person.ts';
import { EDITORS } from '../../roles.ts';
import { panel } from '../../view/panel.ts';
import { table, tabs } from '../../view/table.ts';
import { nameOf, requireOtherPerson } from './require-person.ts';

/** How many XP entries are shown at most, the newest first. */
const MAX_ENTRIES = 200;

/** How many coin entries are shown at most, the newest first. */
const MAX_COINS = 50;

const MAX_AMOUNT = 9_999_999_999;

const amount = () => whole({ min: -MAX_AMOUNT, max: MAX_AMOUNT });

/** Awards XP to a person by hand, or takes it back. */
export const correctXp = formAction({
  path: '/people/:id/xp',
  roles: EDITORS,
  of: requireOtherPerson,
  form: defineForm({
    id: 'correct-xp',
    fields: {
      amount: amount(),
      date: dayField(),
      // Asked for where the amount is a large one.
      again: optional(amount()),
      reason: longText({ max: 500 }),
    },
    rows: [['amount', 'date']],
    texts: ({ people, forms }) => ({
      ...{ button: people.recordXp, refused: people.noXpRecorded },
      fields: {
        amount: { label: people.xpPlusOrMinus, empty: people.amountWanted },
        date: { label: people.countsFor, empty: people.dayUpToToday },
        again: people.amountAgain,
        reason: { label: people.reason, hint: people.reasonHint, empty: forms.giveReason },
      },
    }),
  }),
  submit: async (call, { date, again, reason, ...sent }, { subject: person, formId }) => {
    const { t, services, company, now } = call;
    if (sent.amount === 0) throw new Refused('', { amount: t.people.amountWanted });
    const time = parseIsoTime(date);
    if (time === undefined || time > now) throw new Refused('', { date: t.people.dayUpToToday });
    const { ask_above_xp: limit } = programmeOf(services.db, company.companyId);
    const isLarge = Math.abs(sent.amount) > limit;
    if (isLarge && Math.abs(again ?? 0) !== Math.abs(sent.amount)) {
      throw new Refused('', { again: t.people.moreThan({ xp: limit }) });
    }
    const { amount, applied, level } = await call.change('correctXp', {
      ...{ employee: person.id, amount: sent.amount, reason, repeated: again },
      once: `portal ${formId}`,
      // Today is now. Of another day the middle, so that the month is the same everywhere.
      at: date === dayOf(now) ? undefined : time + 12 * HOUR_MS,
    });
    const about = {
      amount: html`<b class="num">${t.counts.signedXp(amount)}</b>`,
      person: named(t, { name: nameOf(person), email: person.email }),
      level,
    };
    return { done: applied ? t.people.xpRecorded(about) : t.people.xpRecordedAlready(about) };
  },
});

export function correctionPanel(call: Call): Html {
  const { t, now, refusal } = call;
  const isAsked = refusal?.action === correctXp.path && 'again' in refusal.fields;
  const form = correctXp.write(call, {
    values: { date: dayOf(now) },
    left: isAsked ? [] : ['again'],
    kind: 'pri wide',
  });
  return panel({ id: 'correction', title: t.people.correctXp }, form);
}

/** The window of the XP entries that the query asks for. */
function windowOf({ t, query, now }: Call) {
  const month = monthOf(now);
  const monthly = (key: string, of: number) => ({
    ...{ key, label: monthName(monthStart(of), now) },
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
      : people.countsFromUntil({ from: day(from), until: day(until) });
  const total = { window: label, count: entries };
  const foot =
    entries > shown.length
      ? people.totalOfNewest({ ...total, newest: MAX_ENTRIES })
      : people.total(total);
  const list = entryTable(call, {
    ...{ label: people.xpEntries, sum: xp, amountHead: 'XP', sumHead: people.sum },
    rows: shown.map((one) => ({ ...one, at: one.countsAt })),
    foot: html`<tr><td colspan="2" class="strong">${foot}</td><td class="n strong">${number(xp)}</td><td class="opt"></td></tr>`,
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

/** Entries, newest first, each with the sum after it. @param it.sum that after the first one */
function entryTable(
  call: Call,
  it: {
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
    html`${amount < 0 && it.foot ? html` <span class="chip warn">${people.correction}</span>` : ''}${recordedAt - at > DAY_MS ? html` <span class="chip">${people.recordedLater}</span>` : ''}`;
  let { sum } = it;
  const rows = it.rows.map((entry) => {
    const sumHere = sum;
    sum -= entry.amount;
    return { ...entry, sumHere };
  });
  return table<Entry & { sumHere: number }>({
    ...{ label: it.label, rows },
    ...(it.foot && { foot: it.foot }),
    columns: [
      { head: it.foot ? people.countsFor : people.day, isMuted: true, cell: ({ at }) => day(at) },
      {
        head: people.reason,
        cell: (entry) =>
          html`<span class="strong">${entry.reason ?? people.noReason}</span>${chips(entry)}<span class="sub">${sources[entry.source] ?? actorOf(call, entry.source)} · ${moment(entry.recordedAt, now)}</span>`,
      },
      {
        ...{ head: it.amountHead, isNumber: true },
        cell: ({ amount }) =>
          amount < 0 ? html`<span class="minus">${signed(amount)}</span>` : signed(amount),
      },
      {
        ...{ head: it.sumHead, isNumber: true, shown: 'tablet', isMuted: true },
        cell: ({ sumHere }) => number(sumHere),
      },
    ],
  });
}
