import { MINUTE_MS } from '../domain/duration.ts';
import { failure } from '../domain/errors.ts';
import { requireLabel } from '../domain/label.ts';
import { ROSTER_FIELDS, type RosterField } from '../domain/roster/fields.ts';
import { checkText } from '../domain/roster/read-roster.ts';

/** A label that may be left out or cleared; null for both. */
export const readLabel = (
  field: string,
  text: string | null | undefined,
  maxLength: number,
): string | null =>
  text === null || text === undefined ? null : requireLabel(field, text, maxLength);

/** A text by the same rules as one in a roster. */
export function requireRosterText(field: RosterField, text: string): string {
  const problems: string[] = [];
  const value = checkText(text.trim(), field, problems);
  if (typeof value === 'string') return value;
  // Each begins with the name of the field.
  const { name } = field;
  throw failure('field_refused', {
    field: name,
    problems: problems.map((one) => one.slice(name.length + 1)).join('; '),
  });
}

/** An address by the same rules as one in a roster. */
export const requireEmail = (text: string): string => requireRosterText(ROSTER_FIELDS.email, text);

/** A URL that a browser loads: `http` or `https` only, because other schemes may execute code. */
export function requireUrl(field: string, text: string): string {
  const url = requireLabel(field, text, 2_048);
  const protocol = URL.parse(url)?.protocol;
  if (protocol === 'http:' || protocol === 'https:') return url;
  throw failure('field_no_url', { field });
}

export function requireInteger(field: string, value: number, min: number, max: number): number {
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  throw failure('field_out_of_range', { field, min, max });
}

export function requireChoice<T extends string | number>(
  field: string,
  value: string | number,
  choices: readonly T[],
): T {
  const choice = choices.find((one) => one === value);
  if (choice !== undefined) return choice;
  throw failure('field_no_choice', { field, choices: choices.join(', ') });
}

/**
 * Refuses a change that was made up while fields had other values than now.
 *
 * @param seen the values of the fields when the change was made up
 * @throws EngagedError `conflict` naming the first field that differs
 */
export function requireUnchanged<T extends object>(
  current: T,
  seen: { [Field in keyof T]?: T[Field] | undefined },
): void {
  for (const field of Object.keys(seen) as (keyof T & string)[]) {
    if (seen[field] !== undefined && current[field] !== seen[field])
      throw failure('field_changed', { field });
  }
}

/** How far the clock of a sender may be ahead of this one. */
const CLOCKS_DIFFER_BY_MS = 5 * MINUTE_MS;

/**
 * A time from 1970 up to now, or a little later, in milliseconds UTC. See `momentOf`.
 *
 * @throws EngagedError `validation_failed`
 */
export function requireTimestamp(field: string, value: number, now: number): number {
  if (!Number.isInteger(value) || value < 0) throw failure('field_no_time', { field });
  if (value > now + CLOCKS_DIFFER_BY_MS) throw failure('field_in_future', { field });
  return value;
}

/** The moment for which something counts that is recorded now: no time is now, and so is one that is a little ahead. */
export const momentOf = (at: number | null | undefined, now: number): number =>
  Math.min(at ?? now, now);

/** Whether a time that is sent again is the one that an entry was recorded with. No time is now, which is never the same twice. */
export const isSameMoment = (
  at: number | null | undefined,
  entry: { at: number; recordedAt: number },
): boolean =>
  at === null ||
  at === undefined ||
  (momentOf(at, entry.recordedAt) === entry.at && at <= entry.recordedAt + CLOCKS_DIFFER_BY_MS);

/** The moment for which something counts, by its time if it has one. @throws EngagedError as `requireTimestamp` */
export const readMoment = (field: string, at: number | undefined, now: number): number =>
  at === undefined ? now : momentOf(requireTimestamp(field, at, now), now);
