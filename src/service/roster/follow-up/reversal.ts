import {
  type Change,
  type RowChange,
  SKIP_FIELDS,
  type Skip,
  type SkipReason,
} from '../runs/run-changes.ts';

/** Begins to revert, field by field, what a run did to one person or department. */
export function beginReversal<
  Row extends { number: number },
  Field extends keyof Row & keyof typeof SKIP_FIELDS,
>(of: Skip['of'], current: Row, applied: RowChange<Row, Field>) {
  const { number } = current;
  const next = { ...current };
  const changes = { number } as RowChange<Row, Field>;
  const skipped: Skip[] = [];
  const set = <Name extends Field>(field: Name, value: Row[Name]): void => {
    Object.assign(next, { [field]: value });
    Object.assign(changes, { [field]: [current[field], value] });
  };
  const skip = (field: Field, reason: SkipReason): void => {
    skipped.push({ of, number, field: SKIP_FIELDS[field], reason });
  };
  /**
   * Restores the old value of a field. A field that has changed since the run is skipped, unless `isBack` says that it
   * already has its old value.
   *
   * @param obstacle why the old value cannot be restored; null if it can
   */
  const revert = <Name extends Field>(
    field: Name,
    obstacle: (before: Row[Name]) => SkipReason | null = () => null,
    isBack: (before: Row[Name], now: Row[Name]) => boolean = Object.is,
  ): void => {
    const change = applied[field] as Change<Row[Name]> | undefined;
    if (change === undefined || isBack(change[0], current[field])) return;
    const [before, after] = change;
    const reason = current[field] === after ? obstacle(before) : 'changed_since';
    if (reason === null) set(field, before);
    else skip(field, reason);
  };
  return { next, changes, skipped, set, skip, revert };
}

/** Whether any field of a row was changed. */
export const isChanged = (changes: { number: number }): boolean => Object.keys(changes).length > 1;
