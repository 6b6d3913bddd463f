import type { TeamDepartment } from '../../domain/contest-teams.ts';
import { failure } from '../../domain/errors.ts';
import { newId } from '../../domain/id.ts';
import { isoTime } from '../../domain/iso-time.ts';
import { requireLabel } from '../../domain/label.ts';
import { DEFAULT_DEPARTMENT_LIMIT } from '../../domain/limits.ts';
import { fold } from '../../domain/text.ts';
import * as companies from '../../store/company/companies.ts';
import type { Database } from '../../store/database.ts';
import type { DepartmentRow } from '../../store/departments/departments.ts';
import * as departments from '../../store/departments/departments.ts';
import { type CompanyWrite, changeRecorder, takeNumbers } from '../company/company-write.ts';
import { readLabel } from '../input.ts';
import type { Department, DepartmentReference } from './department-schemas.ts';

/** A department with its depth in the hierarchy, and how many active people are directly in it. */
export type DepartmentNode = Department & { depth: number; members: number };

export type NewDepartment = {
  name: string;
  external_id?: string | null | undefined;
  /** A reference to the department above; left out or null for the top level. */
  parent?: string | null | undefined;
};

/**
 * The department that a reference means: an id, an external id, or a name in any case. An id decides alone.
 *
 * @throws EngagedError `not_found`; `conflict` with the ids where several departments match
 */
export function requireDepartment(
  db: Database,
  companyId: number,
  reference: string,
): DepartmentRow {
  const text = reference.trim();
  const id = text.toLowerCase();
  const nameKey = fold(text);
  const all = db.all(departments.listOnRecord, { companyId });
  const byId = all.find((row) => row.id === id);
  if (byId) return byId;
  const [found, ...others] = all.filter(
    (row) => row.externalId === text || row.nameKey === nameKey,
  );
  if (!found) throw failure('department_not_found');
  if (others.length === 0) return found;
  const ids = [found, ...others].map((row) => row.id).join(', ');
  throw failure('several_match', { things: 'departments', ids });
}

/** The numbers of a department and of all departments below it. */
export function listNumbersBelow(db: Database, companyId: number, number: number): Set<number> {
  const below = Map.groupBy(
    db.all(departments.listOnRecord, { companyId }),
    (row) => row.parentNumber,
  );
  const numbers = new Set([number]);
  // The iteration also visits what is added meanwhile.
  for (const one of numbers) {
    for (const child of below.get(one) ?? []) numbers.add(child.number);
  }
  return numbers;
}

/** All departments, each followed by those below it; neighbours by name ignoring case, then by age. */
export function listDepartments(db: Database, companyId: number): DepartmentNode[] {
  const members = memberCounts(db, companyId);
  return listTree(db, companyId).map(({ row, depth }) => ({
    ...toDepartment(row),
    depth,
    members: members.get(row.number) ?? 0,
  }));
}

/** All departments with how many active people are directly in each. */
export function listTeamDepartments(db: Database, companyId: number): TeamDepartment[] {
  const members = memberCounts(db, companyId);
  return db.all(departments.listOnRecord, { companyId }).map(({ number, parentNumber }) => {
    return { number, parentNumber, members: members.get(number) ?? 0 };
  });
}

const memberCounts = (db: Database, companyId: number): Map<number, number> =>
  new Map(
    db.all(departments.listMemberCounts, { companyId }).map((row) => [row.number, row.members]),
  );

/** As people sort names: Team 2 before Team 10, Ä beside A. Made when needed: that takes 6 ms. */
let byName: Intl.Collator | undefined;

/** `listDepartments` as rows, without counting people. */
export function listTree(db: Database, companyId: number): { row: DepartmentRow; depth: number }[] {
  const rows = db.all(departments.listOnRecord, { companyId });
  byName ??= new Intl.Collator('en', { numeric: true });
  const { compare } = byName;
  rows.sort((a, b) => compare(a.nameKey, b.nameKey));
  const below = Map.groupBy(rows, (row) => row.parentNumber);
  const listed: { row: DepartmentRow; depth: number }[] = [];
  // An explicit stack: a chain of departments may be deeper than the call stack.
  const pending = (below.get(null) ?? []).map((row) => ({ row, depth: 0 })).reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    const { row, depth } = next;
    listed.push(next);
    const children = below.get(row.number) ?? [];
    pending.push(...children.map((child) => ({ row: child, depth: depth + 1 })).reverse());
  }
  return listed;
}

/** @throws EngagedError `validation_failed`, `not_found`; `conflict` for a taken external id or a full company */
export function createDepartment(
  write: CompanyWrite,
  input: NewDepartment,
  limit: number = DEFAULT_DEPARTMENT_LIMIT,
): Department {
  const { db, companyId, now } = write;
  const name = requireLabel('name', input.name, 150);
  const externalId = readLabel('external_id', input.external_id, 255);
  const parent = readParent(write, input.parent);
  requireBelowLimit(write, limit);
  const holder = db
    .all(departments.listOnRecord, { companyId })
    .find((row) => externalId !== null && row.externalId === externalId);
  if (holder) throw failure('department_id_taken', { field: 'external_id', id: holder.id });
  const id = newId(now);
  db.run(departments.create, {
    companyId,
    number: takeNumbers(write, companies.takeDepartmentNumbers),
    id,
    externalId,
    name,
    nameKey: fold(name),
    parentNumber: parent?.number ?? null,
    archivedAt: null,
    now,
  });
  return recordChange(write, 'department.create', null, id);
}

