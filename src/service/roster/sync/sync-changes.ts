import { DETAIL_FIELDS } from '../../../domain/roster/fields.ts';
import { givenName } from '../../../domain/roster/profile.ts';
import type { PlannedUpdate, PlanSummary } from '../../../domain/roster/types.ts';
import {
  type Change,
  type DepartmentChange,
  departmentsLeft,
  type KeptPeople,
  NO_CHANGES,
  type NumberRanges,
  type PersonChange,
  type RunChanges,
  toRanges,
} from '../runs/run-changes.ts';
import type { PlanWriter } from './apply-plan.ts';
import type { Deactivation } from './deactivation.ts';
import type { DepartmentsOnRecord, NamedOnRecord } from './load-record.ts';

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
  heldBack: deactivation.heldBack.toSorted(([a], [b]) => a - b),
  named,
  archivedBefore: departmentsLeft(updated, (number) => record.archivedAt.has(number)),
  departmentsCreated: rangeOf(writer.firstDepartment, summary.departmentsCreated),
  departmentsUpdated: departmentChanges(record, summary),
  profileDifferences,
  kept: kept.listed,
});

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
