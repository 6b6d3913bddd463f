import type { Place } from './departments.ts';
import { toRowWarning } from './row-messages.ts';
import type { DepartmentTarget, KnownDepartment, Plan, RosterRow, RowWarning } from './types.ts';

type Outcome = Pick<Plan, 'newDepartments' | 'adoptedDepartments' | 'restoredDepartments'> & {
  warnings: RowWarning[];
};

/**
 * What the applied rows of one roster do to the departments, and the room that is left for it. A department
 * is made or restored by the first applied row that is placed in it, and takes an external id from the
 * roster only when a row that sends it is applied, so that failed rows leave no trace.
 */
export class DepartmentChanges {
  readonly #departments: readonly KnownDepartment[];
  readonly #targets = new Map<Place, NonNullable<DepartmentTarget>>();
  readonly #created: Place[] = [];
  readonly #claimed = new Set<Place>();
  readonly #restored = new Map<KnownDepartment, RosterRow>();
  #room: number;

  /** @param limit most active departments the company may have */
  constructor(departments: readonly KnownDepartment[], limit: number) {
    this.#departments = departments;
    this.#room = limit;
    for (const { archived } of departments) if (!archived) this.#room--;
  }

  /** Whether a row can be placed there without exceeding the limit. */
  hasRoomFor(place: Place): boolean {
    return place.known?.archived === false || this.#targets.has(place) || this.#room > 0;
  }

  /** Places an applied row; the caller has made sure that there is room. */
  place(row: RosterRow, place: Place): NonNullable<DepartmentTarget> {
    if (row.departmentExternalId) this.#claimed.add(place);
    let target = this.#targets.get(place);
    if (target === undefined) {
      target = this.#open(row, place);
      this.#targets.set(place, target);
    }
    return target;
  }

  #open(row: RosterRow, place: Place): NonNullable<DepartmentTarget> {
    const { known } = place;
    if (known === null) {
      this.#room--;
      return { new: this.#created.push(place) - 1 };
    }
    if (known.archived) {
      this.#room--;
      this.#restored.set(known, row);
    }
    return { known: known.number };
  }

  /** All changes, once the last row is placed: only then is it known which parents stay archived. */
  finish(): Outcome {
    const archived = new Set<number>();
    for (const department of this.#departments)
      if (department.archived && !this.#restored.has(department)) archived.add(department.number);

    const outcome: Outcome = {
      newDepartments: this.#created.map((place) => ({
        name: place.name,
        nameKey: place.nameKey,
        externalId: this.#claimed.has(place) ? place.externalId : null,
      })),
      adoptedDepartments: [],
      restoredDepartments: [],
      warnings: [],
    };
    for (const { known, externalId } of this.#claimed)
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
