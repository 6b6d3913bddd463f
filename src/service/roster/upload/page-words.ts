import { ROSTER_FIELDS } from '../../../domain/roster/fields.ts';
import { quoteName } from '../../../roster-file/header.ts';
import type { Mappable } from '../../../roster-file/names/kinds.ts';
import type { Words } from '../../../roster-file/words.ts';

/** What problems with a file call the fields of a roster. */
const FIELD_LABELS = {
  ...Object.fromEntries(Object.values(ROSTER_FIELDS).map(({ name, label }) => [name, label])),
  name: 'Full name',
} as Readonly<Record<Mappable, string>>;

const labelOf = (field: string): string => FIELD_LABELS[field as Mappable] ?? field;

/** How messages about a file name the choices of a page. */
export const PAGE_WORDS: Words = {
  map: 'the choice of columns',
  where: 'the filter',
  eachWhere: 'filter',
  field: labelOf,
  chooseColumn: () => 'Choose one of them below.',
  sayColumn: (field, header, isNameMissing) =>
    `Choose it below${header === undefined ? '' : `; ${quoteName(header)} may be ${labelOf(field)}`}.${isNameMissing ? ' One column of full names is enough for first and last name.' : ''}`,
  delimiter: 'choose the delimiter below',
  encoding: 'choose its encoding below',
  otherEncoding: 'choose that below',
};
