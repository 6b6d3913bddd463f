import { failure, misuse, type UsageError } from '../domain/errors.ts';
import type { NamedBy } from '../domain/file-failures.ts';
import { cutName, toNameList } from '../domain/name-list.ts';
import { countKnownNames, foldHeader } from './header-names.ts';

const MAX_PLACES = 5;

/**
 * Refuses a first line that holds a person instead of column names. It comes before anything that lists
 * the header in a message, because that message would then show the person. A number alone tells little
 * (there are columns named "2026"), so it counts only where no name is known.
 */
export function requireHeaderNames(header: readonly string[]): void {
  const hasAddress = header.some(hasAddressIn);
  const hasNumber = header.some((name) => /^\s*\d+\s*$/.test(name));
  if (hasAddress || (hasNumber && countKnownNames(header) === 0)) {
    throw failure('file_without_header');
  }
}

/** True of a text with an address in it: a word with a character before the `@` and a dot within what follows. */
const hasAddressIn = (text: string): boolean =>
  text.includes('@') && text.split(/\s/).some(isLikeAddress);

/** True of a word that could be an address, as far as `@` and dot go. */
export function isLikeAddress(word: string): boolean {
  const at = word.indexOf('@', 1);
  const dot = word.lastIndexOf('.', word.length - 2);
  return at !== -1 && dot > at + 1;
}

/**
 * The position of the one column that `name` means: the column so named to the letter, or else the one
 * whose name differs only in case, accents, spaces and punctuation. `by` says what
 * named it. Throws a UsageError when it means no column or several, and `validation_failed`
 * when the file gives two columns that name.
 */
export function requireColumn(header: readonly string[], name: string, by: NamedBy): number {
  const wanted = name.trim();
  const exact = positions(header, (given) => given.trim() === wanted);
  const folded = foldHeader(wanted);
  const found =
    exact.length > 0
      ? exact
      : positions(header, (given) => folded !== '' && foldHeader(given) === folded);
  const [first] = found;
  if (first === undefined) throw noSuchColumn(header, wanted, by);
  requireDistinct(header, first);
  if (found.length > 1) {
    const columns = toNameList(found.map((i) => header[i] ?? ''));
    throw misuse('column_not_exact', { by, column: cutName(wanted), columns });
  }
  return first;
}

/** The error for a column that does not exist. */
export const noSuchColumn = (header: readonly string[], name: string, by: NamedBy): UsageError =>
  misuse('column_unknown', { by, column: cutName(name), columns: toNameList(header) });

/** Refuses a column whose name is not unique, because it is ambiguous. */
export function requireDistinct(header: readonly string[], position: number): void {
  const name = header[position]?.trim() ?? '';
  const same = positions(header, (given) => given.trim() === name);
  if (same.length > 1) {
    const places = same.slice(0, MAX_PLACES).map((i) => i + 1);
    const more = same.length - places.length;
    throw failure('columns_of_one_name', { name: cutName(name), places, more });
  }
}

const positions = (header: readonly string[], test: (name: string) => boolean): number[] =>
  header.flatMap((name, i) => (test(name) ? [i] : []));
