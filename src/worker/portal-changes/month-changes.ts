import * as v from 'valibot';
import { closeMonth, rankMonth } from '../../service/months/close-month.ts';
import { reopenMonth } from '../../service/months/closed-months.ts';
import { change, rankedChange } from './change.ts';

/** What is decided about a month. */
export const MONTH_CHANGES = {
  closeMonth: rankedChange(
    v.object({ month: v.number() }),
    (db, companyId, { month }) => rankMonth(db, companyId, month),
    closeMonth,
  ),
  reopenMonth: change(
    v.object({ month: v.number(), version: v.number() }),
    (write, { month, version }) => reopenMonth(write, month, version),
  ),
};
