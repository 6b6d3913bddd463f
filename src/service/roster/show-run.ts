import { isoTime } from '../../domain/iso-time.ts';
import { mapDetails, type NamedDetails } from '../../domain/roster/fields.ts';
import type { Database } from '../../store/database.ts';
import type { DepartmentRow } from '../../store/departments.ts';
import type { PersonRow } from '../../store/roster.ts';
import {
  type DepartmentReference,
  departmentsByNumber,
  toDepartmentReference,
} from '../departments.ts';
import type { KeptReason } from './kept-people.ts';
import { peopleByNumber } from './people.ts';
import { type PersonReference, toReference } from './person-reference.ts';
import type { AppliedPersonChange } from './revert-people.ts';
import { personChangesOf } from './revert-run.ts';
import {
  type DepartmentChange,
  numbersOf,
  type RecordedDifference,
  type RunChanges,
  type SkipReason,
} from './run-changes.ts';
import { changesAndPart, changesOf, type Run, type RunWithFollowUps } from './runs.ts';

type FieldChange<T> = { before: T; after: T };

/** What a run did to one person. Name and email are the current ones. */
export type PersonView = PersonReference & {
  /** Deactivated or reactivated takes precedence over updated. */
  change: 'created' | 'updated' | 'deactivated' | 'reactivated';
  /** Only the fields that changed; of a created person all of them, as they are now. */
  fields: {
    external_id?: FieldChange<string | null>;
    name?: FieldChange<string | null>;
    email?: FieldChange<string | null>;
    department?: FieldChange<DepartmentReference | null>;
    /** Null after: active. */
    deactivated_at?: FieldChange<string | null>;
  } & { [Name in keyof NamedDetails]?: FieldChange<string | null> };
};

/** What a run did to one department. The name is the current one. */
export type DepartmentView = DepartmentReference & {
  /** Archived, restored or adopted: the department was given an external id; else updated. */
  change: 'created' | 'archived' | 'restored' | 'adopted' | 'updated';
  fields: {
    external_id?: FieldChange<string | null>;
    parent?: FieldChange<DepartmentReference | null>;
    archived_at?: FieldChange<string | null>;
  };
};

/** Something that a revert skipped. */
export type SkipView = {
  employee: PersonReference | null;
  department: DepartmentReference | null;
  field: string;
  reason: SkipReason;
};

/** All that a run changed and left, in the order of joining and of creation. */
export type RunView = RunWithFollowUps & {
  people: PersonView[];
  departments: DepartmentView[];
  /** People held back by the limit; an approval deactivates them. */
  candidates_held_back: PersonReference[];
  skipped: SkipView[];
  /** People whose name or email differed from the roster and was left alone; the first of them. */
  profile_differences: DifferenceView[];
  /** People who were missing and left active; the first of each reason. */
  kept: (PersonReference & { reason: KeptReason })[];
};

/** A person whose name or email differs from the roster. */
export type DifferenceView = PersonReference & Omit<RecordedDifference, 'number'>;

/** The people of recorded differences, in the order of the rows. */
export function showDifferences(
  db: Database,
  companyId: number,
  differences: readonly RecordedDifference[],
): DifferenceView[] {
  const numbers = differences.map(({ number }) => number);
  const people = peopleByNumber(db, companyId, numbers);
  return differences.map(({ number, ...difference }) => ({
    ...toReference(requireRow(people, number)),
    ...difference,
  }));
}

/** A run with everything it changed. */
export function showRun(db: Database, companyId: number, run: RunWithFollowUps): RunView {
  const changes = changesOf(db, companyId, run.id);
  const steps = [...personChangesOf(changes, Date.parse(run.started_at))];
  const heldBack = changes.spared.map(([number]) => number);
  const numbers = [
    ...steps.map(({ number }) => number),
    ...heldBack,
    ...changes.skipped.flatMap((skip) => (skip.of === 'person' ? skip.number : [])),
    ...changes.kept.map(([number]) => number),
  ];
  const people = peopleByNumber(db, companyId, numbers);
  const departments = departmentsByNumber(db, companyId);
  const changedPeople = steps
    .toSorted((a, b) => a.number - b.number)
    .map((step) => showPerson(step, requireRow(people, step.number), departments));
  return {
    ...run,
    people: changedPeople,
    departments: showChangedDepartments(changes, departments),
    candidates_held_back: heldBack.map((number) => toReference(requireRow(people, number))),
    skipped: changes.skipped.map(({ of, number, field, reason }) => ({
      employee: of === 'person' ? toReference(requireRow(people, number)) : null,
      department: of === 'department' ? requireDepartment(departments, number) : null,
      field,
      reason,
    })),
    profile_differences: showDifferences(db, companyId, changes.profileDifferences),
    kept: changes.kept.map(([number, reason]) => ({
      ...toReference(requireRow(people, number)),
      reason,
    })),
  };
}

