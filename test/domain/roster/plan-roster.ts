import { toDetails } from '../../../src/domain/roster/fields.ts';
import { matchEmployees } from '../../../src/domain/roster/match-employees.ts';
import { RosterPlanner } from '../../../src/domain/roster/roster-planner.ts';
import type {
  CompanyOnRecord,
  KnownDepartment,
  KnownEmployee,
  NewDepartment,
  PlanPart,
  PlanSummary,
  Roster,
  RosterRules,
} from '../../../src/domain/roster/types.ts';
import { chunksOf } from '../../../src/service/chunks.ts';

/** All that a company has on record. */
export type Snapshot = CompanyOnRecord & {
  employees: KnownEmployee[];
  departments: KnownDepartment[];
};

/** What the parts of a plan and its summary come to. */
export type Plan = Pick<PlanPart, 'creates' | 'updates' | 'differences'> &
  Pick<PlanSummary, 'unchanged' | 'restoredDepartments' | 'errors' | 'warnings'> & {
    newDepartments: (NewDepartment & { externalId: string | null })[];
    adoptedDepartments: { number: number; externalId: string }[];
  };

/** Plans a roster part by part, each on the people that the parts before it leave behind. */
export function planRoster(
  snapshot: Snapshot,
  roster: Roster,
  rules: RosterRules,
  rowsPerPart = Math.max(1, roster.size),
): Plan {
  const planner = new RosterPlanner(snapshot, roster.size, rules);
  for (const readings of chunksOf(roster.readings, rowsPerPart))
    planner.survey(matchEmployees(snapshot.employees, readings));
  const planned: PlanPart = { newDepartments: [], creates: [], updates: [], differences: [] };
  const add = (part: PlanPart): void => {
    planned.newDepartments.push(...part.newDepartments);
    planned.creates.push(...part.creates);
    planned.updates.push(...part.updates);
    planned.differences.push(...part.differences);
  };
  let employees = snapshot.employees;
  for (const readings of chunksOf(roster.readings, rowsPerPart)) {
    const part = planner.plan(matchEmployees(employees, readings));
    add(part);
    employees = peopleAfter(employees, part);
  }
  for (const part of planner.planHeld()) add(part);
  const summary = planner.finish();
  const idsOfNew = new Map<number, string>();
  const adoptedDepartments: Plan['adoptedDepartments'] = [];
  for (const { department, externalId } of summary.adoptedDepartments) {
    if ('new' in department) idsOfNew.set(department.new, externalId);
    else adoptedDepartments.push({ number: department.known, externalId });
  }
  const { unchanged, restoredDepartments, errors, warnings } = summary;
  return {
    ...{ creates: planned.creates, updates: planned.updates, unchanged },
    differences: planned.differences.sort((a, b) => a.index - b.index),
    newDepartments: planned.newDepartments.map((one, at) => ({
      ...one,
      externalId: idsOfNew.get(at) ?? null,
    })),
    ...{ adoptedDepartments, restoredDepartments, errors, warnings },
  };
}

function peopleAfter(employees: KnownEmployee[], { creates, updates }: PlanPart): KnownEmployee[] {
  const updated = new Map(updates.map((update) => [update.employee.number, update]));
  return [
    ...employees.map((employee) => {
      const update = updated.get(employee.number);
      if (!update) return employee;
      const { row, externalId, profile } = update;
      const emailKey = profile.includes('email') ? row.emailKey : employee.emailKey;
      const details = toDetails((field) => update[field]);
      return { ...employee, externalId, emailKey, ...details, deactivatedBy: null };
    }),
    ...creates.map(({ row }, at) => ({
      number: -1 - employees.length - at,
      ...{ externalId: row.externalId, emailKey: row.emailKey, givenName: null },
      ...toDetails((field) => row[field] ?? null),
      ...{ departmentNumber: null, isAdmin: false, portalRole: null, deactivatedBy: null },
    })),
  ];
}
