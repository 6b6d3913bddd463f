/**
 * One field of a roster row as the API contract describes it ("Roster row"). The reader's checks and the
 * published description of the API both come from this table, so neither can drift from the other.
 */
export type RosterField = {
  name: string;
  required: boolean;
  nullable: boolean;
  /** What the empty text means, after trimming: an error, a value like any other, or the same as null. */
  empty: 'invalid' | 'value' | 'null';
  /** In Unicode code points. */
  maxLength: number;
  /** A JSON number is taken and read as its decimal text. */
  acceptsNumber: boolean;
  format: 'email' | null;
  description: string;
};

const text = { acceptsNumber: false, format: null } as const;
const required = { ...text, required: true, nullable: false, empty: 'invalid' } as const;
const optional = { ...text, required: false, nullable: true, empty: 'null' } as const;

export const ROSTER_FIELDS = {
  externalId: {
    ...required,
    name: 'external_id',
    maxLength: 255,
    acceptsNumber: true,
    description: "The HR system's key of the person. A number is read as its decimal text.",
  },
  email: {
    ...required,
    name: 'email',
    maxLength: 256,
    format: 'email',
    description: 'Work address, matched ignoring case.',
  },
  firstName: { ...required, name: 'first_name', maxLength: 50, description: 'First name.' },
  lastName: {
    ...required,
    name: 'last_name',
    empty: 'value',
    maxLength: 50,
    description: 'Last name; empty for a person with a single name.',
  },
  departmentExternalId: {
    ...optional,
    name: 'department_external_id',
    maxLength: 255,
    description: "The HR system's key of the department. Left out: kept; null or empty: cleared.",
  },
  departmentName: {
    ...optional,
    name: 'department_name',
    maxLength: 150,
    description:
      'Name of the department, matched ignoring case. Left out: kept; null or empty: cleared.',
  },
  jobTitle: {
    ...optional,
    name: 'job_title',
    maxLength: 150,
    description: 'Job title. Left out: kept; null or empty: cleared.',
  },
} as const satisfies Record<string, RosterField>;

/** The fields that are stored for an employee as they are sent, and nothing else depends on. */
export const DETAIL_FIELDS = ['jobTitle'] as const satisfies (keyof typeof ROSTER_FIELDS)[];
export type DetailField = (typeof DETAIL_FIELDS)[number];

export type Details<Value> = { [Field in DetailField]: Value };

/** A value for each of these fields. */
export function toDetails<Value>(toValue: (field: DetailField) => Value): Details<Value> {
  const details = {} as Details<Value>;
  for (const field of DETAIL_FIELDS) details[field] = toValue(field);
  return details;
}

/** What the API calls these fields. */
export const DETAIL_NAMES = Object.fromEntries(
  DETAIL_FIELDS.map((field) => [field, ROSTER_FIELDS[field].name]),
) as { [Field in DetailField]: (typeof ROSTER_FIELDS)[Field]['name'] };

type Named<Value> = { [Field in DetailField as (typeof DETAIL_NAMES)[Field]]: Value };
export type NamedDetails = Named<string | null>;

/** Values by the API's names of these fields; a field with the value undefined is omitted. */
export function mapDetails<Value>(toValue: (field: DetailField) => Value) {
  const values = DETAIL_FIELDS.map((field) => [DETAIL_NAMES[field], toValue(field)] as const);
  return Object.fromEntries(
    values.filter(([, value]) => value !== undefined),
  ) as undefined extends Value ? Partial<Named<Exclude<Value, undefined>>> : Named<Value>;
}
