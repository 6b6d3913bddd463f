import * as v from 'valibot';

// What the API takes and sends is declared once, with these: a schema checks it, gives its type, and makes its description
// (`http/openapi/json-schema.ts`).

const names = new Map<v.GenericSchema, string>();

/** Gives a schema the name by which the description of the API refers to it. */
export function define<const S extends v.GenericSchema>(name: string, schema: S): S {
  if ([...names.values()].includes(name)) throw new Error(`two schemas are named ${name}`);
  names.set(schema, name);
  return schema;
}

/** The name of a schema that has one. */
export const nameOf = (schema: v.GenericSchema): string | undefined => names.get(schema);

/** Every schema that has a name, in the order of the names. */
export const namedSchemas = (): Readonly<Record<string, v.GenericSchema>> =>
  Object.fromEntries(
    [...names]
      .map(([schema, name]) => [name, schema] as const)
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );

export const text = (description: string): v.GenericSchema<string> =>
  v.pipe(v.string('must be a string'), v.description(description));

export const flag = (description: string): v.GenericSchema<boolean> =>
  v.pipe(v.boolean(), v.description(description));

/** The one value that there is. */
export const constant = <const T extends string>(
  value: T,
  description: string,
): v.GenericSchema<T> => v.pipe(v.literal(value), v.metadata({ type: 'string', description }));

export const oneOf = <const T extends string>(
  options: readonly T[],
  description: string,
): v.GenericSchema<T> => v.pipe(v.picklist(options), v.description(description));

/** One of several texts, each with its meaning, in the form that other renderers read too. */
export const enumWithMeanings = <T extends string>(
  meanings: Readonly<Record<T, string>>,
  description: string,
): v.GenericSchema<T> =>
  v.pipe(
    v.picklist(Object.keys(meanings) as T[]),
    v.metadata({ description, 'x-enumDescriptions': meanings }),
  );

/** A UUID in either case, converted to lower case, as ids are stored. */
export const uuid = (description: string): v.GenericSchema<string> =>
  v.pipe(
    v.string('must be a string'),
    v.uuid('is not valid (uuid is expected)'),
    v.toLowerCase(),
    v.description(description),
  );

/** A point in time as the API writes it. */
export const timestamp = (description: string): v.GenericSchema<string> =>
  v.pipe(
    v.string(),
    v.isoTimestamp(),
    v.description(`${description} ISO 8601 in UTC with milliseconds.`),
  );

export function whole(
  description: string,
  minimum?: number,
  maximum?: number,
): v.GenericSchema<number> {
  const any = v.pipe(v.number(), v.integer(), v.description(description));
  const from = minimum === undefined ? any : v.pipe(any, v.minValue(minimum));
  return maximum === undefined ? from : v.pipe(from, v.maxValue(maximum));
}

export const orNull = <S extends v.GenericSchema>(schema: S) => v.nullable(schema);

export const listOf = <S extends v.GenericSchema>(items: S, description: string) =>
  v.pipe(v.array(items), v.description(description));

/** An object of which every member is always there, unless it is optional. */
export const object = <const E extends v.ObjectEntries>(description: string, entries: E) =>
  v.pipe(v.object(entries), v.description(description));
