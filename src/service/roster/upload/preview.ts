import { createHash } from 'node:crypto';
import type { Failure } from '../../../domain/failures.ts';
import { ROSTER_FIELDS } from '../../../domain/roster/fields.ts';
import { givenName } from '../../../domain/roster/profile.ts';
import { findTextProblem, type TextProblem } from '../../../domain/roster/read-roster.ts';
import type { SyncResult } from '../../../domain/roster/sync-result.ts';
import type { ProfileReason, RowErrorCode, RowWarningCode } from '../../../domain/roster/types.ts';
import type { SheetRead } from '../../../roster-file/file-text.ts';
import type { RosterColumn } from '../../../roster-file/names/kinds.ts';
import type { RowList } from '../../../roster-file/packed-rows.ts';
import type { RosterFileRow } from '../../../roster-file/read-rows.ts';
import * as companies from '../../../store/company/companies.ts';
import * as departments from '../../../store/departments/departments.ts';
import { chunksOf } from '../../chunks.ts';
import { departmentsByNumber } from '../../departments/departments.ts';
import type { OtherDepartmentName, RenamedDepartment } from '../review/departments.ts';
import type { Majority } from '../review/review.ts';
import type { PersonInMismatch } from '../review/rows.ts';
import { checkLiveDomains, type LiveDomains } from '../review/sso-domains.ts';
import type { PersonReference } from '../runs/people.ts';
import {
  type Candidate,
  type DepartmentView,
  type KeptPerson,
  type PersonView,
  showChangedDepartments,
  showChangedPeople,
} from '../runs/show-changes.ts';
import type { WrittenSync } from '../sync/sync-input.ts';
import { MAX_LISTED, type PagedList, toPagedList } from './paged-list.ts';
import { cut, type FileColumns, type FileView } from './uploaded-file.ts';

/** A field of a row that cannot be used. */
export type FieldProblem = { field: RosterColumn; problem: TextProblem; max: number };

/** A row that failed or is worth a look. */
export type RowView = {
  line: number | null;
  external_id: string | null;
  name: string;
  code: RowErrorCode | RowWarningCode;
  /** What is wrong with its fields, where that is why it failed. */
  problems: FieldProblem[];
  /** The person with the row's email, where that is why it failed. */
  holder?: PersonInMismatch;
};

/** A person who keeps another name or email than the file has. */
export type DifferenceInFile = PersonReference & {
  line: number | null;
  reason: ProfileReason;
  file: { name?: string; email?: string };
};

export type Counts = Omit<SyncResult, 'errors' | 'warnings' | 'deactivation_candidates'>;

/** What a roster would do. */
export type Plan = {
  /** Stands for everything that the sync would do. */
  digest: string;
  counts: Counts;
  profilesUpdated: number;
  changes: PagedList<PersonView>;
  departments: PagedList<DepartmentView>;
  errors: PagedList<RowView>;
  warnings: PagedList<RowView>;
  differences: PagedList<DifferenceInFile>;
  missing: PagedList<Candidate>;
  /** Those who are missing and stay. */
  kept: PagedList<KeptPerson>;
  renamedDepartments: RenamedDepartment[];
  departmentNames: PagedList<OtherDepartmentName>;
  /** Whether rows have codes of departments that nobody knows, and the file has no names for them. */
  lacksDepartmentNames: boolean;
  /** The domains that emails may have; all of them where it is empty. */
  ssoDomains: string[];
  liveDomains: LiveDomains | null;
  /** More than half of the people would be deactivated, and nobody has typed how many. */
  majority: Pick<Majority, 'missing' | 'of'> | null;
};

/** What a file would do, or why it cannot be used as it is. */
export type Preview = { at: number } & (
  | {
      /** Null of a file that could not be read to its end. */
      sha256: string | null;
      problem: Failure;
      columns: FileColumns | null;
      /** The sheet that was read of a workbook. */
      sheet: SheetRead | null;
    }
  | { sha256: string; file: FileView; plan: Plan }
);

