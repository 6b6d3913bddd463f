const MAX_LISTED = 40;
const MAX_NAME_LENGTH = 60;

/** The first names of a file, each short enough to stay readable, and how many others there are. */
export type NameList = { names: readonly string[]; more: number };

export const cutName = (name: string): string =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH)}…` : name;

/** True of a name that `cutName` leaves as it is. */
export const fitsMessage = (name: string): boolean =>
  name.trim() !== '' && name.trim().length <= MAX_NAME_LENGTH;

/** A name for a message: in quotes, and short enough to stay readable. */
export const quoteName = (name: string): string => `"${cutName(name)}"`;

/** The names of a header for a message, without empty ones. */
export function toNameList(header: readonly string[]): NameList {
  const named = header.map((name) => name.trim()).filter((name) => name !== '');
  return {
    names: named.slice(0, MAX_LISTED).map(cutName),
    more: Math.max(0, named.length - MAX_LISTED),
  };
}

/** Names in English. */
export function describeNames({ names, more }: NameList): string {
  const listed = names.map((name) => `"${name}"`).join(', ');
  return more > 0 ? `${listed} and ${more} more` : listed || '(none)';
}
