import { DAY_MS } from '../duration.ts';
import { type Month, monthOf, monthStart } from '../period.ts';

/** How long after its end a month is closed by the service, unless it is set otherwise. */
export const DEFAULT_GRACE_HOURS = 72;

/** The longest setting: a month is closed while what is on record is still that of its end. */
export const MAX_GRACE_HOURS = 240;

/** A month closed later than this after its end shows departments and activity of another time. */
const RECONSTRUCTED_AFTER_MS = 14 * DAY_MS;

/** The first moment after a month. */
export const monthEnd = (month: Month): number => monthStart(month + 1);

/** Whether a month was closed so late that departments and activity are not those of its end. */
export const isReconstructed = (month: Month, closedAt: number): boolean =>
  closedAt - monthEnd(month) > RECONSTRUCTED_AFTER_MS;

/** A month that was closed; `reopenedAt` is null while it is. */
export type ClosedOrReopened = { month: Month; reopenedAt: number | null };

/**
 * The months to close, oldest first: those that nobody closed, from the one in which the first person joined on, and those
 * that were reopened. Both wait for the grace period, which begins with the end of the month or when it was reopened.
 *
 * @param months each month that was ever closed, with its newest version
 */
export function dueMonths(
  { firstJoinedAt, months }: { firstJoinedAt: number; months: readonly ClosedOrReopened[] },
  now: number,
  graceMs: number,
): Month[] {
  const known = new Map(months.map(({ month, reopenedAt }) => [month, reopenedAt]));
  const isOver = (month: Month, since = Number.NEGATIVE_INFINITY) =>
    Math.max(monthEnd(month), since) + graceMs <= now;
  const due = months.flatMap(({ month, reopenedAt }) =>
    reopenedAt !== null && isOver(month, reopenedAt) ? month : [],
  );
  for (let month = monthOf(firstJoinedAt); isOver(month); month++) {
    if (!known.has(month)) due.push(month);
  }
  return due.sort((a, b) => a - b);
}
