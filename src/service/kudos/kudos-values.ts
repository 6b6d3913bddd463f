import { failure } from '../../domain/errors.ts';
import { requireLabel } from '../../domain/label.ts';
import type { Database } from '../../store/database.ts';
import * as store from '../../store/kudos/kudos-values.ts';
import { type CompanyWrite, nextEntry, recordAuditEvent } from '../company/company-write.ts';

/** What a company thanks for. Thanks are given for one that is active. */
export type KudosValue = { code: string; name: string; active: boolean };

/** Pages offer all of them to choose from, and none is ever deleted. */
const MAX_VALUES = 50;
export const MAX_VALUE_NAME = 60;

const toValue = (row: store.KudosValueRow): KudosValue => ({
  ...{ code: row.code, name: row.name, active: row.isActive === 1 },
});

/** All values in the order in which they were added, those that are not used any more included. */
export const listKudosValues = (db: Database, companyId: number): KudosValue[] =>
  db.all(store.list, { companyId }).map(toValue);

/**
 * Adds a value, or changes the one with that code: what is left out stays. Thanks for it show its new name.
 *
 * @throws EngagedError `validation_failed`; `conflict` where there are too many
 */
export function saveKudosValue(
  write: CompanyWrite,
  input: { code: string; name?: string | undefined; active?: boolean | undefined },
): KudosValue {
  const { db, companyId } = write;
  const code = requireLabel('code', input.code, 64);
  if (!/^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(code)) {
    throw failure('kudos_code_refused', { field: 'code' });
  }
  const all = listKudosValues(db, companyId);
  const before = all.find((value) => value.code === code);
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

/** The active value with a code. @throws EngagedError `validation_failed` */
export function requireKudosValue(db: Database, companyId: number, code: string): KudosValue {
  const row = db.one(store.find, { companyId, code: code.trim() });
  if (row?.isActive !== 1) throw failure('kudos_value_unknown', { field: 'value' });
  return toValue(row);
}
