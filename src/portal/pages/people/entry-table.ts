import { DAY_MS } from '../../../domain/duration.ts';
import { type Html, html } from '../../../http/response/html.ts';
import type { Call } from '../../request/call.ts';
import { sub } from '../../view/cells.ts';
import { table } from '../../view/table.ts';
import { actorOf } from '../audit/decisions.ts';
import { entryReason } from './entry-reason.ts';

/** An entry of a ledger, and the time for which it counts. */
type Entry = {
  at: number;
  amount: number;
  reason: string | null;
  source: string;
  recordedAt: number;
};

/** Where an entry comes from: from whom, or from what. Others are not told which account gave them something. */
export function sourceName(call: Call, source: string): string | undefined {
  const sources: Readonly<Record<string, string>> = call.t.people.sources;
  return sources[source] ?? (call.session.role === 'none' ? undefined : actorOf(call, source));
}

/** Whether an entry takes something back. A price does not. */
const isCorrection = ({ amount, source }: Pick<Entry, 'amount' | 'source'>): boolean =>
  amount < 0 && source !== 'shop';

/** Entries, newest first, each with the sum after it. @param options.sum that after the first one */
export function entryTable(
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
  const chips = ({ at, recordedAt, ...entry }: Entry) =>
    html`${isCorrection(entry) ? html` <span class="chip warn">${people.correction}</span>` : ''}${recordedAt - at > DAY_MS ? html` <span class="chip">${people.recordedLater}</span>` : ''}`;
  const sourceOf = ({ source }: Entry) => {
    const name = sourceName(call, source);
    return name === undefined ? '' : html`${name} · `;
  };
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
        cell: ({ at }) => (options.foot ? t.format.calendarDay : t.format.day)(at),
      },
      {
        head: people.reason,
        cell: (entry) =>
          html`<span class="strong">${entryReason(t, entry)}</span>${chips(entry)}${sub(html`${sourceOf(entry)}${t.format.moment(entry.recordedAt, now)}`)}`,
      },
      {
        ...{ head: options.amountHead, isNumber: true },
        cell: (entry) =>
          isCorrection(entry)
            ? html`<span class="minus">${t.format.signed(entry.amount)}</span>`
            : t.format.signed(entry.amount),
      },
      {
        ...{ head: options.sumHead, isNumber: true, shown: 'tablet', isMuted: true },
        cell: ({ sumHere }) => t.format.number(sumHere),
      },
    ],
  });
}
