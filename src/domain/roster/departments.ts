import { fold } from '../text.ts';
import type { KnownDepartment, RosterRow } from './types.ts';

/** A department that rows can be placed in: on record, or one that the roster calls for. */
export type RosterDepartment = {
  /** Null for a department still to be made. */
  readonly known: KnownDepartment | null;
  /** How a department still to be made is to be called; empty for one on record, which keeps its name. */
  readonly name: string;
  readonly nameKey: string;
  /** The external id on record, else the one that the roster gives it. */
  externalId: string | null;
};

/** What a row asks for: a place, to have none (null), to keep the present one (undefined), or what cannot be. */
export type DepartmentResolution =
  | RosterDepartment
  | 'unknown_department'
  | 'department_conflict'
  | null
  | undefined;

/** What the rows of a roster say about departments. */
export class SentDepartments {
  /** Every external id of a department, with the first name sent beside it. */
  readonly names = new Map<string, string | null>();
  /** The names that are sent without an external id. */
  readonly namesAlone = new Set<string>();

  add({ departmentExternalId: externalId, departmentName: name }: RosterRow): void {
    if (!externalId) {
      if (name) this.namesAlone.add(name);
    } else if (!this.names.get(externalId)) {
      this.names.set(externalId, name ?? null);
    }
  }
}

/**
 * Settles all departments that a roster speaks of, and gives the function that answers for each row.
 * Nothing here depends on which rows are applied later: if it did, a row that fails today for a limit
 * would change what its neighbours mean tomorrow, and the same roster would not find things as it left them.
 *
 * @param departments all departments of the company
 * @param sent by the rows that have not failed; only these have a say, and only these may be asked about
 */
export function resolveDepartments(
  departments: readonly KnownDepartment[],
  sent: SentDepartments,
): (row: RosterRow) => DepartmentResolution {
  const keyOf = memoizedFold();
  const places = new DepartmentIndex();

  for (const known of departments) {
    const { externalId, nameKey, archived } = known;
    // An archived department comes back by its external id only; once sent, it can be meant by name as well.
    if (!archived || (externalId !== null && sent.names.has(externalId)))
      places.add({ known, name: '', nameKey, externalId });
  }

  const newExternalIds: { externalId: string; name: string; nameKey: string }[] = [];
  const nameClaims = new Map<string, number>();
  for (const [externalId, name] of sent.names) {
    if (places.byExternalId.has(externalId)) continue;
    if (name === null) {
      places.byExternalId.set(externalId, 'unknown_department');
      continue;
    }
    const nameKey = keyOf(name);
    newExternalIds.push({ externalId, name, nameKey });
    nameClaims.set(nameKey, (nameClaims.get(nameKey) ?? 0) + 1);
  }
  for (const { externalId, name, nameKey } of newExternalIds) {
    const sameName = places.withName(nameKey);
    const [match] = sameName;
    if (nameClaims.get(nameKey) !== 1 || sameName.length > 1) {
      places.byExternalId.set(externalId, 'department_conflict');
    } else if (match === undefined) {
      places.add({ known: null, name, nameKey, externalId });
    } else if (match.externalId !== null) {
      places.byExternalId.set(externalId, 'department_conflict');
    } else {
      match.externalId = externalId;
      places.byExternalId.set(externalId, match);
    }
  }

  // Before any row is answered: a name that one row makes a department of is taken for all others.
  for (const name of sent.namesAlone) {
    const nameKey = keyOf(name);
    if (places.withName(nameKey).length === 0)
      places.add({ known: null, name, nameKey, externalId: null });
  }

  return ({ departmentExternalId: externalId, departmentName: name }) => {
    if (!externalId) {
      if (!name) return externalId === undefined && name === undefined ? undefined : null;
      const [place, another] = places.withName(keyOf(name));
      return another === undefined ? place : 'department_conflict';
    }
    const place = places.byExternalId.get(externalId);
    if (!name || place === undefined || typeof place === 'string') return place;
    const nameKey = keyOf(name);
    return nameKey !== place.nameKey && places.withName(nameKey).length > 0
      ? 'department_conflict'
      : place;
  };
}

class DepartmentIndex {
  readonly byExternalId = new Map<
    string,
    RosterDepartment | 'unknown_department' | 'department_conflict'
  >();
  readonly #byName = new Map<string, RosterDepartment[]>();

  add(place: RosterDepartment): void {
    if (place.externalId !== null) this.byExternalId.set(place.externalId, place);
    const sameName = this.#byName.get(place.nameKey);
    if (sameName === undefined) this.#byName.set(place.nameKey, [place]);
    else sameName.push(place);
  }

  withName(nameKey: string): readonly RosterDepartment[] {
    return this.#byName.get(nameKey) ?? NO_DEPARTMENTS;
  }
}

const NO_DEPARTMENTS: readonly RosterDepartment[] = [];

/** A roster repeats few names many times, and looking one up is cheaper than normalising it again. */
function memoizedFold(): (name: string) => string {
  const keys = new Map<string, string>();
  return (name) => {
    let key = keys.get(name);
    if (key === undefined) {
      key = fold(name);
      keys.set(name, key);
    }
    return key;
  };
}
