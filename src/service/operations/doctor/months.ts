import { HOUR_MS } from '../../../domain/duration.ts';
import { pluralize } from '../../../domain/number-text.ts';
import { formatMonth, monthOf } from '../../../domain/period.ts';
import { shellWord } from '../../../domain/shell-word.ts';
import { MAX_GRACE_HOURS } from '../../../domain/standings/due-months.ts';
import * as companies from '../../../store/company/companies.ts';
import type { Database } from '../../../store/database.ts';
import * as closedMonths from '../../../store/months/closed-months.ts';
import { listDueMonths } from '../../months/closed-months.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** A running service closes every month within this time, whatever its grace period is. */
const OVERDUE_MS = (MAX_GRACE_HOURS + 1) * HOUR_MS;

/** Whether months of live companies are closed when they should be, and not before they have ended. */
export function checkMonths(db: Database, now: number): Finding[] {
  const live = db.all(companies.listLive, {});
  const early = live
    .map(({ companyId, name }) => ({
      name,
      months: db
        .all(closedMonths.listFrom, { companyId, month: monthOf(now) })
        .map(({ month }) => formatMonth(month)),
    }))
    .filter(({ months }) => months.length > 0);
  const [first] = early;
  if (first) {
    const count = early.reduce((sum, { months }) => sum + months.length, 0);
    const were = pluralize(count, 'month is', 'months are');
    const where = early.length === 1 ? '' : ` in ${early.length} companies`;
    const option = live.length === 1 ? '' : ` --company ${shellWord(first.name)}`;
    const others = early.length === 1 ? '' : ', and engaged doctor for the other companies';
    return [
      problem(
        'months',
        `${were} closed${where} and not over: the clock was or is wrong`,
        `Check the clock, and then: engaged month reopen ${first.months.join(' ')}${option}${others}`,
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
