import * as v from 'valibot';
import { closeMonth, rankMonth } from '../../service/months/close-month.ts';
import { reopenMonth } from '../../service/months/closed-months.ts';
import { change } from './change.ts';

/** What is decided about a month. */
export const MONTH_CHANGES = {
  // Ranked in the transaction: a quarter of a second for 100,000 people, a few times a year.
  closeMonth: change(v.object({ month: v.number() }), (write, { month }) =>
    closeMonth(write, rankMonth(write.db, write.companyId, month)),
  ),
  reopenMonth: change(
    v.object({ month: v.number(), version: v.number() }),
    (write, { month, version }) => reopenMonth(write, month, version),
  ),
};
