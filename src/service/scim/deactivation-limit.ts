import * as scimUsers from '../../store/scim/scim-users.ts';
import type { CompanyWrite } from '../company/company-write.ts';
import { recordEvents } from '../events/events.ts';
import type { ScimAnswer } from './answer.ts';
import { toErrorBody } from './answer.ts';
import { findHour, openRun, saveHour, saveRun, sumHours } from './hourly-run.ts';

/** Seconds after which a deactivation beyond the limit is worth another try. */
const RETRY_AFTER = 3_600;

/** The most people that a directory deactivates in 24 hours: the formula of a roster sync. */
export const limitOf = (people: number): number => Math.max(10, Math.floor(people / 5));

/**
 * Takes one deactivation from what the directory has left in 24 hours.
 *
 * @returns the limit, if it is reached
 */
export function takeDeactivation(write: CompanyWrite): { limit: number } | undefined {
  const { db, companyId } = write;
  const hour = findHour(write);
  const people = hour.people ?? db.one(scimUsers.countDeactivatable, { companyId })?.count ?? 0;
  const sum = sumHours(write);
  const limit = limitOf(Math.max(people, sum.people ?? 0));
  if (sum.deactivated >= limit) return { limit };
  saveHour(write, { ...hour, people, deactivated: hour.deactivated + 1 });
  return undefined;
}

/** Holds a deactivation back until somebody approves it, or enough of the others are 24 hours ago. */
export function holdBack(
  write: CompanyWrite,
  { number, heldAt }: { number: number; heldAt: number | null },
  limit: number,
): ScimAnswer {
  const { db, companyId, now } = write;
  if (heldAt === null) db.run(scimUsers.hold, { companyId, number, at: now });
  const isFirst = findHour(write).isBlocked === 0;
  if (isFirst) sayOnce(write, limit);
  return {
    status: 429,
    body: toErrorBody(
      429,
      `The directory has deactivated ${limit} people in 24 hours, which is its limit. An owner of the company approves the others in the portal, or an operator with: engaged scim approve`,
    ),
    retryAfter: RETRY_AFTER,
    isFirstBlocked: isFirst,
  };
}

/** Marks the run of the hour, and tells everybody who waits for events. */
function sayOnce(write: CompanyWrite, limit: number): void {
  const { db, companyId } = write;
  const run = openRun(write);
  run.outcome = 'deactivation_blocked';
  run.result.deactivation_limit = limit;
  saveRun(write, run);
  saveHour(write, { ...findHour(write), isBlocked: 1 });
  const waiting = db.one(scimUsers.countHeld, { companyId })?.count ?? 0;
  const { created, updated, reactivated, deactivated } = run.result;
  recordEvents(write, [
    {
      type: 'sync.blocked',
      data: {
        ...{
          sync_id: run.id,
          itemised: true,
          created,
          updated,
          reactivated,
          deactivated,
          errors: 0,
        },
        ...{
          reason: 'limit_exceeded',
          deactivation_candidates: waiting,
          deactivation_limit: limit,
        },
      },
    },
  ]);
}
