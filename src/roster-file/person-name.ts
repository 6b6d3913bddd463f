import { boundCell, isTooLong } from './bounded-cell.ts';

/** First and last name of a person, as a roster has them. */
export type PersonName = { first_name: string; last_name: string };

/** What Workday adds behind a name: `(On Leave)`, `(1001)`, `[C]`. */
const ADDITION = /(?:\((?:on leave|terminated|inactive|\d+)\)|\[[A-Z]\])$/i;

/** What follows a comma without being a first name: "Ann Archer, Jr.". */
const SUFFIX = /^(?:jr|sr|ii|iii|iv|esq|ph\.? ?d|m\.?d|mba|cpa)\.?$/i;

/**
 * Divides a full name. "Archer, Ann" is divided at the comma. Otherwise the first word is the first name and
 * the rest the last name, so that "Ann van der Berg" and "Ana García López" keep their last names whole; a
 * single word is a first name. What Workday adds behind a name is removed.
 */
export function splitFullName(text: string): PersonName {
  const name = withoutAdditions(text);
  const comma = name.indexOf(',');
  const last = name.slice(0, comma).trim();
  const first = name.slice(comma + 1).trim();
  if (comma !== -1 && last !== '' && first !== '' && !SUFFIX.test(first)) {
    return { first_name: first, last_name: last };
  }
  const whole = withoutCommas(name);
  const space = whole.search(/\s/);
  if (space === -1) return { first_name: whole, last_name: '' };
  return { first_name: whole.slice(0, space), last_name: whole.slice(space).trim() };
}

/** Without commas and white space around it. */
function withoutCommas(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isCommaOrSpace(text.charAt(start))) start++;
  while (end > start && isCommaOrSpace(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

const isCommaOrSpace = (character: string): boolean => /[,\s]/.test(character);

function withoutAdditions(text: string): string {
  let name = text.trim();
  for (;;) {
    const shorter = name.replace(ADDITION, '').trimEnd();
    if (shorter === name || shorter === '') return name;
    name = shorter;
  }
}

/** Where a record holds what its person's name is made of. */
export type NameColumns = {
  first_name?: number;
  last_name?: number;
  /** First and last name in one. */
  name?: number;
  /** Take the place of the others in a record where they are filled. */
  preferred_first_name?: number;
  preferred_last_name?: number;
  /** Stands before the last name: "van der". */
  last_name_prefix?: number;
};

/** True where the columns of first and last name alone say the name. */
export const hasSimpleName = (columns: NameColumns): boolean =>
  columns.name === undefined &&
  columns.preferred_first_name === undefined &&
  columns.preferred_last_name === undefined &&
  columns.last_name_prefix === undefined;

/** The name that a record holds; a part that has no column is absent. */
export function readName(cells: readonly string[], columns: NameColumns): Partial<PersonName> {
  const cell = (position: number | undefined) =>
    position === undefined ? undefined : boundCell(cells[position] ?? '');
  const full = cell(columns.name);
  // Part of a name could pass for the whole.
  if (full !== undefined && isTooLong(full)) return { first_name: full, last_name: '' };
  if (full !== undefined) return splitFullName(full);
  const first = filled(cell(columns.preferred_first_name)) ?? cell(columns.first_name);
  const last =
    filled(cell(columns.preferred_last_name)) ??
    withPrefix(filled(cell(columns.last_name_prefix)), cell(columns.last_name));
  return {
    ...(first !== undefined && { first_name: first }),
    ...(last !== undefined && { last_name: last }),
  };
}

const filled = (text: string | undefined): string | undefined =>
  text?.trim() === '' ? undefined : text;

const withPrefix = (prefix: string | undefined, last: string | undefined): string | undefined =>
  prefix === undefined || last === undefined ? last : `${prefix.trim()} ${last.trim()}`.trim();
