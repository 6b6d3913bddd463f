import { DepartmentChanges } from './department-changes.ts';
import { type DepartmentResolution, resolveDepartments, SentDepartments } from './departments.ts';
import { DETAIL_FIELDS, toDetails } from './fields.ts';
import { HeldEmails } from './held-emails.ts';
import { isProtected, type Match, type RosterPart } from './match-employees.ts';
import { differingFields } from './profile.ts';
import { domainOf } from './read-roster.ts';
import { toRowError, toRowWarning } from './row-messages.ts';
import type {
  CompanyOnRecord,
  DepartmentTarget,
  KnownEmployee,
  PlannedUpdate,
  PlanPart,
  PlanSummary,
  ProfileField,
  ProfileReason,
  RosterRow,
  RosterRules,
  RowError,
  RowWarning,
} from './types.ts';

/**
 * Plans what a sync of a roster does to a company. It takes the roster in parts and in request order, twice: all parts
 * are surveyed, then all are planned. A planned part may be written before the next one is matched, because no two
 * rows mean the same person. Rows that take over the email of another person come last, with `planHeld`.
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
  readonly #heldEmails: HeldEmails;
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
    this.#heldEmails = new HeldEmails(rules.mostEmailsAtOnce);
  }

  survey({ rejected, matches }: RosterPart): void {
    for (const error of rejected) this.#errors.push(error);
    for (const match of matches) {
      if (match.refusal === null) this.#sentDepartments.add(match.row);
      if (this.#rules.updateProfiles) this.#heldEmails.survey(match);
    }
  }

  /** The external ids of departments that were surveyed, with the first name sent beside each. */
  get departmentNames(): ReadonlyMap<string, string | null> {
    return this.#sentDepartments.names;
  }

  plan({ matches }: RosterPart): PlanPart {
    const resolve = this.#departmentsResolved();
    const part = emptyPart();
    for (const match of matches) {
      if (this.#heldEmails.has(match.row.index)) continue;
      const error = this.#planRow(match, resolve, part);
      if (error === null) continue;
      this.#errors.push(error);
      if (match.employee !== null) this.#heldEmails.keep(match.employee);
    }
    part.newDepartments = this.#departments.takeNew();
    return part;
  }

  /**
   * Plans, after all parts, the rows that take over the email of another person who gives it up. The emails of a part must
   * be written together, and the parts in their order. A row whose holder keeps the email fails.
   */
  *planHeld(): Generator<PlanPart> {
    const resolve = this.#departmentsResolved();
    const canApply = ({ row }: Match): boolean => {
      const answer = resolve(row);
      if (typeof answer === 'string' || this.#refused > this.#maxRefused) return false;
      return !answer || this.#departments.fitsLimit(answer, this.#heldEmails.size);
    };
    // None of the rows that can take over an email fails, and so none of them keeps one that another one takes.
    for (const matches of this.#heldEmails.divide(canApply)) {
      const part = emptyPart();
      for (const match of matches) {
        const error = this.#planRow(match, resolve, part);
        if (error !== null) this.#errors.push(error);
      }
      part.newDepartments = this.#departments.takeNew();
      yield part;
    }
  }

  /** Resolves the departments once the whole roster is surveyed. */
  #departmentsResolved(): (row: RosterRow) => DepartmentResolution {
    if (this.#resolveDepartment) return this.#resolveDepartment;
    for (const { row, refusal } of this.#heldEmails.divide(() => true).flat())
      if (refusal === null) this.#sentDepartments.add(row);
    this.#resolveDepartment = resolveDepartments(this.#company.departments, this.#sentDepartments);
    return this.#resolveDepartment;
  }

  /** @returns why the row is not applied; null if it is */
  #planRow(
    match: Match,
    resolveDepartment: (row: RosterRow) => DepartmentResolution,
    part: PlanPart,
  ): RowError | null {
    const { row, employee, refusal, warning } = match;
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
      part.creates.push({ row, department: department ?? null });
    } else {
      this.#planUpdate(match, employee, department, part);
    }
    if (warning !== null) this.#warnings.push(toRowWarning(row, warning));
    return null;
  }

  /** @param department where the row places the person; undefined where it does not say */
  #planUpdate(
    match: Match,
    employee: KnownEmployee,
    department: DepartmentTarget | undefined,
    { updates, differences }: PlanPart,
  ): void {
    const { row } = match;
    const fields = differingFields(row, employee);
    const isFirst = fields.includes('email') && this.#isFirstEmail(match, employee);
    const asked = fields.filter((field) => !(isFirst && field === 'email'));
    const reason = asked.length === 0 ? null : this.#reasonAgainst(match, employee, asked);
    const taken = fields.filter((field) => reason === null || !asked.includes(field));
    const note = { index: row.index, number: employee.number };
    if (taken.length > 0) differences.push({ ...note, fields: taken, reason: null });
    if (reason !== null) differences.push({ ...note, fields: asked, reason });
    const update = toUpdate(row, employee, department, taken);
    if (update === null) {
      this.#unchanged++;
      return;
    }
    this.#updated++;
    if (update.reactivate) this.#reactivated++;
    updates.push(update);
  }

  /** Whether a row brings an email to somebody who had none, which is applied without being asked for. */
  #isFirstEmail({ row, holder }: Match, employee: KnownEmployee): boolean {
    const hadEmail = !this.#rules.noEmailDomains?.has(domainOf(employee.emailKey));
    const isSame = employee.externalId === row.externalId;
    return !hadEmail && isSame && holder === null && !isProtected(employee);
  }

  /** Why a profile does not follow its row; null if it does. */
  #reasonAgainst(
    { row, holder, isStuck }: Match,
    employee: KnownEmployee,
    fields: readonly ProfileField[],
  ): ProfileReason | null {
    if (!this.#rules.updateProfiles) return 'not_requested';
    if (employee.externalId !== row.externalId) return 'linked_by_email';
    if (isProtected(employee)) return 'managed_in_portal';
    if (isStuck) return 'email_circle';
    // A holder who has an external id gives the email up, or the row is refused.
    return fields.includes('email') && holder?.externalId === null ? 'email_taken' : null;
  }

  #isFull(): boolean {
    const { employeeLimit } = this.#rules;
    return (
      employeeLimit !== null && this.#company.employeesOnRecord + this.#created >= employeeLimit
    );
  }

  /** What remains to be done, once all parts are planned. */
  finish(): PlanSummary {
    // If the sandbox filled up later, both limits exclude such a row. It gets the code that the next sync
    // would give it: that of the limit that is checked first.
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

const emptyPart = (): PlanPart => ({
  newDepartments: [],
  creates: [],
  updates: [],
  differences: [],
});

const byIndex = (a: { index: number }, b: { index: number }): number => a.index - b.index;

/** The employee's state after the row, or null where nothing about it changes. */
function toUpdate(
  row: RosterRow,
  employee: KnownEmployee,
  asked: DepartmentTarget | undefined,
  profile: readonly ProfileField[],
): PlannedUpdate | null {
  const present = employee.departmentNumber === null ? null : { known: employee.departmentNumber };
  const department = asked === undefined ? present : asked;
  const reactivate = employee.deactivatedBy !== null;
  if (
    !reactivate &&
    profile.length === 0 &&
    employee.externalId === row.externalId &&
    DETAIL_FIELDS.every((field) => row[field] === undefined || row[field] === employee[field]) &&
    isSameDepartment(department, present)
  )
    return null;
  const { externalId } = row;
  const details = toDetails((field) => (row[field] === undefined ? employee[field] : row[field]));
  return { row, employee, externalId, department, ...details, reactivate, profile };
}

const isSameDepartment = (a: DepartmentTarget, b: DepartmentTarget): boolean =>
  a === b || (a !== null && b !== null && 'known' in a && 'known' in b && a.known === b.known);
