import { isoTime } from '../../domain/iso-time.ts';
import type { Database } from '../../store/database.ts';
import type { DepartmentRow } from '../../store/departments.ts';
import * as departments from '../../store/departments.ts';
import type { PersonRow } from '../../store/roster.ts';
import { peopleByNumber } from './people.ts';
import { personChangesOf } from './revert-run.ts';
import {
  type DepartmentChange,
  numbersOf,
  type PersonChange,
  type SkipReason,
} from './run-changes.ts';
import { changesOf, type Run, type RunWithFollowUps } from './runs.ts';

type DepartmentReference = { id: string; external_id: string | null; name: string };

type PersonReference = {
  employee_id: string;
  external_id: string | null;
  name: string | null;
  /** Null if the person was erased. */
  email: string | null;
};

type FieldChange<T> = { before: T; after: T };

/** What a run did to one person. Name and email are the current ones. */
export type PersonView = PersonReference & {
  /** Deactivated or reactivated takes precedence over updated. */
  change: 'created' | 'updated' | 'deactivated' | 'reactivated';
  /** Only the fields that changed; of somebody created all of them, as they stand now. */
  fields: {
    external_id?: FieldChange<string | null>;
    department?: FieldChange<DepartmentReference | null>;
    job_title?: FieldChange<string | null>;
    /** Null after: active. */
    deactivated_at?: FieldChange<string | null>;
  };
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
  candidates_spared: PersonReference[];
  skipped: SkipView[];
};

/** A run with everything it changed. */
export function showRun(db: Database, companyId: number, run: RunWithFollowUps): RunView {
  const changes = changesOf(db, companyId, run.id);
  const steps = [...personChangesOf(changes, Date.parse(run.started_at))];
  const spared = changes.spared.map(([number]) => number);
  const people = new PeopleByNumber(db, companyId, [
    ...steps.map(({ number }) => number),
    ...spared,
    ...changes.skipped.flatMap((skip) => (skip.of === 'person' ? skip.number : [])),
  ]);
  const departmentsByNumber = new DepartmentsByNumber(db, companyId);
  const changedPeople = steps
    .toSorted((a, b) => a.number - b.number)
    .map((step) => {
      const person = people.require(step.number);
      return step.created
        ? showCreated(person, departmentsByNumber)
        : { ...toReference(person), ...showChange(step, departmentsByNumber) };
    });
  return {
    ...run,
    people: changedPeople,
    departments: [
      ...[...numbersOf(changes.departmentsCreated)].map((number) => ({
        ...departmentsByNumber.require(number),
        change: 'created' as const,
        fields: {},
      })),
      ...changes.departmentsUpdated.map((change) => showDepartment(change, departmentsByNumber)),
    ],
    candidates_spared: spared.map((number) => toReference(people.require(number))),
    skipped: changes.skipped.map(({ of, number, field, reason }) => ({
      employee: of === 'person' ? toReference(people.require(number)) : null,
      department: of === 'department' ? departmentsByNumber.require(number) : null,
      field,
      reason,
    })),
  };
}

/** What is on record of one person in a run. */
export type PersonInRun = {
  id: string;
  kind: Run['kind'];
  started_at: string;
  /** Null where the run left the person as they were. */
  change: PersonView['change'] | null;
  fields: PersonView['fields'];
  /** The external id under which the run held the person back because of its limit. */
  held_back_as: string | null;
  not_reverted: Pick<SkipView, 'field' | 'reason'>[];
};

/** One person's part of a run. */
export function showPersonInRun(
  db: Database,
  companyId: number,
  { id, kind, started_at }: Run,
  number: number,
): PersonInRun {
  const changes = changesOf(db, companyId, id);
  const departmentsByNumber = new DepartmentsByNumber(db, companyId);
  const [person] = peopleByNumber(db, companyId, [number]);
  const steps = [...personChangesOf(changes, Date.parse(started_at))];
  const step = steps.find((one) => one.number === number);
  const view =
    step && person
      ? step.created
        ? showCreated(person, departmentsByNumber)
        : showChange(step, departmentsByNumber)
      : { change: null, fields: {} };
  return {
    ...{ id, kind, started_at },
    ...{ change: view.change, fields: view.fields },
    held_back_as: changes.spared.find(([spared]) => spared === number)?.[1] ?? null,
    not_reverted: changes.skipped
      .filter((skip) => skip.of === 'person' && skip.number === number)
      .map(({ field, reason }) => ({ field, reason })),
  };
}

function showCreated(person: PersonRow, departmentsByNumber: DepartmentsByNumber): PersonView {
  return {
    ...toReference(person),
    change: 'created',
    fields: {
      external_id: { before: null, after: person.externalId },
      department: { before: null, after: departmentsByNumber.find(person.departmentNumber) },
      job_title: { before: null, after: person.jobTitle },
    },
  };
}

function showChange(
  { externalId, departmentNumber, jobTitle, deactivatedAt }: PersonChange,
  departmentsByNumber: DepartmentsByNumber,
): Pick<PersonView, 'change' | 'fields'> {
  return {
    change: !deactivatedAt ? 'updated' : deactivatedAt[1] === null ? 'reactivated' : 'deactivated',
    fields: {
      ...(externalId && { external_id: toFieldChange(externalId) }),
      ...(departmentNumber && {
        department: toFieldChange(departmentNumber, (number) => departmentsByNumber.find(number)),
      }),
      ...(jobTitle && { job_title: toFieldChange(jobTitle) }),
      ...(deactivatedAt && { deactivated_at: toFieldChange(deactivatedAt, isoTime) }),
    },
  };
}

function showDepartment(
  { number, externalId, parentNumber, archivedAt }: DepartmentChange,
  departmentsByNumber: DepartmentsByNumber,
): DepartmentView {
  return {
    ...departmentsByNumber.require(number),
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
        parent: toFieldChange(parentNumber, (above) => departmentsByNumber.find(above)),
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

const toReference = ({ id, externalId, name, email }: PersonRow): PersonReference => ({
  employee_id: id,
  external_id: externalId,
  name,
  email,
});

/** People by their number. Runs store numbers, and people are never deleted. */
class PeopleByNumber {
  readonly #byNumber = new Map<number, PersonRow>();

  constructor(db: Database, companyId: number, numbers: readonly number[]) {
    for (const row of peopleByNumber(db, companyId, numbers)) this.#byNumber.set(row.number, row);
  }

  require(number: number): PersonRow {
    const row = this.#byNumber.get(number);
    if (!row) throw new Error('a run names somebody who is not on record');
    return row;
  }
}

class DepartmentsByNumber {
  readonly #byNumber: ReadonlyMap<number, DepartmentRow>;

  constructor(db: Database, companyId: number) {
    const rows = db.all(departments.listOnRecord, { companyId });
    this.#byNumber = new Map(rows.map((row) => [row.number, row]));
  }

  find(number: number | null): DepartmentReference | null {
    return number === null ? null : this.require(number);
  }

  require(number: number): DepartmentReference {
    const row = this.#byNumber.get(number);
    if (!row) throw new Error('a run names a department that is not on record');
    return { id: row.id, external_id: row.externalId, name: row.name };
  }
}
