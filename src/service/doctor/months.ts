import { HOUR_MS } from '../../domain/duration.ts';
import { pluralize } from '../../domain/number-text.ts';
import { formatMonth, monthOf } from '../../domain/period.ts';
import { MAX_GRACE_HOURS } from '../../domain/standings/due-months.ts';
import * as closedMonths from '../../store/closed-months.ts';
import * as companies from '../../store/companies.ts';
import type { Database } from '../../store/database.ts';
import { listDueMonths } from '../months/closed-months.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** A running service closes every month within this time, whatever its grace period is. */
const OVERDUE_MS = (MAX_GRACE_HOURS + 1) * HOUR_MS;

/** Whether months of live companies are closed when they should be, and not before they have ended. */
export function checkMonths(db: Database, now: number): Finding[] {
  const live = db.all(companies.listLive, {});
  const early = live.flatMap(({ companyId }) =>
    db.all(closedMonths.listFrom, { companyId, month: monthOf(now) }),
  );
  const [first] = early;
  if (first) {
    const month = formatMonth(first.month);
    return [
      problem(
        'months',
        `${month} is closed and has not ended: the clock was or is wrong`,
        `Check the clock, and then: engaged month reopen ${month}`,
      ),
    ];
  }
  const due = live.flatMap(({ companyId }) =>
    listDueMonths(db, companyId, { now, graceMs: OVERDUE_MS }),
  );
  if (due.length === 0) return [ok('months', 'Every month that is due is closed')];
  const oldest = formatMonth(Math.min(...due));
  return [
    warning(
      'months',
      `${pluralize(due.length, 'month is', 'months are')} due and not closed, since ${oldest}`,
      'The service closes them while it runs. Without it: engaged month close MONTH',
    ),
  ];
}
