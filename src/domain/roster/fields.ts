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
  /** A day is one such as `2026-11-16`. */
  format: 'email' | 'day' | null;
  description: string;
};

const text = { acceptsNumber: false, format: null } as const;
const required = { ...text, required: true, nullable: false, empty: 'invalid' } as const;
const optional = { ...text, required: false, nullable: true, empty: 'null' } as const;

/**
 * What is stored about a person as it is sent. What is declared here is all that
 * imports, commands, pages, exports, runs and erasures need; beside it a field has a column, named as it, in both sets of
 * migrations. The key is the name in camel case.
 */
export const DETAILS = {
  jobTitle: {
    ...optional,
    name: 'job_title',
    label: 'Job title',
    maxLength: 150,
    description: 'Job title. Left out: kept; null or empty: cleared.',
    headers: {
      job_title: `
        job title, job title description, position title, position description, business title, job name,
        job description, employee title, designation`,
      position: 'title, position, job, job profile',
    },
  },
  firstDay: {
    ...optional,
    name: 'first_day',
    label: 'First day',
    maxLength: 10,
    format: 'day',
    description:
      'First day at the company, such as `2026-11-16`. Left out: kept; null or empty: cleared.',
    headers: {
      hire_date:
        'hire date, date of hire, date hired, hired on, most recent hire date, last hire date',
      start_date: `
        first day, first day of work, start date, employment start date, date of joining, joining date, join date,
        entry date, start of employment`,
      original_hire_date:
        'original hire date, first hire date, original start date, seniority date',
    },
  },
} as const satisfies Record<string, DetailDeclaration>;

type DetailDeclaration = RosterField & {
  /** What commands call it. */
  label: string;
  /** English names of its columns in files, by kind of header, the best kind first. */
  headers: Readonly<Record<string, string>>;
};

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
  firstName: {
    ...required,
    name: 'first_name',
    maxLength: 50,
    description: 'First name.',
  },
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
  ...DETAILS,
} as const satisfies Record<string, RosterField>;

export type DetailField = keyof typeof DETAILS;
export const DETAIL_FIELDS = Object.keys(DETAILS) as DetailField[];

export type Details<Value> = { [Field in DetailField]: Value };

/** A value for each of these fields. */
export function toDetails<Value>(toValue: (field: DetailField) => Value): Details<Value> {
  const details = {} as Details<Value>;
  for (const field of DETAIL_FIELDS) details[field] = toValue(field);
  return details;
}

/** What the API calls these fields. */
export const DETAIL_NAMES = Object.fromEntries(
  DETAIL_FIELDS.map((field) => [field, DETAILS[field].name]),
) as { [Field in DetailField]: (typeof DETAILS)[Field]['name'] };

type Named<Value> = { [Field in DetailField as (typeof DETAIL_NAMES)[Field]]: Value };
export type NamedDetails = Named<string | null>;

/** Values by the API's names of these fields; a field with the value undefined is omitted. */
export function mapDetails<Value>(toValue: (field: DetailField) => Value) {
  const values = DETAIL_FIELDS.map((field) => [DETAIL_NAMES[field], toValue(field)] as const);
  return Object.fromEntries(
    values.filter(([, value]) => value !== undefined),
  ) as undefined extends Value ? Partial<Named<Exclude<Value, undefined>>> : Named<Value>;
}