/** The departments that changes are about. */
export const showChangedDepartments = (
  { departmentsCreated, departmentsUpdated }: RunChanges,
  departments: Departments,
): DepartmentView[] => [
  ...[...numbersOf(departmentsCreated)].map((number) => ({
    ...requireDepartment(departments, number),
    change: 'created' as const,
    fields: {},
  })),
  ...departmentsUpdated.map((change) => showDepartment(change, departments)),
];

type Part = { offset: number; count: number };

/** Which parts of a run: of the people that it changed, and of those that it held back because of its limit. */
export type RunPartsQuery = {
  companyId: number;
  run: Pick<Run, 'id' | 'started_at'>;
  changed: Part;
  heldBack: Part;
};

/** Parts of a run, in the order of joining, and how many people there are in all. */
export type RunParts = {
  changed: { people: PersonView[]; total: number };
  heldBack: { candidates: Candidate[]; total: number };
  kept: KeptPerson[];
};

/** Reads all that is on record of a run, which may be much. */
export function listRunParts(
  db: Database,
  { companyId, run, changed, heldBack }: RunPartsQuery,
): RunParts {
  const part = changesAndPart(db, { companyId, id: run.id, ...heldBack });
  const startedAt = Date.parse(run.started_at);
  return {
    changed: showChangedPeople(db, companyId, part.changes, { startedAt, ...changed }),
    heldBack: {
      candidates: listCandidates(db, companyId, part.numbers),
      total: part.heldBack,
    },
    kept: showKept(db, companyId, part.changes.kept),
  };
}

/** A part of the people that changes are about. */
export function showChangedPeople(
  db: Database,
  companyId: number,
  changes: RunChanges,
  { startedAt, offset, count }: Part & { startedAt: number },
): { people: PersonView[]; total: number } {
  const steps = [...personChangesOf(changes, startedAt)];
  const part = steps.toSorted((a, b) => a.number - b.number).slice(offset, offset + count);
  const numbers = part.map(({ number }) => number);
  const people = peopleByNumber(db, companyId, numbers);
  const departments = departmentsByNumber(db, companyId);
  return {
    people: part.map((step) => showPerson(step, requireRow(people, step.number), departments)),
    total: steps.length,
  };
}

/** Somebody whom a run deactivates, or held back because of its limit. */
export type Candidate = PersonReference & { department: string | null; job_title: string | null };

/** People as candidates for deactivation. */
export function listCandidates(
  db: Database,
  companyId: number,
  numbers: readonly number[],
): Candidate[] {
  if (numbers.length === 0) return [];
  const people = peopleByNumber(db, companyId, numbers);
  const departments = departmentsByNumber(db, companyId);
  return [...people.values()].map((person) => ({
    ...toReference(person),
    department: findDepartment(departments, person.departmentNumber)?.name ?? null,
    job_title: person.jobTitle,
  }));
}

/** Somebody whom an import left active although it lacks them. */
export type KeptPerson = Candidate & { reason: KeptReason };

/** People who are kept, as a page or command shows them. */
export function showKept(
  db: Database,
  companyId: number,
  kept: readonly (readonly [number: number, reason: KeptReason])[],
): KeptPerson[] {
  const reasons = new Map(kept);
  const numbers = [...reasons.keys()].sort((a, b) => a - b);
  return listCandidates(db, companyId, numbers).map((person, i) => ({
    ...person,
    reason: reasons.get(numbers[i] ?? 0) ?? 'role',
  }));
}

