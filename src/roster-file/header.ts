import { invalid, UsageError } from '../domain/errors.ts';
import { countKnownNames, foldHeader } from './header-names.ts';
import { capital } from './words.ts';

const MAX_LISTED = 40;
const MAX_NAME_LENGTH = 60;
const MAX_PLACES = 5;

/** A header name for a message: in quotes, and short enough to stay readable. */
export const quoteName = (name: string): string =>
  `"${name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name}"`;

/** True of a name that `quoteName` shows whole. */
export const fitsMessage = (name: string): boolean =>
  name.trim() !== '' && name.trim().length <= MAX_NAME_LENGTH;

/** The header's names for a message. */
export function describeHeader(header: readonly string[]): string {
  const named = header.map((name) => name.trim()).filter((name) => name !== '');
  const listed = named.slice(0, MAX_LISTED).map(quoteName).join(', ');
  return named.length > MAX_LISTED
    ? `${listed} and ${named.length - MAX_LISTED} more`
    : listed || '(none)';
}

/**
 * Refuses a first line that holds a person instead of column names. It comes before anything that lists
 * the header in a message, because that message would then show the person. A number alone tells little
 * (there are columns named "2026"), so it counts only where no name is known.
 */
export function requireHeaderNames(header: readonly string[]): void {
  const hasAddress = header.some(hasAddressIn);
  const hasNumber = header.some((name) => /^\s*\d+\s*$/.test(name));
  if (hasAddress || (hasNumber && countKnownNames(header) === 0)) {
    throw invalid(
      'The first line does not look like column names. Put a header line on top, for example external_id,email,first_name,last_name.',
    );
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
 * whose name differs only in case, accents, spaces and punctuation. `flag` is how the message calls what
 * named it. Throws a UsageError when it means no column or several, and `validation_failed`
 * when the file gives two columns that name.
 */
export function requireColumn(header: readonly string[], name: string, flag: string): number {
  const wanted = name.trim();
  const exact = positions(header, (given) => given.trim() === wanted);
  const folded = foldHeader(wanted);
  const found =
    exact.length > 0
      ? exact
      : positions(header, (given) => folded !== '' && foldHeader(given) === folded);
  const [first] = found;
  if (first === undefined) throw noSuchColumn(header, wanted, flag);
  requireDistinct(header, first);
  if (found.length > 1) {
    throw new UsageError(
      `${capital(flag)} names the column ${quoteName(wanted)}, which could be ${describeHeader(found.map((i) => header[i] ?? ''))}. Write the name exactly as in the file.`,
    );
  }
  return first;
}

/** The error message for a column that does not exist. */
export const noSuchColumn = (header: readonly string[], name: string, flag: string): UsageError =>
  new UsageError(
    `${capital(flag)} names the column ${quoteName(name)}, which the file does not have. Its columns are ${describeHeader(header)}.`,
  );

/** Refuses a column whose name is not unique, because it is ambiguous. */
export function requireDistinct(header: readonly string[], position: number): void {
  const name = header[position]?.trim() ?? '';
  const same = positions(header, (given) => given.trim() === name);
  if (same.length > 1) {
    const first = same.slice(0, MAX_PLACES).map((i) => i + 1);
    const more = same.length - first.length;
    const places = `${first.join(' and ')}${more > 0 ? ` and ${more} more` : ''}`;
    throw invalid(
      `The columns ${places} are ${same.length > 2 ? 'all' : 'both'} named ${quoteName(name)}. Rename all but one of them in the file.`,
    );
  }
}

const positions = (header: readonly string[], test: (name: string) => boolean): number[] =>
  header.flatMap((name, i) => (test(name) ? [i] : []));
