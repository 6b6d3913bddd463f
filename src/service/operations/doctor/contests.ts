import { HOUR_MS } from '../../../domain/duration.ts';
import { pluralize } from '../../../domain/number-text.ts';
import { MAX_GRACE_HOURS } from '../../../domain/standings/due-months.ts';
import * as badges from '../../../store/badges/badges.ts';
import * as companies from '../../../store/company/companies.ts';
import * as contests from '../../../store/contests/contests.ts';
import type { Database } from '../../../store/database.ts';
import { listDueContests, prizesOf } from '../../contests/contests.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

/** A running service closes every contest within this time, whatever its grace period is. */
const OVERDUE_MS = (MAX_GRACE_HOURS + 1) * HOUR_MS;

/** Whether contests of live companies are closed when they should be, not before their end, and can grant their prizes. */
export function checkContests(db: Database, now: number): Finding[] {
  const live = db.all(companies.listLive, {});
  const early = live.flatMap(({ companyId }) =>
    db.all(contests.listClosed, { companyId }).filter(({ endsAt }) => endsAt > now),
  );
  if (early.length > 0) {
    const were = pluralize(early.length, 'contest is', 'contests are');
    return [
      problem(
        'contests',
        `${were} closed and not over: the clock was or is wrong`,
        'Check the clock. The prizes were granted: engaged contest list',
      ),
    ];
  }
  const due = listDueContests(db, { now, graceMs: OVERDUE_MS });
  if (due.length > 0) {
    return [
      warning(
        'contests',
        `${pluralize(due.length, 'contest is', 'contests are')} over and not closed`,
        'The service closes them while it runs. Without it: engaged contest close CONTEST',
      ),
    ];
  }
  const lost = live.flatMap(({ companyId }) =>
    db
      .all(contests.listOpen, { companyId })
      .flatMap(prizesOf)
      .filter(({ badge: code }) => code !== null && !db.one(badges.find, { companyId, code })),
  );
  if (lost.length > 0) {
    return [
      warning(
        'contests',
        `${pluralize(lost.length, 'prize is', 'prizes are')} a badge that does not exist`,
        'Define the badge, or change the prizes: engaged contest change --help',
      ),
    ];
  }
  return [ok('contests', 'Every contest that is over is closed')];
}
