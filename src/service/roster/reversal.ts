import {
  type Change,
  type RowChange,
  SKIP_FIELDS,
  type Skip,
  type SkipReason,
} from './run-changes.ts';

/** Reverts what a run did to one person or department, field by field. */
export class Reversal<
  Row extends { number: number },
  Field extends keyof Row & keyof typeof SKIP_FIELDS,
> {
  /** The row with what was reverted so far. */
  readonly next: Row;
  readonly changes: RowChange<Row, Field>;
  readonly skipped: Skip[] = [];
  readonly #of: Skip['of'];
  readonly #current: Row;
  readonly #applied: RowChange<Row, Field>;

  constructor(of: Skip['of'], current: Row, applied: RowChange<Row, Field>) {
    this.next = { ...current };
    this.changes = { number: current.number } as RowChange<Row, Field>;
    this.#of = of;
    this.#current = current;
    this.#applied = applied;
  }

  get hasChanges(): boolean {
    return Object.keys(this.changes).length > 1;
  }

  /**
   * Gives a field its old value back. A field that has changed since the run is skipped, unless `isBack` says that it
   * already has its old value.
   *
   * @param obstacle why the old value cannot come back; null if it can
   */
  revert<Name extends Field>(
    field: Name,
    obstacle: (before: Row[Name]) => SkipReason | null = () => null,
    isBack: (before: Row[Name], current: Row[Name]) => boolean = Object.is,
  ): void {
    const change = this.#applied[field] as Change<Row[Name]> | undefined;
    const current = this.#current[field];
    if (change === undefined || isBack(change[0], current)) return;
    const [before, after] = change;
    const reason = current === after ? obstacle(before) : 'changed_since';
    if (reason === null) this.set(field, before);
    else this.skip(field, reason);
  }

  set<Name extends Field>(field: Name, value: Row[Name]): void {
    Object.assign(this.next, { [field]: value });
    Object.assign(this.changes, { [field]: [this.#current[field], value] });
  }

  skip(field: Field, reason: SkipReason): void {
    const { number } = this.#current;
    this.skipped.push({ of: this.#of, number, field: SKIP_FIELDS[field], reason });
  }
}