/** What a sync that is not committed would do. */
export function planOf(done: WrittenSync, rows: RowList): Plan {
  const { write, result, review, changes } = done;
  const { db, companyId, now } = write;
  const { errors, warnings, deactivation_candidates: _, ...counts } = result;
  const part = { startedAt: now, offset: 0, count: MAX_LISTED };
  const changed = showChangedPeople(db, companyId, changes, part);
  const { profiles, majority, missing, kept } = review;
  const holders = new Map(review.mismatches.map(({ index, holder }) => [index, holder]));
  const rowOf = (index: number) => {
    const row = rows.at(index);
    const [firstName = '', lastName = ''] = [row?.first_name?.trim(), row?.last_name?.trim()];
    return {
      line: rows.lineOf(index),
      name: cut(givenName({ firstName, lastName })),
      email: cut(row?.email?.trim() ?? ''),
    };
  };
  const toRows = (notes: typeof errors | typeof warnings) =>
    toPagedList<RowView>(
      notes.slice(0, MAX_LISTED).map(({ index, external_id, code }) => {
        const { line, name } = rowOf(index);
        const holder = holders.get(index);
        const problems = code === 'validation_failed' ? problemsOf(rows.at(index)) : [];
        return { line, name, external_id, code, problems, ...(holder && { holder }) };
      }),
      notes.length,
    );
  return {
    digest: digestOf(done),
    counts,
    profilesUpdated: profiles.updated,
    changes: toPagedList(changed.people, changed.total),
    departments: toPagedList(showChangedDepartments(changes, departmentsByNumber(db, companyId))),
    errors: toRows(errors),
    warnings: toRows(warnings),
    differences: toPagedList<DifferenceInFile>(
      profiles.listed.map(({ index, line, fields, reason, ...person }) => {
        const row = rowOf(index);
        const inFile = Object.fromEntries(fields.map((field) => [field, row[field]]));
        return { ...person, line, reason, file: inFile };
      }),
      profiles.differing,
    ),
    missing: toPagedList(missing, counts.deactivation_candidates_total),
    kept: toPagedList(kept.people.slice(0, MAX_LISTED), kept.renumbered + kept.with_role),
    renamedDepartments: review.renamedDepartments,
    departmentNames: toPagedList(review.departmentNames),
    lacksDepartmentNames:
      !rows.fields.includes('department_name') &&
      errors.some(({ code }) => code === 'unknown_department'),
    ssoDomains: db.all(companies.listSsoDomains, { companyId }).map(({ domain }) => domain),
    liveDomains: checkLiveDomains(db, companyId, rows, result),
    majority: majority && { missing: majority.missing, of: majority.of },
  };
}

/** The fields of a row that cannot be used. */
const problemsOf = (row: RosterFileRow | undefined): FieldProblem[] =>
  Object.values(ROSTER_FIELDS).flatMap((field) => {
    const text = row?.[field.name];
    const problem = text === undefined ? undefined : findTextProblem(text.trim(), field);
    return problem ? [{ field: field.name, problem, max: field.maxLength }] : [];
  });

/**
 * Stands for everything that a sync does: two syncs of the same rows that do the same have the same. Ids of what is
 * created are left out, because each sync makes new ones.
 */
export function digestOf({ write, result, review, changes }: WrittenSync): string {
  const { errors, warnings, ...counts } = result;
  const { profiles, mismatches, departmentNames } = review;
  const hash = createHash('sha256');
  const add = (value: unknown) => hash.update(`${JSON.stringify(value)}\n`);
  add([counts, profiles, mismatches, departmentNames]);
  // The text of everything at once could be longer than a string can be.
  for (const list of [errors, warnings, changes.updated]) {
    add(list.length);
    for (const chunk of chunksOf<unknown>(list)) add(chunk);
  }
  add({ ...changes, updated: [] });
  // Into which departments people come is known by the departments that there are.
  const onRecord = write.db.all(departments.listOnRecord, { companyId: write.companyId });
  add(onRecord.map(({ id: _, parentId: __, archivedAt, ...row }) => [row, archivedAt === null]));
  return hash.digest('hex');
}
