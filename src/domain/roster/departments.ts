import { fold } from '../text.ts';
import type { KnownDepartment, RosterRow } from './types.ts';

/** A department that rows can be assigned to: on record, or one that the roster creates. */
export type RosterDepartment = {
  /** Null for a new department. */
  readonly known: KnownDepartment | null;
  /** The name of a new department; empty for one on record, which keeps its name. */
  readonly name: string;
  readonly nameKey: string;
  /** The external id on record, else the one that the roster gives it. */
  externalId: string | null;
};

/** What a row means: a department, none (null), the current one (undefined), or an error. */
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
 * Resolves all departments that a roster names, and returns the function that resolves them for each row.
 * Nothing here depends on which rows are applied later: if it did, a row that fails at the limit today would
 * change what other rows mean tomorrow, and the same roster would not be unchanged.
 *
 * @param departments all departments of the company
 * @param sent by the rows that have not failed; only these may be resolved
 */
export function resolveDepartments(
  departments: readonly KnownDepartment[],
  sent: SentDepartments,
): (row: RosterRow) => DepartmentResolution {
  const keyOf = memoizedFold();
  const index = new DepartmentIndex();
  for (const known of departments) {
    const { externalId, nameKey, archived } = known;
    // An archived department is restored only by its external id; once that is sent, its name matches too.
    if (!archived || (externalId !== null && sent.names.has(externalId)))
      index.add({ known, name: '', nameKey, externalId });
  }
  addByExternalId(index, sent, keyOf);
  addByName(index, sent, keyOf);
  return (row) => resolveRow(index, row, keyOf);
}

/** Resolves the external ids that no department has: their names must lead to one department each. */
function addByExternalId(
  index: DepartmentIndex,
  sent: SentDepartments,
  keyOf: (name: string) => string,
): void {
  const unknown = [...sent.names]
    .filter(([externalId]) => !index.byExternalId.has(externalId))
    .map(([externalId, name]) => ({ externalId, name, nameKey: name && keyOf(name) }));
  const claims = new Map<string, number>();
  for (const { nameKey } of unknown)
    if (nameKey !== null) claims.set(nameKey, (claims.get(nameKey) ?? 0) + 1);
  for (const { externalId, name, nameKey } of unknown) {
    if (name === null || nameKey === null) {
      index.byExternalId.set(externalId, 'unknown_department');
      continue;
    }
    const [match, another] = index.withName(nameKey);
    if (
      claims.get(nameKey) !== 1 ||
      another !== undefined ||
      (match && match.externalId !== null)
    ) {
      index.byExternalId.set(externalId, 'department_conflict');
    } else if (match === undefined) {
      index.add({ known: null, name, nameKey, externalId });
    } else {
      match.externalId = externalId;
      index.byExternalId.set(externalId, match);
    }
  }
}

/** Adds the departments that rows name without an external id. A name of one row counts for all others. */
function addByName(
  index: DepartmentIndex,
  sent: SentDepartments,
  keyOf: (name: string) => string,
): void {
  for (const name of sent.namesAlone) {
    const nameKey = keyOf(name);
    if (index.withName(nameKey).length === 0)
      index.add({ known: null, name, nameKey, externalId: null });
  }
}

function resolveRow(
  index: DepartmentIndex,
  { departmentExternalId: externalId, departmentName: name }: RosterRow,
  keyOf: (name: string) => string,
): DepartmentResolution {
  if (!externalId) {
    if (!name) return externalId === undefined && name === undefined ? undefined : null;
    const [match, another] = index.withName(keyOf(name));
    return another === undefined ? match : 'department_conflict';
  }
  const match = index.byExternalId.get(externalId);
  if (!name || match === undefined || typeof match === 'string') return match;
  const nameKey = keyOf(name);
  return nameKey !== match.nameKey && index.withName(nameKey).length > 0
    ? 'department_conflict'
    : match;
}

class DepartmentIndex {
  readonly byExternalId = new Map<
    string,
    RosterDepartment | 'unknown_department' | 'department_conflict'
  >();
  readonly #byName = new Map<string, RosterDepartment[]>();

  add(department: RosterDepartment): void {
    const { externalId, nameKey } = department;
    if (externalId !== null) this.byExternalId.set(externalId, department);
    const sameName = this.#byName.get(nameKey);
    if (sameName === undefined) this.#byName.set(nameKey, [department]);
    else sameName.push(department);
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
