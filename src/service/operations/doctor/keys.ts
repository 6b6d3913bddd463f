import { dayOf } from '../../../domain/iso-time.ts';
import type { Database } from '../../../store/database.ts';
import { type KeyWarning, listKeyWarnings, WARNING_DAYS } from '../../keys/key-warnings.ts';
import { type Finding, ok, warning } from './finding.ts';

/** Checks the valid keys. @param now milliseconds UTC */
export function checkKeys(db: Database, now: number): Finding[] {
  const warnings = db.do(listKeyWarnings(now));
  if (warnings.length > 0) return warnings.map(toFinding);
  return [
    ok('keys', `No key expires within ${WARNING_DAYS} days, is unused or is over a year old`),
  ];
}

function toFinding(remark: KeyWarning): Finding {
  const key = `The key "${remark.name}" (${remark.keyId})`;
  const rotate = `engaged key rotate ${remark.keyId}`;
  switch (remark.about) {
    case 'expires_soon':
      return warning('keys', `${key} expires on ${dayOf(remark.expiresAt)}`, rotate);
    case 'never_used':
      return warning(
        'keys',
        `${key} is ${remark.ageDays} days old and was never used`,
        `engaged key revoke ${remark.keyId}, unless it is still needed`,
      );
    case 'old':
      return warning('keys', `${key} is ${remark.ageDays} days old`, rotate);
  }
}
