import { DETAIL_FIELDS, DETAIL_NAMES, type DetailField } from '../../domain/roster/fields.ts';
import { givenName, type ProfileField, type ProfileReason } from '../../domain/roster/profile.ts';
import type { PlannedUpdate, PlanSummary } from '../../domain/roster/types.ts';
import type { DepartmentRow } from '../../store/departments.ts';
import type { PersonRow } from '../../store/roster.ts';
import type { PlanWriter } from './apply-plan.ts';
import type { Deactivation } from './deactivation.ts';
import type { KeptPeople } from './kept-people.ts';
import type { DepartmentsOnRecord, NamedOnRecord } from './load-record.ts';

/** Ascending numbers as ranges `[first, last]`: a hundred thousand consecutive numbers take the space of one. */
export type NumberRanges = [first: number, last: number][];

/** A value before and after; left out where it did not change. */
export type Change<T> = [before: T, after: T];

/** What changed in one row, which goes by its number. */
export type RowChange<Row, Field extends keyof Row> = { number: number } & {
  -readonly [Name in Field]?: Change<Row[Name]>;
};

/** The fields that runs change; `deactivatedAt` and `archivedAt` are null while a person or department is active. */
export type PersonField =
  | 'externalId'
  | 'givenName'
  | 'email'
  | 'departmentNumber'
  | DetailField
  | 'deactivatedAt';
export type DepartmentField = 'externalId' | 'parentNumber' | 'archivedAt';
export type PersonChange = RowChange<PersonRow, PersonField>;
export type DepartmentChange = RowChange<DepartmentRow, DepartmentField>;

/** Why a revert skipped something. */
export type SkipReason =
  | 'erased'
  | 'changed_since'
  | 'deactivated_in_portal'
  | 'managed_in_portal'
  | 'signed_in_since'
  | 'external_id_taken'
  | 'email_taken'
  | 'department_archived_since'
  | 'department_in_use'
  | 'department_limit_reached'
  | 'department_below_itself';

/** What a run's history calls the fields that a revert can skip. */
export const SKIP_FIELDS = {
  ...DETAIL_NAMES,
  externalId: 'external_id',
  givenName: 'name',
  email: 'email',
  departmentNumber: 'department',
  parentNumber: 'parent',
  deactivatedAt: 'state',
  archivedAt: 'state',
} as const;

/** A person whose name or email differs from the roster and was left alone. Most are not listed but counted. */
export type RecordedDifference = {
  number: number;
  /** The row in the request, from 0, and the line of its file; null where the roster came over HTTP. */
  index: number;
  line: number | null;
  fields: ProfileField[];
  reason: ProfileReason;
};

/** One field of one person or department that a revert skipped. */
export type Skip = {
  of: 'person' | 'department';
  number: number;
  field: (typeof SKIP_FIELDS)[keyof typeof SKIP_FIELDS];
  reason: SkipReason;
};

/**
 * What a run changed, complete enough to show, undo or finish it. People and departments go by their
 * numbers. Reverts and approvals use the same format as syncs.
 */
export type RunChanges = {
  created: NumberRanges;
  updated: PersonChange[];
  /** Deactivated at the moment the run was started, with no other change. */
  deactivated: NumberRanges;
  /** People held back by the limit, by number; without external id once erased. Stored runs have them under this name. */
  spared: [number: number, externalId: string | null][];
  /** People in its roster whom the superseded run had held back. */
  named: NumberRanges;
  /** Of the departments that people were moved out of, those that were archived already. */
  archivedBefore: NumberRanges;
  departmentsCreated: NumberRanges;
  departmentsUpdated: DepartmentChange[];
  skipped: Skip[];
  /** The first of them, in the order of the rows. */
  profileDifferences: RecordedDifference[];
  /** People who were missing and left active; the first of each reason. */
  kept: KeptPeople['listed'];
};

/** What a run changed that changed nothing. */
export const NO_CHANGES: RunChanges = {
  created: [],
  updated: [],
  deactivated: [],
  spared: [],
  named: [],
  archivedBefore: [],
  departmentsCreated: [],
  departmentsUpdated: [],
  skipped: [],
  profileDifferences: [],
  kept: [],
};

/** Whether there is anything in it that is worth keeping. */
export const hasChanges = (changes: RunChanges): boolean =>
  Object.values(changes).some((list) => list.length > 0);

