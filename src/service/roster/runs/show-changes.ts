import { isoTime } from '../../../domain/iso-time.ts';
import { mapDetails, type NamedDetails } from '../../../domain/roster/fields.ts';
import type { Database } from '../../../store/database.ts';
import type { DepartmentRow } from '../../../store/departments/departments.ts';
import type { PersonRow } from '../../../store/roster/roster.ts';
import type { DepartmentReference } from '../../departments/department-schemas.ts';
import { departmentsByNumber, toDepartmentReference } from '../../departments/departments.ts';
import { type PersonReference, peopleByNumber, toReference } from './people.ts';
import {
  type AppliedPersonChange,
  type DepartmentChange,
  type KeptReason,
  numbersOf,
  personChangesOf,
  type RecordedDifference,
  type RunChanges,
} from './run-changes.ts';

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

/** A part of a list. */
export type Part = { offset: number; count: number };

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
export type Candidate = PersonReference & { department: string | null } & NamedDetails;

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
    ...mapDetails((field) => person[field]),
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

/** What a run did to one person, in names. */
export function showPerson(
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
export function requireRow<Row>(rows: ReadonlyMap<number, Row>, number: number): Row {
  const row = rows.get(number);
  if (row === undefined) throw new Error('a run refers to a number that is not on record');
  return row;
}

/** Departments by their numbers. */
export type Departments = ReadonlyMap<number, DepartmentRow>;

/** A department that a run refers to. */
export const requireDepartment = (departments: Departments, number: number): DepartmentReference =>
  toDepartmentReference(requireRow(departments, number));

const findDepartment = (departments: Departments, number: number | null) =>
  number === null ? null : requireDepartment(departments, number);
