import { HOUR_MS, MINUTE_MS } from '../../../domain/duration.ts';
import { pluralize } from '../../../domain/number-text.ts';
import type { Database } from '../../../store/database.ts';
import { listHeld } from '../../roster/steps/roster-hold.ts';
import { type Finding, ok, warning } from './finding.ts';

/** No roster takes longer to apply: one of a million people takes some minutes. */
const PLAUSIBLE_MS = HOUR_MS;

/** Whether a company is held, so that nobody can change it, by an import that has died or does not come to its end. */
export function checkHolds(db: Database, now: number): Finding[] {
  const findings = listHeld(db, now).flatMap(({ name, since, isDead }) => {
    if (isDead) {
      const message = `An import into "${name}" has died, and nobody can change the company`;
      return warning('imports', message, 'End its hold: engaged doctor --repair');
    }
    if (now - since <= PLAUSIBLE_MS) return [];
    const minutes = pluralize(Math.floor((now - since) / MINUTE_MS), 'minute', 'minutes');
    const message = `An import has held "${name}" for ${minutes}, and nobody else can change the company`;
    return warning('imports', message, 'Stop the process of the import; the hold ends 30 s later');
  });
  return findings.length > 0 ? findings : [ok('imports', 'No import holds a company for too long')];
}
