import { failure } from '../../domain/errors.ts';
import { requireLabel } from '../../domain/label.ts';
import type { Database } from '../../store/database.ts';
import * as store from '../../store/kudos/kudos-values.ts';
import { type CompanyWrite, nextEntry, recordAuditEvent } from '../company/company-write.ts';
import { requireUnchanged } from '../input.ts';

/** What a company thanks for. Thanks are given for one that is active. */
export type KudosValue = { code: string; name: string; active: boolean };

/** Pages offer all of them to choose from, and none is ever deleted. */
const MAX_VALUES = 50;
export const MAX_VALUE_NAME = 60;

const toValue = (row: store.KudosValueRow): KudosValue => ({
  ...{ code: row.code, name: row.name, active: row.isActive === 1 },
});

/** All values in their order, those that are not used any more included. A new one is the last. */
export const listKudosValues = (db: Database, companyId: number): KudosValue[] =>
  db.all(store.list, { companyId }).map(toValue);

/**
 * Adds a value, or changes the one with that code: what is left out stays. Thanks for it show its new name.
 *
 * @param seen what was in these fields when the change was made up; without a code where there was no such value
 * @throws EngagedError `validation_failed`; `conflict` where there are too many, and where it is not as it was seen
 */
export function saveKudosValue(
  write: CompanyWrite,
  input: { code: string; name?: string | undefined; active?: boolean | undefined },
  seen?: { [Field in keyof KudosValue]?: KudosValue[Field] | undefined },
): KudosValue {
  const { db, companyId } = write;
  const code = requireLabel('code', input.code, 64);
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(code)) {
    throw failure('kudos_code_refused', { field: 'code' });
  }
  const all = listKudosValues(db, companyId);
  const before = all.find((value) => value.code === code);
  if (seen && before) {
    if (seen.code === undefined) throw failure('kudos_code_taken', { field: 'code' });
    requireUnchanged<KudosValue>(before, seen);
  }
  if (!before && all.length >= MAX_VALUES)
    throw failure('kudos_value_limit', { limit: MAX_VALUES });
  const name = requireLabel('name', input.name ?? before?.name ?? '', MAX_VALUE_NAME);
  const after = { code, name, active: input.active ?? before?.active ?? true };
  db.run(store.save, {
    ...{ companyId, code, name, isActive: after.active ? 1 : 0 },
    // One that exists keeps its place.
    entry: nextEntry(write),
  });
  recordAuditEvent(write, 'kudos.value', ['kudos_value', code], { before, after });
  return after;
}

/**
 * Moves an active value to the place of the active one before it, which takes its own.
 *
 * @param previous the code of the one that was seen before it
 * @throws EngagedError `conflict` where the order is another one by now
 */
export function moveKudosValueUp(write: CompanyWrite, code: string, previous: string): KudosValue {
  const { db, companyId } = write;
  const active = listKudosValues(db, companyId).filter((value) => value.active);
  const at = active.findIndex((value) => value.code === code);
  const [value, other] = [active[at], active[at - 1]];
  if (!value || other?.code !== previous) throw failure('kudos_order_changed');
  db.run(store.swap, { companyId, code, other: previous });
  recordAuditEvent(write, 'kudos.value_order', ['kudos_value', code], {
    after: { name: value.name, before: other.name },
  });
  return value;
}

/** The active value with a code. @throws EngagedError `validation_failed` */
export function requireKudosValue(db: Database, companyId: number, code: string): KudosValue {
  const row = db.one(store.find, { companyId, code: code.trim() });
  if (row?.isActive !== 1) throw failure('kudos_value_unknown', { field: 'value' });
  return toValue(row);
}
