import { toDetails } from '../../../src/domain/roster/fields.ts';
import { givenName } from '../../../src/domain/roster/profile.ts';
import type {
  DepartmentTarget,
  KnownDepartment,
  KnownEmployee,
} from '../../../src/domain/roster/types.ts';
import type { Plan, Snapshot } from './plan-roster.ts';

/** The record that a plan leaves behind, kept as plainly as the words of the plan allow. */
export function applyPlan(snapshot: Snapshot, plan: Plan): Snapshot {
  const nextDepartment = 1 + Math.max(0, ...snapshot.departments.map((d) => d.number));
  const nextEmployee = 1 + Math.max(0, ...snapshot.employees.map((e) => e.number));
  const restored = new Map(plan.restoredDepartments.map((d) => [d.number, d.toTopLevel]));
  const adopted = new Map(plan.adoptedDepartments.map((d) => [d.number, d.externalId]));
  const updated = new Map(plan.updates.map((update) => [update.employee.number, update]));
  const numberOf = (target: DepartmentTarget): number | null => {
    if (target === null) return null;
    return 'known' in target ? target.known : nextDepartment + target.new;
  };

  const departments: KnownDepartment[] = snapshot.departments.map((known) => ({
    ...known,
    externalId: adopted.get(known.number) ?? known.externalId,
    archived: known.archived && !restored.has(known.number),
    parentNumber: restored.get(known.number) ? null : known.parentNumber,
  }));
  for (const [n, { nameKey, externalId }] of plan.newDepartments.entries())
    departments.push({
      number: nextDepartment + n,
      externalId,
      nameKey,
      parentNumber: null,
      archived: false,
    });

  const employees: KnownEmployee[] = snapshot.employees.map((known) => {
    const update = updated.get(known.number);
    if (update === undefined) return known;
    return {
      ...known,
      externalId: update.externalId,
      emailKey: update.profile.includes('email') ? update.row.emailKey : known.emailKey,
      givenName: update.profile.includes('name') ? givenName(update.row) : known.givenName,
      departmentNumber: numberOf(update.department),
      ...toDetails((field) => update[field]),
      deactivatedBy: update.reactivate ? null : known.deactivatedBy,
    };
  });
  for (const [n, { row, department }] of plan.creates.entries())
    employees.push({
      number: nextEmployee + n,
      externalId: row.externalId,
      emailKey: row.emailKey,
      givenName: givenName(row),
      departmentNumber: numberOf(department),
      ...toDetails((field) => row[field] ?? null),
      isAdmin: false,
      portalRole: null,
      deactivatedBy: null,
    });
  return {
    employees,
    departments,
    employeesOnRecord: snapshot.employeesOnRecord + plan.creates.length,
  };
}
