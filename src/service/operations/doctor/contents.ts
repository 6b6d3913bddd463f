import { MINUTE_MS } from '../../../domain/duration.ts';
import { isoTime } from '../../../domain/iso-time.ts';
import { schemaVersionOf } from '../../../store/data.ts';
import type { Database } from '../../../store/database.ts';
import * as deployment from '../../../store/operations/deployment.ts';
import { SCHEMA_VERSION } from '../../../store/sqlite/migrate.ts';
import type { SqliteDatabase } from '../../../store/sqlite/sqlite-database.ts';
import { remnantsAt } from '../../people/erasure.ts';
import { checkLedgers } from '../../xp/ledger-check.ts';
import { type Finding, ok, problem, warning } from './finding.ts';
import { checkLookalikes } from './lookalikes.ts';
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
  return [...findings, checkSchema(db), ...(hasOwnSchema(db) ? checkContents(db, now) : [])];
}

export const hasOwnSchema = (db: Database): boolean => schemaVersionOf(db) === SCHEMA_VERSION;

/** Checks whether the program and the data belong together. */
export function checkSchema(db: Database): Finding {
  const version = schemaVersionOf(db);
  if (version === SCHEMA_VERSION) return ok('schema', `Schema ${version}, as this program has it`);
  const message = `The data has schema ${version}, this program ${SCHEMA_VERSION}`;
  return version < SCHEMA_VERSION
    ? warning('schema', `${message}; the rest was not checked`, 'See: engaged upgrade --check')
    : problem('schema', `${message}, which no longer writes to it`, 'Start the newer version');
}

/** Checks what is on record against itself and the clock. */
export const checkContents = (db: Database, now: number): Finding[] => [
  checkTotals(db),
  checkStandings(db),
  checkLookalikes(db),
  ...checkRemnants(db),
  checkClock(db, now),
];

function checkTotals(db: Database): Finding {
  const wrong = checkLedgers(db);
  if (wrong.length === 0) {
    return ok('ledgers', 'XP, coins and redemptions match their entries');
  }
  const kinds = [...new Set(wrong.map(({ kind }) => kind))].join(', ');
  const count = wrong.length === 1 ? 'One total contradicts' : `${wrong.length} totals contradict`;
  return problem('ledgers', `${count} the ledger (${kinds})`, RESTORE_ADVICE);
}

export function checkRemnants(db: Database): Finding[] {
  const at = remnantsAt(db);
  if (at === null) return [];
  const message = `Unused parts of the file may hold values of people or companies erased until ${isoTime(at)}`;
  return [warning('erasure', message, 'Remove them with: engaged vacuum')];
}

export function checkClock(db: Database, now: number): Finding {
  const latest = db.one(deployment.latestRecord, {})?.at ?? 0;
  if (latest <= now + CLOCK_TOLERANCE_MS)
    return ok('clock', `${isoTime(now)}, later than every record`);
  return problem(
    'clock',
    `The clock says ${isoTime(now)}, but the latest record is from ${isoTime(latest)}`,
    'Set the clock of this machine (NTP): months and expiries depend on it',
  );
}
