/** Any JSON value. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json };

/** As much of JSON Schema (2020-12, by OpenAPI 3.1) as the description needs. */
export type Schema = {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly default?: Json;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  /** What each value of `enum` means, in the form that other renderers read too. */
  readonly 'x-enumDescriptions'?: Readonly<Record<string, string>>;
  readonly anyOf?: readonly Schema[];
};

const named = new Map<string, Schema>();

/**
 * Puts a schema under a name into the document's `components`.
 *
 * @returns a reference to it, for wherever it is used
 */
export function define(name: string, schema: Schema): Schema {
  if (named.has(name)) throw new Error(`two schemas are named ${name}`);
  named.set(name, schema);
  return { $ref: `#/components/schemas/${name}` };
}

/** Every schema that was defined, by name. */
export const definedSchemas = (): Readonly<Record<string, Schema>> => Object.fromEntries(named);

export const text = (description: string): Schema => ({ description, type: 'string' });

export const oneOf = (options: readonly string[], description: string): Schema => ({
  description,
  type: 'string',
  enum: options,
});

/** One of several texts, each with its meaning. */
export const enumWithMeanings = <Option extends string>(
  options: readonly Option[],
  meanings: Readonly<Record<Option, string>>,
  description: string,
): Schema => ({
  ...oneOf(options, description),
  'x-enumDescriptions': meanings,
});

export const uuid = (description: string): Schema => ({
  description,
  type: 'string',
  format: 'uuid',
});

/** A point in time as the API writes it. */
export const timestamp = (description: string): Schema => ({
  description: `${description} ISO 8601 in UTC with milliseconds.`,
  type: 'string',
  format: 'date-time',
});

export const whole = (description: string, minimum?: number): Schema => ({
  description,
  type: 'integer',
  ...(minimum !== undefined && { minimum }),
});

export const flag = (description: string): Schema => ({ description, type: 'boolean' });

/** The same, or null. */
export function orNull(schema: Schema): Schema {
  if (schema.$ref !== undefined) return { anyOf: [schema, { type: 'null' }] };
  return {
    ...schema,
    type: [String(schema.type), 'null'],
    ...(schema.enum && { enum: [...schema.enum, null] }),
  };
}

export const listOf = (items: Schema, description: string): Schema => ({
  description,
  type: 'array',
  items,
});

/** An object in a response: every property is always present. */
export const responseObject = (
  description: string,
  properties: Readonly<Record<string, Schema>>,
): Schema => ({ description, type: 'object', properties, required: Object.keys(properties) });