/** What a planned update changes. */
export function toPersonChange(
  update: PlannedUpdate,
  writer: PlanWriter,
  { deactivatedAt }: Pick<NamedOnRecord, 'deactivatedAt'>,
  emails: ReadonlyMap<number, Change<string | null>>,
): PersonChange {
  const { employee, externalId } = update;
  const change: PersonChange = { number: employee.number };
  const departmentNumber = writer.departmentNumberOf(update.department);
  const email = emails.get(employee.number);
  if (update.profile.includes('name')) {
    change.givenName = [employee.givenName, givenName(update.row)];
  }
  if (email) change.email = email;
  if (employee.externalId !== externalId) change.externalId = [employee.externalId, externalId];
  if (employee.departmentNumber !== departmentNumber)
    change.departmentNumber = [employee.departmentNumber, departmentNumber];
  for (const field of DETAIL_FIELDS)
    if (employee[field] !== update[field]) change[field] = [employee[field], update[field]];
  const since = deactivatedAt.get(employee.number);
  if (since !== undefined) change.deactivatedAt = [since, null];
  return change;
}

/** What a sync did; `named` are the people of the blocked run that it supersedes. */
type AppliedSync = Pick<RunChanges, 'updated' | 'named' | 'profileDifferences'> & {
  record: DepartmentsOnRecord;
  summary: PlanSummary;
  writer: PlanWriter;
  deactivation: Deactivation;
  kept: KeptPeople;
};

/** The changes of an applied sync. */
export const toRunChanges = ({
  summary,
  writer,
  deactivation,
  record,
  updated,
  named,
  profileDifferences,
  kept,
}: AppliedSync): RunChanges => ({
  ...NO_CHANGES,
  created: rangeOf(writer.firstEmployee, summary.created),
  updated,
  deactivated: toRanges(deactivation.deactivated),
  spared: deactivation.heldBack.toSorted(([a], [b]) => a - b),
  named,
  archivedBefore: departmentsLeft(updated, (number) => record.archivedAt.has(number)),
  departmentsCreated: rangeOf(writer.firstDepartment, summary.departmentsCreated),
  departmentsUpdated: departmentChanges(record, summary),
  profileDifferences,
  kept: kept.listed,
});

/** Of the departments that people were moved out of, those that were archived. */
export function departmentsLeft(
  updated: readonly PersonChange[],
  wasArchived: (departmentNumber: number) => boolean,
): NumberRanges {
  const left = new Set(updated.flatMap(({ departmentNumber }) => departmentNumber?.[0] ?? []));
  return toRanges([...left].filter(wasArchived));
}

function departmentChanges(
  { departments, archivedAt }: DepartmentsOnRecord,
  { adoptedDepartments, restoredDepartments }: PlanSummary,
): DepartmentChange[] {
  const adopted = new Map(
    adoptedDepartments.flatMap(({ department, externalId }) =>
      'known' in department ? [[department.known, externalId] as const] : [],
    ),
  );
  const restored = new Map(restoredDepartments.map((one) => [one.number, one.toTopLevel]));
  return departments.flatMap(({ number, parentNumber }) => {
    const externalId = adopted.get(number);
    const toTopLevel = restored.get(number);
    if (externalId === undefined && toTopLevel === undefined) return [];
    const change: DepartmentChange = { number };
    if (externalId !== undefined) change.externalId = [null, externalId];
    if (toTopLevel !== undefined) change.archivedAt = [archivedAt.get(number) ?? 0, null];
    if (toTopLevel) change.parentNumber = [parentNumber, null];
    return [change];
  });
}

const rangeOf = (first: number, count: number): NumberRanges =>
  count === 0 ? [] : [[first, first + count - 1]];

/** Numbers, in any order, as ranges. */
export function toRanges(numbers: readonly number[]): NumberRanges {
  const ranges: NumberRanges = [];
  for (const number of Float64Array.from(numbers).sort()) {
    const last = ranges.at(-1);
    if (last && last[1] === number - 1) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges;
}

/** The numbers in ranges, in ascending order. */
export function* numbersOf(ranges: NumberRanges): Generator<number> {
  for (const [first, last] of ranges)
    for (let number = first; number <= last; number++) yield number;
}

/** How many numbers are in ranges. */
export const countOf = (ranges: NumberRanges): number =>
  ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
