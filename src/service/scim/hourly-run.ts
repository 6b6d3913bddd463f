import { HOUR_MS } from '../../domain/duration.ts';
import { newId } from '../../domain/id.ts';
import * as directory from '../../store/scim/scim-directory.ts';
import { type CompanyWrite, nextEntry } from '../company/company-write.ts';
import { placeOf } from '../roster/runs/people-of-runs.ts';
import { putOnRecord } from '../roster/runs/recorded-changes.ts';
import {
  NO_CHANGES,
  type NumberRanges,
  type PersonChange,
  type RunChanges,
} from '../roster/runs/run-changes.ts';
import { countChangedPeople, type SyncSummary } from '../roster/runs/run-summary.ts';

/** What a request did to a person. */
export type DirectoryChange = {
  number: number;
  isNew: boolean;
  change: PersonChange;
  /** The department that was made for them. */
  newDepartment: number | null;
};

const NO_HOUR: directory.HourRow = { runId: null, people: null, deactivated: 0, isBlocked: 0 };

/** The hours whose deactivations count: all that 24 hours touch. */
export const HOURS_COUNTED = 24;

const hourOf = ({ now }: CompanyWrite): number => Math.floor(now / HOUR_MS);

export const findHour = (write: CompanyWrite): directory.HourRow =>
  write.db.one(directory.findHour, { companyId: write.companyId, hour: hourOf(write) }) ?? NO_HOUR;

/** Keeps what an hour did, and forgets those that count no more. */
export function saveHour(write: CompanyWrite, hour: directory.HourRow): void {
  const { db, companyId } = write;
  db.run(directory.saveHour, { companyId, hour: hourOf(write), ...hour });
  db.run(directory.deleteHours, { companyId, before: hourOf(write) - HOURS_COUNTED });
}

/** What the last 24 hours did. */
export const sumHours = (write: CompanyWrite) => {
  const { db, companyId } = write;
  const since = hourOf(write) - HOURS_COUNTED;
  return db.one(directory.sumHours, { companyId, since }) ?? { deactivated: 0, people: null };
};

type OpenRun = {
  id: string;
  entry: number;
  result: SyncSummary;
  startedAt: number;
  outcome: string;
};

/** The run of this hour, a new one if there is none, or if it was reverted. */
export function openRun(write: CompanyWrite): OpenRun {
  const { db, companyId } = write;
  const hour = findHour(write);
  const found =
    hour.runId === null ? null : db.one(directory.findRun, { companyId, id: hour.runId });
  if (hour.runId !== null && found && found.hasFollowUps === 0)
    return { ...found, id: hour.runId, result: JSON.parse(found.result) as SyncSummary };
  return beginRun(write, hour);
}

function beginRun(write: CompanyWrite, hour: directory.HourRow): OpenRun {
  const { db, companyId, now, actor } = write;
  const [id, entry] = [newId(now), nextEntry(write)];
  const result: SyncSummary = { ...NOTHING };
  putOnRecord(db, {
    ...{ companyId, entry, id, kind: 'sync', subjectId: null, source: 'directory', actor },
    ...{ requestId: null, startedAt: now, finishedAt: now, outcome: 'applied' },
    ...{ result: JSON.stringify(result), changes: NO_CHANGES },
  });
  saveHour(write, { ...hour, runId: id });
  return { id, entry, result, startedAt: now, outcome: 'applied' };
}

const NOTHING: SyncSummary = {
  rows: 0,
  deactivate_missing: false,
  created: 0,
  updated: 0,
  unchanged: 0,
  reactivated: 0,
  deactivated: 0,
  departments_created: 0,
  departments_restored: 0,
  deactivation_candidates_total: 0,
  unlinked_members: 0,
  deactivation_limit: 0,
  deactivation_skipped_reason: null,
  errors: {},
  warnings: {},
};

/** Keeps how a run stands. */
export function saveRun(write: CompanyWrite, run: OpenRun): void {
  const { db, companyId, now } = write;
  const { id, outcome, startedAt } = run;
  const finishedAt = Math.max(now, startedAt);
  const result = JSON.stringify(run.result);
  db.run(directory.updateRun, { companyId, id, finishedAt, outcome, result });
}

/** Puts changes of people into the run of the hour: a part for each person, whose number it has. */
export function recordInRun(write: CompanyWrite, changes: readonly DirectoryChange[]): void {
  const run = openRun(write);
  for (const one of changes) recordPerson(write, run, one);
  saveRun(write, run);
}

function recordPerson(write: CompanyWrite, run: OpenRun, change: DirectoryChange): void {
  const { db, companyId } = write;
  const { entry } = run;
  const part = { companyId, entry, part: change.number };
  const found = db.one(directory.findPart, part);
  const before = found ? (JSON.parse(found.changes) as PartOfRun) : {};
  const after = merged(before, change);
  db.run(directory.savePart, { ...part, changes: JSON.stringify(after) });
  const { block, bit } = placeOf(change.number);
  if (!found) db.run(directory.addPerson, { companyId, entry, block, people: bit });
  const counts = { before: countsOf(before), after: countsOf(after) };
  run.result.rows += found ? 0 : 1;
  if (change.newDepartment !== null) run.result.departments_created++;
  for (const name of ['created', 'updated', 'reactivated', 'deactivated'] as const)
    run.result[name] += counts.after[name] - counts.before[name];
}

type PartOfRun = Partial<Pick<RunChanges, 'created' | 'updated' | 'departmentsCreated'>>;

const countsOf = (part: PartOfRun) => countChangedPeople({ ...NO_CHANGES, ...part });

/** What a run did to a person before, and does now: from what was first to what is now. */
function merged(
  before: PartOfRun,
  { number, isNew, change, newDepartment }: DirectoryChange,
): PartOfRun {
  const isCreated = isNew || before.created !== undefined;
  const updated = isCreated ? undefined : joined(before.updated?.[0], change);
  const departments: NumberRanges = [
    ...(before.departmentsCreated ?? []),
    ...(newDepartment === null ? [] : [[newDepartment, newDepartment] as [number, number]]),
  ];
  return {
    ...(isCreated && { created: [[number, number]] }),
    ...(updated && { updated: [updated] }),
    ...(departments.length > 0 && { departmentsCreated: departments }),
  };
}

/** Two changes of a person as one; nothing where everything is as it was. */
function joined(first: PersonChange | undefined, next: PersonChange): PersonChange | undefined {
  const { number, ...fields } = { ...first, ...next };
  const kept = Object.entries(fields as Record<string, [unknown, unknown]>).flatMap(
    ([name, [before, after]]) => {
      const earlier = (first as Record<string, [unknown, unknown]> | undefined)?.[name];
      const from = earlier ? earlier[0] : before;
      return from === after ? [] : [[name, [from, after]]];
    },
  );
  return kept.length === 0 ? undefined : { number, ...Object.fromEntries(kept) };
}
