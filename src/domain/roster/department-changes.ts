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
 * What the applied rows of one roster do to the departments, and the room that is left for it. A department
 * is made or restored by the first applied row that is placed in it, and takes an external id from the
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

  /** Whether a row can be placed there without exceeding the limit. */
  fitsLimit(place: RosterDepartment): boolean {
    return place.known?.archived === false || this.#targets.has(place) || this.#remaining > 0;
  }

  /** Places an applied row; the caller has made sure that there is room. */
  place(row: RosterRow, place: RosterDepartment): NonNullable<DepartmentTarget> {
    if (row.departmentExternalId) this.#namedById.add(place);
    let target = this.#targets.get(place);
    if (target === undefined) {
      target = this.#activate(row, place);
      this.#targets.set(place, target);
    }
    return target;
  }

  #activate(row: RosterRow, place: RosterDepartment): NonNullable<DepartmentTarget> {
    const { known } = place;
    if (known === null) {
      this.#remaining--;
      return { new: this.#created.push(place) - 1 };
    }
    if (known.archived) {
      this.#remaining--;
      this.#restored.set(known, row);
    }
    return { known: known.number };
  }

  /** All changes, once the last row is placed: only then is it known which parents stay archived. */
  finish(): DepartmentPlan {
    const archived = new Set<number>();
    for (const department of this.#departments)
      if (department.archived && !this.#restored.has(department)) archived.add(department.number);

    const outcome: DepartmentPlan = {
      newDepartments: this.#created.map((place) => ({
        name: place.name,
        nameKey: place.nameKey,
        externalId: this.#namedById.has(place) ? place.externalId : null,
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
