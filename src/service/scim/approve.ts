import { isoTime } from '../../domain/iso-time.ts';
import * as scimUsers from '../../store/scim/scim-users.ts';
import { type CompanyWrite, recordAuditEvent } from '../company/company-write.ts';
import { recordEvents } from '../events/events.ts';
import { recordInRun } from './hourly-run.ts';

/** How many people one transaction deactivates, so that other writes wait briefly. */
const APPROVED_AT_ONCE = 1_000;

/** What an approval did, and whether there are more people who wait. */
export type Approval = { deactivated: number; is_more: boolean };

/**
 * Deactivates people whose deactivation the limit of the directory held back. They do not count against it. Who has got a
 * role since, or is deactivated already, is left as they are and waits no longer.
 */
export function approveHeld(write: CompanyWrite): Approval {
  const { db, companyId, now, revision } = write;
  const numbers = db
    .all(scimUsers.listToApprove, { companyId, count: APPROVED_AT_ONCE })
    .map(({ number }) => number);
  if (numbers.length > 0) {
    db.run(scimUsers.deactivate, { companyId, numbers, now, revision });
    db.run(scimUsers.release, { companyId, numbers });
    recordEvents(
      write,
      numbers.map((employeeNumber) => ({ type: 'employee.deactivated', employeeNumber, data: {} })),
    );
    recordInRun(
      write,
      numbers.map((number) => ({
        ...{ number, isNew: false, newDepartment: null },
        change: { number, deactivatedAt: [null, now] },
      })),
    );
  }
  const isMore = numbers.length === APPROVED_AT_ONCE;
  if (!isMore) db.run(scimUsers.releaseRest, { companyId });
  recordAuditEvent(write, 'directory.approve', ['company', null], {
    after: { deactivated: numbers.length, at: isoTime(now) },
  });
  return { deactivated: numbers.length, is_more: isMore };
}