/** One person's part of a run. */
export function showPersonInRun(
  db: Database,
  companyId: number,
  { id, kind, started_at }: Run,
  number: number,
) {
  const changes = changesOf(db, companyId, id);
  const departments = departmentsByNumber(db, companyId);
  const person = peopleByNumber(db, companyId, [number]).get(number);
  const steps = [...personChangesOf(changes, Date.parse(started_at))];
  const step = steps.find((one) => one.number === number);
  const view = step && person && showPerson(step, person, departments);
  return {
    ...{ id, kind, started_at },
    // Null where the run left the person as they were.
    change: view?.change ?? null,
    fields: view?.fields ?? {},
    // The external id under which the run held the person back because of its limit.
    held_back_as: changes.spared.find(([held]) => held === number)?.[1] ?? null,
    // Why the run left the person active although it lacked them.
    kept_because: changes.kept.find(([kept]) => kept === number)?.[1] ?? null,
    not_reverted: changes.skipped
      .filter((skip) => skip.of === 'person' && skip.number === number)
      .map(({ field, reason }) => ({ field, reason })),
    // The fields of the profile that differed from the roster and were left alone.
    differed_in: changes.profileDifferences.find((one) => one.number === number)?.fields ?? [],
  };
}

function showPerson(
  step: AppliedPersonChange,
  person: PersonRow,
  departments: Departments,
): PersonView {
  if (step.created) {
    return {
      ...toReference(person),
      change: 'created',
      fields: {
        external_id: { before: null, after: person.externalId },
        department: {
          before: null,
          after: findDepartment(departments, person.departmentNumber),
        },
        ...mapDetails((field) => ({ before: null, after: person[field] })),
      },
    };
  }
  const { externalId, givenName, email, departmentNumber, deactivatedAt, ...details } = step;
  return {
    ...toReference(person),
    change: !deactivatedAt ? 'updated' : deactivatedAt[1] === null ? 'reactivated' : 'deactivated',
    fields: {
      ...(externalId && { external_id: toFieldChange(externalId) }),
      ...(givenName && { name: toFieldChange(givenName) }),
      ...(email && { email: toFieldChange(email) }),
      ...(departmentNumber && {
        department: toFieldChange(departmentNumber, (number) =>
          findDepartment(departments, number),
        ),
      }),
      ...mapDetails((field) => details[field] && toFieldChange(details[field])),
      ...(deactivatedAt && { deactivated_at: toFieldChange(deactivatedAt, isoTime) }),
    },
  };
}

function showDepartment(
  { number, externalId, parentNumber, archivedAt }: DepartmentChange,
  departments: Departments,
): DepartmentView {
  return {
    ...requireDepartment(departments, number),
    change: archivedAt
      ? archivedAt[1] === null
        ? 'restored'
        : 'archived'
      : externalId?.[0] === null
        ? 'adopted'
        : 'updated',
    fields: {
      ...(externalId && { external_id: toFieldChange(externalId) }),
      ...(parentNumber && {
        parent: toFieldChange(parentNumber, (above) => findDepartment(departments, above)),
      }),
      ...(archivedAt && { archived_at: toFieldChange(archivedAt, isoTime) }),
    },
  };
}

function toFieldChange<T>(change: readonly [T, T]): FieldChange<T>;
function toFieldChange<T, S>(change: readonly [T, T], show: (value: T) => S): FieldChange<S>;
function toFieldChange<T, S>([before, after]: readonly [T, T], show?: (value: T) => S) {
  return show ? { before: show(before), after: show(after) } : { before, after };
}

/** A row by its number. Runs store numbers, and what they number is never deleted. */
function requireRow<Row>(rows: ReadonlyMap<number, Row>, number: number): Row {
  const row = rows.get(number);
  if (row === undefined) throw new Error('a run refers to a number that is not on record');
  return row;
}

type Departments = ReadonlyMap<number, DepartmentRow>;

const requireDepartment = (departments: Departments, number: number): DepartmentReference =>
  toDepartmentReference(requireRow(departments, number));

const findDepartment = (departments: Departments, number: number | null) =>
  number === null ? null : requireDepartment(departments, number);
