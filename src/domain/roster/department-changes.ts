import type { RosterDepartment } from './departments.ts';
import { toRowWarning } from './row-messages.ts';
import type {
  DepartmentTarget,
  KnownDepartment,
  NewDepartment,
  PlanSummary,
  RosterRow,
  RowWarning,
} from './types.ts';

type DepartmentSummary = Pick<
  PlanSummary,
  'departmentsCreated' | 'adoptedDepartments' | 'restoredDepartments'
> & {
  warnings: RowWarning[];
};

/**
 * What the applied rows of one roster do to the departments, and how many more fit the limit. A department
 * is created or restored by the first applied row that is assigned to it, and gets an external id from the
 * roster only when a row that sends it is applied, so that failed rows leave no trace.
 */
export class DepartmentChanges {
  readonly #departments: readonly KnownDepartment[];
  readonly #targets = new Map<RosterDepartment, NonNullable<DepartmentTarget>>();
  readonly #created: RosterDepartment[] = [];
  readonly #namedById = new Set<RosterDepartment>();
  readonly #restored = new Map<KnownDepartment, RosterRow>();
  #taken = 0;
  #remaining: number;

  /** @param limit most active departments the company may have */
  constructor(departments: readonly KnownDepartment[], limit: number) {
    this.#departments = departments;
    this.#remaining = limit;
    for (const { archived } of departments) if (!archived) this.#remaining--;
  }

  /** Whether a row can be assigned to a department without exceeding the limit, and `others` to any others. */
  fitsLimit(department: RosterDepartment, others = 0): boolean {
    return (
      department.known?.archived === false ||
      this.#targets.has(department) ||
      this.#remaining > others
    );
  }

  /** Assigns an applied row; the caller has checked `fitsLimit`. */
  assign(row: RosterRow, department: RosterDepartment): NonNullable<DepartmentTarget> {
    if (row.departmentExternalId) this.#namedById.add(department);
    let target = this.#targets.get(department);
    if (target === undefined) {
      target = this.#activate(row, department);
      this.#targets.set(department, target);
    }
    return target;
  }

  #activate(row: RosterRow, department: RosterDepartment): NonNullable<DepartmentTarget> {
    const { known } = department;
    if (known === null) {
      this.#remaining--;
      return { new: this.#created.push(department) - 1 };
    }
    if (known.archived) {
      this.#remaining--;
      this.#restored.set(known, row);
    }
    return { known: known.number };
  }

  /** The departments that became necessary since the last call. */
  takeNew(): NewDepartment[] {
    const created = this.#created.slice(this.#taken);
    this.#taken = this.#created.length;
    return created.map(({ name, nameKey }) => ({ name, nameKey }));
  }

  /** The other changes, once the last row is assigned: only then is it known which parents stay archived. */
  finish(): DepartmentSummary {
    const archived = new Set<number>();
    for (const department of this.#departments)
      if (department.archived && !this.#restored.has(department)) archived.add(department.number);

    const outcome: DepartmentSummary = {
      departmentsCreated: this.#created.length,
      adoptedDepartments: [],
      restoredDepartments: [],
      warnings: [],
    };
    for (const place of this.#namedById) {
      const { known, externalId } = place;
      const department = this.#targets.get(place);
      const hasNone = known === null || known.externalId === null;
      if (department && hasNone && externalId !== null)
        outcome.adoptedDepartments.push({ department, externalId });
    }
    for (const [{ number, parentNumber }, row] of this.#restored) {
      const toTopLevel = parentNumber !== null && archived.has(parentNumber);
      outcome.restoredDepartments.push({ number, toTopLevel });
      if (toTopLevel) outcome.warnings.push(toRowWarning(row, 'department_moved_to_top_level'));
    }
    return outcome;
  }
}
