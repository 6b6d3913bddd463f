import { type ConversionConfig, toJsonSchemaDefs } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { namedSchemas, nameOf } from '../../domain/schema.ts';

/** Any JSON value. */
export type Json =
  | string
  | number
  | boolean
  | null
  | readonly Json[]
  | { readonly [name: string]: Json };

/** As much of JSON Schema (2020-12, by OpenAPI 3.1) as the description needs. */
export type JsonSchema = {
  readonly $ref?: string;
  readonly description?: string;
  readonly examples?: readonly Json[];
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
  readonly items?: JsonSchema;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: boolean;
  /** What each value of `enum` means, in the form that other renderers read too. */
  readonly 'x-enumDescriptions'?: Readonly<Record<string, string>>;
  readonly anyOf?: readonly JsonSchema[];
};

const toRef = (name: string): string => `#/components/schemas/${name}`;

const CONFIG: ConversionConfig = {
  target: 'draft-2020-12',
  // What is sent in a text is described as what it stands for.
  typeMode: 'output',
  ignoreActions: ['transform', 'to_lower_case'],
  overrideRef: ({ referenceId }) => toRef(referenceId),
  overrideSchema: ({ jsonSchema }) =>
    inOneList(jsonSchema as JsonSchema) as typeof jsonSchema | undefined,
};

/** The description of every schema that has a name. @throws Error for a check that has no counterpart in JSON Schema */
export const describeNamed = (): Readonly<Record<string, JsonSchema>> =>
  toJsonSchemaDefs(namedSchemas(), CONFIG) as Record<string, JsonSchema>;

/** The description of a schema in which nothing has a name. @throws Error as `describeNamed` */
export const describe = (schema: v.GenericSchema): JsonSchema =>
  toJsonSchemaDefs({ schema }, CONFIG).schema as JsonSchema;

/** The way to the description of a schema that has a name. */
export function refTo(schema: v.GenericSchema): JsonSchema {
  const name = nameOf(schema);
  if (name === undefined) throw new Error('what an operation takes or sends has no name');
  return { $ref: toRef(name) };
}

/** A choice between a value and simple types, such as null, as one list of types, which is easier to read. */
function inOneList({ anyOf = [], ...schema }: JsonSchema): JsonSchema | undefined {
  const [first, ...others] = anyOf;
  const isSimple = others.every((one) => Object.keys(one).join() === 'type');
  if (first?.type === undefined || !isSimple) return undefined;
  return {
    ...schema,
    ...first,
    type: anyOf.flatMap(({ type = [] }) => type),
    ...(first.enum && { enum: [...first.enum, null] }),
  };
}
