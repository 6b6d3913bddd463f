import { toDetails } from '../../../domain/roster/fields.ts';
import { findIn, matchEmployees, type RosterPart } from '../../../domain/roster/match-employees.ts';
import { repeatable } from '../../../domain/roster/repeatable.ts';
import type {
  KnownDepartment,
  KnownEmployee,
  Roster,
  RowReading,
} from '../../../domain/roster/types.ts';
import type { Database } from '../../../store/database.ts';
import * as store from '../../../store/roster/roster.ts';
import { chunksOf } from '../../chunks.ts';
import { KnownMatches } from './known-matches.ts';
import type { SyncInput, SyncStage } from './sync-input.ts';

/** The departments on record, and what a revert of the sync needs. */
export type DepartmentsOnRecord = {
  departments: KnownDepartment[];
  /** By department's number; only of those that are archived. */
  archivedAt: ReadonlyMap<number, number>;
};

export function loadDepartments(db: Database, companyId: number): DepartmentsOnRecord {
  const archivedAt = new Map<number, number>();
  const departments = db
    .all(store.listDepartments, { companyId })
    .map(({ archivedAt: at, ...department }) => {
      if (at !== null) archivedAt.set(department.number, at);
      return { ...department, archived: at !== null };
    });
  return { departments, archivedAt };
}

/** The people on record that rows refer to, and what a revert of the sync needs. */
export type NamedOnRecord = {
  byExternalId: KnownEmployee[];
  /** The others, who are named by email alone. */
  byEmail: KnownEmployee[];
  /** By employee's number; only of those who are deactivated. */
  deactivatedAt: ReadonlyMap<number, number>;
};

export type LoadedPart = RosterPart & NamedOnRecord & { rows: number };

/** Each statement that writes costs time, and each row in a part memory. A sync over HTTP is one part. */
const ROWS_PER_PART = 5_000;

/** A longer roster is written in steps, of which a part is the least. */
const ROWS_PER_SMALL_PART = 1_000;

/**
 * A roster in parts, each with the people on record that its rows refer to: read by key and never the whole company.
 * The parts of a roster that is not kept are loaded again each time they are iterated over.
 */
export function loadParts(db: Database, companyId: number, roster: Roster): Iterable<LoadedPart> {
  const known = new KnownMatches(roster.size);
  const rowsPerPart = roster.size > ROWS_PER_PART ? ROWS_PER_SMALL_PART : ROWS_PER_PART;
  function* load(): Generator<LoadedPart> {
    for (const readings of chunksOf(roster.readings, rowsPerPart)) {
      const again = known.employees(readings);
      const named = loadNamed(
        db,
        companyId,
        readings.filter((reading) => 'error' in reading || !known.has(reading)),
      );
      const employees = [...again, ...named.byExternalId, ...named.byEmail];
      const part = matchEmployees(employees, readings);
      for (const match of part.matches) known.add(match);
      yield { ...part, ...named, rows: readings.length };
    }
  }
  return repeatable(roster.isKept, load);
}

/** Handles the parts of a roster in their order, and reports how much of it is done after each. */
export function forEachPart(
  parts: Iterable<LoadedPart>,
  roster: Roster,
  stage: SyncStage,
  onProgress: SyncInput['onProgress'],
  handle: (part: LoadedPart) => void,
): void {
  let done = 0;
  for (const part of parts) {
    handle(part);
    done += part.rows;
    onProgress?.(stage, done / roster.size);
  }
}

/** People on record who have one of these external ids, part by part. */
export function* loadByExternalId(
  db: Database,
  companyId: number,
  externalIds: Iterable<string>,
): Generator<NamedOnRecord> {
  for (const chunk of chunksOf(externalIds, ROWS_PER_PART)) {
    yield loadNamed(
      db,
      companyId,
      chunk.map((externalId) => ({ externalId, emailKey: null })),
    );
  }
}

function loadNamed(
  db: Database,
  companyId: number,
  readings: readonly Pick<RowReading, 'externalId' | 'emailKey'>[],
): NamedOnRecord {
  const deactivatedAt = new Map<number, number>();
  const toKnown = (row: store.KnownEmployeeRow): KnownEmployee => {
    if (row.deactivatedAt !== null) deactivatedAt.set(row.number, row.deactivatedAt);
    return {
      number: row.number,
      externalId: row.externalId,
      emailKey: row.emailKey,
      givenName: row.givenName,
      departmentNumber: row.departmentNumber,
      ...toDetails((field) => row[field]),
      isAdmin: row.isAdmin === 1,
      portalRole: row.portalRole,
      deactivatedBy: row.deactivatedBy as KnownEmployee['deactivatedBy'],
    };
  };
  const externalIds: string[] = [];
  for (const { externalId } of readings) if (externalId !== null) externalIds.push(externalId);
  const byExternalId =
    externalIds.length === 0
      ? []
      : db.all(store.listEmployeesByExternalId, { companyId, externalIds }).map(toKnown);
  // An email finds one person at most, and most people were already found by their external id.
  const found = new Map(byExternalId.map((employee) => [employee.emailKey, employee]));
  const emailKeys: string[] = [];
  for (const { emailKey } of readings)
    if (emailKey !== null && findIn(found, emailKey) === null) emailKeys.push(emailKey);
  const byEmail =
    emailKeys.length === 0
      ? []
      : db.all(store.listEmployeesByEmailKey, { companyId, emailKeys }).map(toKnown);
  return { byExternalId, byEmail, deactivatedAt };
}
