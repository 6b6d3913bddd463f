import { HOUR_MS } from '../../domain/duration.ts';
import { ScimError, type ScimType } from '../../domain/scim/scim-error.ts';
import { fold } from '../../domain/text.ts';
import * as directory from '../../store/scim/scim-directory.ts';
import { type LazyCompanyWrite, nextEntry } from '../company/company-write.ts';

/** Why a request about a person is refused, and what its sender is told. */
const REASONS = {
  user_name_taken: [409, 'uniqueness', 'userName belongs to another person of the directory'],
  linked_already: [
    409,
    'uniqueness',
    'The person with this employee number or email is linked to another person of the directory',
  ],
  email_taken: [409, 'uniqueness', 'The email belongs to another person of the company'],
  external_id_taken: [
    409,
    'uniqueness',
    'The employee number belongs to another person of the company',
  ],
  external_id_mismatch: [
    409,
    'uniqueness',
    'The email belongs to a person with another employee number. Correct one of both, or the external id in engaged',
  ],
  email_domain_not_allowed: [
    400,
    'invalidValue',
    'The email is not on a domain that the company signs in with',
  ],
  managed_in_portal: [
    400,
    'mutability',
    'The person is an admin or has a role in the portal. Take the role away there first: a directory deactivates nobody who has one',
  ],
  deactivated_in_portal: [
    400,
    'mutability',
    'The person was deactivated in engaged, and not by the directory. Only an admin can reactivate them there',
  ],
  roster_decides: [
    400,
    'mutability',
    'The roster of this company decides who is active. An operator changes that with: engaged company update --roster-authority both',
  ],
  department_conflict: [400, 'invalidValue', 'Several departments of the company have this name'],
  department_limit_reached: [
    400,
    'invalidValue',
    'The department is new, and the company has as many as it can have',
  ],
  sandbox_limit_reached: [400, 'invalidValue', 'The sandbox holds as many people as it can'],
} as const satisfies Record<string, readonly [number, ScimType, string]>;

export type RefusalReason = keyof typeof REASONS;

/** A request about a person that is refused for what the company has on record. */
export class Refusal extends ScimError {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    const [status, scimType, detail] = REASONS[reason];
    super(status, scimType, detail);
    this.reason = reason;
  }
}

/** How many refusals are kept. */
const MAX_KEPT = 100;

/** Whom a request is about, as far as it says so. */
export type Subject = { userName: string | null; number: number | null };

/**
 * Puts a refusal on record. One about the same person for the same reason is counted, at most once an hour: a directory
 * that tries again and again writes nothing.
 */
export function recordRefusal(
  write: LazyCompanyWrite,
  reason: RefusalReason,
  subject: Subject,
): void {
  const { db, companyId, now } = write;
  const userName = subject.userName === null ? null : fold(subject.userName);
  const known = db.all(directory.listRefusals, { companyId });
  const same = known.find((one) => one.reason === reason && one.userName === userName);
  if (same) {
    if (Math.abs(now - same.lastAt) < HOUR_MS) return;
    db.run(directory.repeatRefusal, { companyId, entry: same.entry, now });
    return;
  }
  const old = known.slice(MAX_KEPT - 1).map(({ entry }) => entry);
  if (old.length > 0) db.run(directory.deleteRefusals, { companyId, entries: old });
  const entry = nextEntry(write);
  db.run(directory.addRefusal, { companyId, entry, reason, userName, number: subject.number, now });
}
