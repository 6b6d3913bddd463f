import { HOUR_MS } from '../../../domain/duration.ts';
import { formatMonth, monthOf } from '../../../domain/period.ts';
import { MAX_GRACE_HOURS } from '../../../domain/standings/due-months.ts';
import * as companies from '../../../store/company/companies.ts';
import type { Database } from '../../../store/database.ts';
import * as closedMonths from '../../../store/months/closed-months.ts';
import { listDueMonths } from '../../months/closed-months.ts';
import { found, type HealthFinding } from './health-findings.ts';

/** A running service closes every month within this time, whatever its grace period is. */
const OVERDUE_MS = (MAX_GRACE_HOURS + 1) * HOUR_MS;

/** Whether months of live companies are closed when they should be, and not before they have ended. */
export function checkMonths(db: Database, now: number): HealthFinding[] {
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
    const company = live.length === 1 ? null : first.name;
    const { months } = first;
    return [found('months_closed_early', { count, companies: early.length, months, company })];
  }
  const due = live.flatMap(({ companyId }) =>
    listDueMonths(db, companyId, { now, graceMs: OVERDUE_MS }),
  );
  if (due.length === 0) return [found('months_closed')];
  return [found('months_due', { count: due.length, oldest: formatMonth(Math.min(...due)) })];
}
