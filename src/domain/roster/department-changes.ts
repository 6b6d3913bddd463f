import type { RosterDepartment } from './departments.ts';
import { toRowWarning } from './row-messages.ts';
import type { DepartmentTarget, KnownDepartment, Plan, RosterRow, RowWarning } from './types.ts';

type DepartmentPlan = Pick<
  Plan,
  'newDepartments' | 'adoptedDepartments' | 'restoredDepartments'
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
  #remaining: number;

  /** @param limit most active departments the company may have */
  constructor(departments: readonly KnownDepartment[], limit: number) {
    this.#departments = departments;
    this.#remaining = limit;
    for (const { archived } of departments) if (!archived) this.#remaining--;
  }

  /** Whether a row can be assigned to a department without exceeding the limit. */
  fitsLimit(department: RosterDepartment): boolean {
    return (
      department.known?.archived === false || this.#targets.has(department) || this.#remaining > 0
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

  /** All changes, once the last row is assigned: only then is it known which parents stay archived. */
  finish(): DepartmentPlan {
    const archived = new Set<number>();
    for (const department of this.#departments)
      if (department.archived && !this.#restored.has(department)) archived.add(department.number);

    const outcome: DepartmentPlan = {
      newDepartments: this.#created.map((department) => ({
        name: department.name,
        nameKey: department.nameKey,
        externalId: this.#namedById.has(department) ? department.externalId : null,
      })),
      adoptedDepartments: [],
      restoredDepartments: [],
      warnings: [],
    };
    for (const { known, externalId } of this.#namedById)
      if (known !== null && known.externalId === null && externalId !== null)
        outcome.adoptedDepartments.push({ number: known.number, externalId });
    for (const [{ number, parentNumber }, row] of this.#restored) {
      const toTopLevel = parentNumber !== null && archived.has(parentNumber);
      outcome.restoredDepartments.push({ number, toTopLevel });
      if (toTopLevel) outcome.warnings.push(toRowWarning(row, 'department_moved_to_top_level'));
    }
    return outcome;
  }
}
