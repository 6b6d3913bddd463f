import { DepartmentChanges } from './department-changes.ts';
import { type DepartmentResolution, resolveDepartments, SentDepartments } from './departments.ts';
import type { Match, RosterPart } from './match-employees.ts';
import { toRowError, toRowWarning } from './row-messages.ts';
import type {
  CompanyOnRecord,
  DepartmentTarget,
  KnownEmployee,
  PlannedUpdate,
  PlanPart,
  PlanSummary,
  RosterRow,
  RosterRules,
  RowError,
  RowWarning,
} from './types.ts';

/**
 * Plans what a sync of a roster does to a company. It takes the roster in parts and in request order, twice: all parts
 * are surveyed, then all are planned. A planned part may be written before the next one is matched, because no two
 * rows mean the same person.
 *
 * Rows are refused for what the roster and the record say, never for what other rows of the same sync did,
 * so their order decides only who is created before a limit is reached, where a sync that fails too much stops,
 * what a new department is called, and who joins first. Planned again on the record that the plan leaves behind,
 * every applied row is unchanged and every failed one fails with the same code.
 */
export class RosterPlanner {
  readonly #company: CompanyOnRecord;
  readonly #rules: RosterRules;
  readonly #maxRefused: number;
  readonly #sentDepartments = new SentDepartments();
  readonly #departments: DepartmentChanges;
  #resolveDepartment: ((row: RosterRow) => DepartmentResolution) | undefined;
  readonly #errors: RowError[] = [];
  readonly #warnings: RowWarning[] = [];
  /** New people whose departments were over the limit. */
  readonly #withoutDepartment: { row: RosterRow; error: RowError }[] = [];
  #refused = 0;
  #created = 0;
  #updated = 0;
  #reactivated = 0;
  #unchanged = 0;

  /** @param size how many rows were sent */
  constructor(company: CompanyOnRecord, size: number, rules: RosterRules) {
    this.#company = company;
    this.#rules = rules;
    this.#maxRefused = Math.max(100, size / 5);
    this.#departments = new DepartmentChanges(company.departments, rules.departmentLimit);
  }

  survey({ rejected, matches }: RosterPart): void {
    for (const error of rejected) this.#errors.push(error);
    for (const { row, refusal } of matches) if (refusal === null) this.#sentDepartments.add(row);
  }

  plan({ matches }: RosterPart): PlanPart {
    this.#resolveDepartment ??= resolveDepartments(
      this.#company.departments,
      this.#sentDepartments,
    );
    const part: PlanPart = { newDepartments: [], creates: [], updates: [] };
    for (const match of matches) {
      const error = this.#planRow(match, this.#resolveDepartment, part);
      if (error !== null) this.#errors.push(error);
    }
    part.newDepartments = this.#departments.takeNew();
    return part;
  }

  /** @returns why the row is not applied; null if it is */
  #planRow(
    { row, employee, refusal, warning }: Match,
    resolveDepartment: (row: RosterRow) => DepartmentResolution,
    { creates, updates }: PlanPart,
  ): RowError | null {
    if (this.#refused > this.#maxRefused) return toRowError(row, 'batch_aborted');
    const answer = refusal ?? resolveDepartment(row);
    if (typeof answer === 'string') {
      this.#refused++;
      return toRowError(row, answer);
    }
    if (employee === null && this.#isFull()) return toRowError(row, 'sandbox_limit_reached');
    if (answer && !this.#departments.fitsLimit(answer)) {
      const error = toRowError(row, 'department_limit_reached');
      if (employee === null) this.#withoutDepartment.push({ row, error });
      return error;
    }
    const department = answer ? this.#departments.assign(row, answer) : answer;
    if (employee === null) {
      this.#created++;
      creates.push({ row, department: department ?? null });
    } else {
      const update = toUpdate(row, employee, department);
      if (update === null) {
        this.#unchanged++;
      } else {
        this.#updated++;
        if (update.reactivate) this.#reactivated++;
        updates.push(update);
      }
    }
    if (warning !== null) this.#warnings.push(toRowWarning(row, warning));
    return null;
  }

  #isFull(): boolean {
    const { employeeLimit } = this.#rules;
    return (
      employeeLimit !== null && this.#company.employeesOnRecord + this.#created >= employeeLimit
    );
  }

  /** What remains to be done, once all parts are planned. */
  finish(): PlanSummary {
    // Both limits stand in such a row's way if the sandbox filled up later. It gets the code that it
    // will get from now on, which is that of the limit looked at first.
    if (this.#isFull())
      for (const { row, error } of this.#withoutDepartment)
        Object.assign(error, toRowError(row, 'sandbox_limit_reached'));

    const { warnings: moves, ...departments } = this.#departments.finish();
    return {
      created: this.#created,
      updated: this.#updated,
      reactivated: this.#reactivated,
      unchanged: this.#unchanged,
      ...departments,
      errors: this.#errors.sort(byIndex),
      warnings: [...this.#warnings, ...moves].sort(byIndex),
    };
  }
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