/** @throws EngagedError `validation_failed`, `not_found` */
export function renameDepartment(write: CompanyWrite, reference: string, name: string): Department {
  const before = requireDepartment(write.db, write.companyId, reference);
  const newName = requireLabel('name', name, 150);
  write.db.run(departments.rename, {
    companyId: write.companyId,
    number: before.number,
    name: newName,
    nameKey: fold(newName),
  });
  return recordChange(write, 'department.rename', before, before.id);
}

/**
 * Puts a department, with all that is below it, under another one or at the top level (null).
 *
 * @throws EngagedError `not_found`; `conflict` where it would become its own ancestor or under an archived one
 */
export function moveDepartment(
  write: CompanyWrite,
  reference: string,
  parentReference: string | null,
): Department {
  const { db, companyId } = write;
  const before = requireDepartment(db, companyId, reference);
  const parent = readParent(write, parentReference);
  if (parent && isAtOrBelow(parent.number, before.number, departmentsByNumber(db, companyId))) {
    throw failure('department_below_itself');
  }
  db.run(departments.move, {
    companyId,
    number: before.number,
    parentNumber: parent?.number ?? null,
  });
  return recordChange(write, 'department.move', before, before.id);
}

/**
 * Archives one department. Its members stay in it, and the departments below stay where they are.
 *
 * @throws EngagedError `not_found`; `conflict` where it is archived already
 */
export function archiveDepartment(write: CompanyWrite, reference: string): Department {
  const before = requireDepartment(write.db, write.companyId, reference);
  if (before.archivedAt !== null) throw failure('department_archived_already');
  write.db.run(departments.setArchived, {
    companyId: write.companyId,
    number: before.number,
    archivedAt: write.now,
    parentNumber: before.parentNumber,
  });
  return recordChange(write, 'department.archive', before, before.id);
}

/**
 * Brings an archived department back; at the top level where the one above it is archived still,
 * as a roster sync does it.
 *
 * @throws EngagedError `not_found`; `conflict` where it is active or the company is full
 */
export function restoreDepartment(
  write: CompanyWrite,
  reference: string,
  limit: number = DEFAULT_DEPARTMENT_LIMIT,
): Department {
  const { db, companyId } = write;
  const before = requireDepartment(db, companyId, reference);
  if (before.archivedAt === null) throw failure('department_not_archived');
  requireBelowLimit(write, limit);
  const parent =
    before.parentId === null ? null : requireDepartment(db, companyId, before.parentId);
  db.run(departments.setArchived, {
    companyId,
    number: before.number,
    archivedAt: null,
    parentNumber: parent?.archivedAt === null ? parent.number : null,
  });
  return recordChange(write, 'department.restore', before, before.id);
}

/** All departments on record, archived ones included. */
export const departmentsByNumber = (db: Database, companyId: number): Map<number, DepartmentRow> =>
  new Map(db.all(departments.listOnRecord, { companyId }).map((row) => [row.number, row]));

/** Whether a department is another one or one of its descendants; null is the top level. */
export function isAtOrBelow(
  number: number | null,
  ancestor: number,
  byNumber: ReadonlyMap<number, DepartmentRow>,
): boolean {
  for (let at = number; at !== null; at = byNumber.get(at)?.parentNumber ?? null) {
    if (at === ancestor) return true;
  }
  return false;
}

/** An active department that people or departments may be put into. */
export function requireActiveDepartment(write: CompanyWrite, reference: string): DepartmentRow {
  const row = requireDepartment(write.db, write.companyId, reference);
  if (row.archivedAt === null) return row;
  throw failure('department_archived', { id: row.id });
}

const readParent = (write: CompanyWrite, reference: string | null | undefined) =>
  reference === null || reference === undefined
    ? undefined
    : requireActiveDepartment(write, reference);

function requireBelowLimit(write: CompanyWrite, limit: number): void {
  const active = write.db.one(departments.countActive, { companyId: write.companyId })?.count ?? 0;
  if (active >= limit) throw failure('department_limit', { limit });
}

const recordChange = changeRecorder({
  targetKind: 'department',
  find: ({ db, companyId }, id) => requireDepartment(db, companyId, id),
  show: (row) => toDepartment(row),
});

export const toDepartmentReference = ({
  id,
  externalId,
  name,
}: Pick<DepartmentRow, 'id' | 'externalId' | 'name'>): DepartmentReference => ({
  id,
  external_id: externalId,
  name,
});

export const toDepartment = (row: DepartmentRow): Department => ({
  id: row.id,
  external_id: row.externalId,
  name: row.name,
  parent_id: row.parentId,
  archived_at: isoTime(row.archivedAt),
});
