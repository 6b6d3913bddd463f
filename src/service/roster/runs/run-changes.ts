import { DETAIL_NAMES, type DetailField } from '../../../domain/roster/fields.ts';
import type { ProfileField, ProfileReason } from '../../../domain/roster/types.ts';
import type { DepartmentRow } from '../../../store/departments/departments.ts';
import type { PersonRow } from '../../../store/roster/roster.ts';

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

/** What a run did to one person. */
export type AppliedPersonChange = PersonChange & { created?: true };

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

/** Why an import leaves somebody active who is missing from it: their address has another number in it, or their role. */
export type KeptReason = 'renumbered' | 'role';

/** People whom an import leaves active; the first of them by number, and how many there are. */
export type KeptPeople = {
  listed: [number: number, reason: KeptReason][];
  renumbered: number;
  withRole: number;
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
  /** People held back by the limit, by number; without external id once erased. */
  heldBack: [number: number, externalId: string | null][];
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
  heldBack: [],
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

/** What a run did to people, one after another. */
export function* personChangesOf(
  changes: RunChanges,
  startedAt: number,
): Generator<AppliedPersonChange> {
  for (const number of numbersOf(changes.created)) yield { number, created: true };
  yield* changes.updated;
  for (const number of numbersOf(changes.deactivated)) {
    yield { number, deactivatedAt: [null, startedAt] };
  }
}

/** Of the departments that people were moved out of, those that were archived. */
export function departmentsLeft(
  updated: readonly PersonChange[],
  wasArchived: (departmentNumber: number) => boolean,
): NumberRanges {
  const left = new Set(updated.flatMap(({ departmentNumber }) => departmentNumber?.[0] ?? []));
  return toRanges([...left].filter(wasArchived));
}

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
