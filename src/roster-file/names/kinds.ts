import {
  DETAIL_FIELDS,
  DETAILS,
  type DetailField,
  ROSTER_FIELDS,
} from '../../domain/roster/fields.ts';

const fields = Object.values(ROSTER_FIELDS);

/** The columns that a roster can have, by the API contract's names. */
export const ROSTER_COLUMNS = fields.map(({ name }) => name);

export type RosterColumn = (typeof ROSTER_COLUMNS)[number];

export const REQUIRED_COLUMNS = fields.filter(({ required }) => required).map(({ name }) => name);
export const OPTIONAL_COLUMNS = fields.filter(({ required }) => !required).map(({ name }) => name);

/** What `--map` can name: the roster's columns, and one that holds first and last name together. */
export const MAPPABLE = [...ROSTER_COLUMNS, 'name'] as const;

export type Mappable = (typeof MAPPABLE)[number];

type DetailKinds = {
  [Field in DetailField as (typeof DETAILS)[Field]['name']]: (keyof (typeof DETAILS)[Field]['headers'])[];
};

const detailKinds = Object.fromEntries(
  DETAIL_FIELDS.map((field) => [DETAILS[field].name, Object.keys(DETAILS[field].headers)]),
) as DetailKinds;

/**
 * The kinds of header that can be a field, best first. A file that has several kinds is read from the best
 * one; two columns of the same kind are ambiguous.
 */
export const KINDS_OF = {
  external_id: ['employee_id', 'file_number', 'account_id', 'position_id'],
  email: ['work_email', 'email', 'account_email'],
  first_name: ['first_name', 'legal_first_name', 'preferred_first_name'],
  last_name: ['last_name', 'legal_last_name', 'preferred_last_name'],
  name: ['full_name', 'worker'],
  department_external_id: ['department_code'],
  department_name: ['department_name', 'department', 'organization'],
  ...detailKinds,
} as const satisfies Record<Mappable, readonly string[]>;

/** Kinds whose field depends on the rest of the header, or that only add to one. */
const special = [
  /** `Nome`: the first name beside a last name, else the full name. */
  'first_or_full',
  /** `Nom`: the last name beside a first name, else the full name. */
  'last_or_full',
  /** `Service`: a department among French names only. */
  'service',
  /** `Voorvoegsel`: what stands before a Dutch last name. */
  'last_name_prefix',
  'leaving_date',
] as const;

export type HeaderKind = (typeof KINDS_OF)[Mappable][number] | (typeof special)[number];

/** The headers of one language, by kind; names are separated by commas. */
export type HeaderNames = { readonly [kind in HeaderKind]?: string };
