import { DepartmentChanges } from './department-changes.ts';
import { resolveDepartments } from './departments.ts';
import { matchEmployees } from './match-employees.ts';
import { toRowError, toRowWarning } from './row-messages.ts';
import type {
  DepartmentTarget,
  KnownEmployee,
  Plan,
  PlannedUpdate,
  Roster,
  RosterRow,
  RosterRules,
  RowError,
  RowWarning,
  Snapshot,
} from './types.ts';

/**
 * What a sync of this roster does to this record. Pure, and linear in rows and record.
 *
 * Rows are refused for what the roster and the record say, never for what other rows of the same sync did,
 * so their order decides only who gets the last room, where a sync that fails too much stops, what a
 * new department is called, and who joins first. Planned again on the record that the plan leaves behind,
 * every applied row is unchanged and every failed one fails with the same code.
 *
 * @param snapshot everyone the roster names by external id or email key, and all departments
 */
export function planRoster(snapshot: Snapshot, roster: Roster, rules: RosterRules): Plan {
  const matches = matchEmployees(snapshot.employees, roster.rows);
  const resolveDepartment = resolveDepartments(
    snapshot.departments,
    matches.filter(({ refusal }) => refusal === null).map(({ row }) => row),
  );
  const departments = new DepartmentChanges(snapshot.departments, rules.departmentLimit);

  const creates: Plan['creates'] = [];
  const updates: Plan['updates'] = [];
  const errors: RowError[] = [];
  const warnings: RowWarning[] = [];
  /** New people whose department exceeds the limit. */
  const withoutDepartment: { row: RosterRow; error: RowError }[] = [];
  const maxRefused = Math.max(100, roster.size / 5);
  const isFull = () =>
    rules.employeeLimit !== null &&
    snapshot.employeesOnRecord + creates.length >= rules.employeeLimit;
  let unchanged = 0;
  let refused = 0;

  for (const { row, employee, refusal, warning } of matches) {
    if (refused > maxRefused) {
      errors.push(toRowError(row, 'batch_aborted'));
      continue;
    }
    const answer = refusal ?? resolveDepartment(row);
    if (typeof answer === 'string') {
      refused++;
      errors.push(toRowError(row, answer));
      continue;
    }
    if (employee === null && isFull()) {
      errors.push(toRowError(row, 'sandbox_limit_reached'));
      continue;
    }
    if (answer && !departments.fitsLimit(answer)) {
      const error = toRowError(row, 'department_limit_reached');
      errors.push(error);
      if (employee === null) withoutDepartment.push({ row, error });
      continue;
    }
    const department = answer ? departments.assign(row, answer) : answer;
    if (employee === null) {
      creates.push({ row, department: department ?? null });
    } else {
      const update = toUpdate(row, employee, department);
      if (update === null) unchanged++;
      else updates.push(update);
    }
    if (warning !== null) warnings.push(toRowWarning(row, warning));
  }

  // Both limits stand in such a row's way if the sandbox filled up later. It gets the code that it
  // will get from now on, which is that of the limit looked at first.
  if (isFull())
    for (const { row, error } of withoutDepartment)
      Object.assign(error, toRowError(row, 'sandbox_limit_reached'));

  const { warnings: moves, ...changes } = departments.finish();
  return {
    creates,
    updates,
    unchanged,
    ...changes,
    errors: [...roster.rejected, ...errors].sort(byIndex),
    warnings: [...warnings, ...moves].sort(byIndex),
  };
}

const byIndex = (a: { index: number }, b: { index: number }): number => a.index - b.index;

/** The employee's state after the row, or null where nothing about it changes. */
function toUpdate(
  row: RosterRow,
  employee: KnownEmployee,
  asked: DepartmentTarget | undefined,
): PlannedUpdate | null {
  const present = employee.departmentNumber === null ? null : { known: employee.departmentNumber };
  const department = asked === undefined ? present : asked;
  const jobTitle = row.jobTitle === undefined ? employee.jobTitle : row.jobTitle;
  const reactivate = employee.deactivatedBy !== null;
  if (
    !reactivate &&
    employee.externalId === row.externalId &&
    jobTitle === employee.jobTitle &&
    isSameDepartment(department, present)
  )
    return null;
  return { row, employee, externalId: row.externalId, department, jobTitle, reactivate };
}

const isSameDepartment = (a: DepartmentTarget, b: DepartmentTarget): boolean =>
  a === b || (a !== null && b !== null && 'known' in a && 'known' in b && a.known === b.known);
