import { shellWord } from '../domain/shell-word.ts';

/**
 * How messages name what can be chosen about the reading of a file: as options of the command line, unless a page says it
 * in its own words.
 */
export type Words = {
  /** The choice of a column for a field, and a filter of rows. */
  map: string;
  where: string;
  /** What a message about several filters counts. */
  eachWhere: string;
  field(name: string): string;
  /** How to choose a column for a field; `header` is a plausible one. */
  chooseColumn(field: string, header: string | undefined): string;
  /** How to choose the column that no name tells. */
  sayColumn(field: string, header: string | undefined, isNameMissing: boolean): string;
  delimiter: string;
  encoding: string;
  otherEncoding: string;
};

/** Stands in a hint where no column of the file is plausible. */
export const PLACEHOLDER = 'Column name';

export const mapExample = (field: string, name: string): string =>
  shellWord(`${field}=${name.trim()}`);

const exampleOf = (field: string, header = PLACEHOLDER): string =>
  `for example --map ${mapExample(field, header)}`;

export const COMMAND_LINE_WORDS: Words = {
  map: '--map',
  where: '--where',
  eachWhere: '--where',
  field: (name) => name,
  chooseColumn: (field, header) => `Choose one, ${exampleOf(field, header)}.`,
  sayColumn: (field, header, isNameMissing) =>
    `Say which one it is, ${exampleOf(field, header)}.${isNameMissing ? ' --map name=… takes a column that holds the full name.' : ''}`,
  delimiter: 'name the delimiter with --delimiter',
  encoding: 'name its encoding with --encoding',
  otherEncoding: 'name that, for example --encoding windows-1252',
};

/** Begins a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
