import { MINUTE_MS } from '../../../domain/duration.ts';
import { schemaVersionOf } from '../../../store/data.ts';
import type { Database } from '../../../store/database.ts';
import * as deployment from '../../../store/operations/deployment.ts';
import { SCHEMA_VERSION } from '../../../store/sqlite/migrate.ts';
import type { SqliteDatabase } from '../../../store/sqlite/sqlite-database.ts';
import { remnantsAt } from '../../people/erasure.ts';
import { checkLedgers } from '../../xp/ledger-check.ts';
import { type Finding, ok, problem } from './finding.ts';
import { found, type HealthFinding, inEnglish } from './health-findings.ts';
import { checkLookalikes } from './lookalikes.ts';
import { checkReportTotals } from './reports.ts';
import { checkStandings } from './standings.ts';

const RESTORE_ADVICE = 'Keep this file and restore an intact backup: engaged restore FILE';

/** Clock differences up to this are ignored. */
const CLOCK_TOLERANCE_MS = MINUTE_MS;

/**
 * Checks the pages and contents of a data file. Reads all of it, which takes seconds per gigabyte.
 *
 * @param now milliseconds UTC
 */
export function checkFileContents(db: SqliteDatabase, now: number): Finding[] {
  const isSound = db.pragma('integrity_check') === 'ok';
  if (!isSound) return [problem('integrity', 'The file is damaged', RESTORE_ADVICE)];
  const findings = [
    ok('integrity', 'SQLite finds no fault in any page or index'),
    db.pragma('foreign_key_check') === undefined
      ? ok('references', 'All references are valid')
      : problem('references', 'Some rows refer to records that do not exist', RESTORE_ADVICE),
  ];
  return [
    ...findings,
    inEnglish(checkSchema(db)),
    ...(hasOwnSchema(db) ? checkContents(db, now) : []),
  ];
}

export const hasOwnSchema = (db: Database): boolean => schemaVersionOf(db) === SCHEMA_VERSION;

/** Checks whether the program and the data belong together. */
export function checkSchema(db: Database): HealthFinding {
  const version = schemaVersionOf(db);
  if (version === SCHEMA_VERSION) return found('schema_current', { version });
  const code = version < SCHEMA_VERSION ? 'schema_older' : 'schema_newer';
  return found(code, { version, program: SCHEMA_VERSION });
}

/** Checks what is on record against itself and the clock. */
export const checkContents = (db: Database, now: number): Finding[] => [
  checkTotals(db),
  checkReportTotals(db),
  checkStandings(db),
  checkLookalikes(db),
  ...[...checkRemnants(db), checkClock(db, now)].map(inEnglish),
];

function checkTotals(db: Database): Finding {
  const wrong = checkLedgers(db);
  if (wrong.length === 0) {
    return ok('ledgers', 'XP, coins, redemptions and thanks match their entries');
  }
  const kinds = [...new Set(wrong.map(({ kind }) => kind))].join(', ');
  const count = wrong.length === 1 ? 'One total contradicts' : `${wrong.length} totals contradict`;
  return problem('ledgers', `${count} the ledger (${kinds})`, RESTORE_ADVICE);
}

export function checkRemnants(db: Database): HealthFinding[] {
  const at = remnantsAt(db);
  return at === null ? [] : [found('erased_values_left', { at })];
}

export function checkClock(db: Database, now: number): HealthFinding {
  const latest = db.one(deployment.latestRecord, {})?.at ?? 0;
  return latest <= now + CLOCK_TOLERANCE_MS
    ? found('clock_right', { at: now })
    : found('clock_wrong', { at: now, latest });
}
