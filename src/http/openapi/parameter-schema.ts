import * as v from 'valibot';
import type { Parameters } from '../parameters.ts';
import type { Parameter } from './document-types.ts';
import type { Json, Schema } from './schema.ts';

type ParameterSchema = Parameters[string];

/** What a schema of valibot shows of itself. */
type Part = {
  readonly kind: string;
  readonly type: string;
  readonly requirement?: unknown;
  readonly options?: readonly string[];
  readonly wrapped?: ParameterSchema;
  readonly default?: unknown;
  readonly pipe?: readonly Part[];
};

/**
 * The description of a parameter of a path such as `/v1/employees/:id`, made from the schema that checks it.
 *
 * @throws Error for a parameter without a description or an example, and for a check that has no counterpart here
 */
export function toParameter(path: string, name: string, checked: ParameterSchema): Parameter {
  const part: Part = checked;
  const isOptional = part.type === 'optional' && part.wrapped !== undefined;
  const inner = isOptional && part.wrapped ? part.wrapped : checked;
  const schema = flatten(inner).reduce(add, {});
  // An empty default stands for the first page.
  const hasDefault = isOptional && typeof part.default === 'string' && part.default !== '';
  const withDefault = hasDefault
    ? { ...schema, default: toValue(String(part.default), schema) }
    : schema;
  const [example] = v.getExamples(inner) as readonly Json[];
  return {
    name,
    in: path.split('/').includes(`:${name}`) ? 'path' : 'query',
    required: !isOptional,
    description: required(v.getDescription(inner), name),
    schema: withDefault,
    example: withDefault.default ?? schema.enum?.[0] ?? required(example, name),
  };
}

const flatten = (part: Part): Part[] => (part.pipe ? part.pipe.flatMap(flatten) : [part]);

function add(schema: Schema, part: Part): Schema {
  const bound = Number(part.requirement);
  switch (part.type) {
    case 'string':
      return { ...schema, type: 'string' };
    case 'picklist': {
      const options = part.options ?? [];
      return options.join() === 'true,false'
        ? { type: 'boolean' }
        : { type: 'string', enum: options };
    }
    case 'regex':
      return { ...schema, pattern: (part.requirement as RegExp).source };
    case 'uuid':
      return { ...schema, format: 'uuid' };
    case 'non_empty':
      return { ...schema, minLength: 1 };
    case 'max_length':
      return { ...schema, maxLength: bound };
    case 'digits':
      return { type: 'integer' };
    case 'min_value':
      return { ...schema, minimum: bound };
    case 'max_value':
      return { ...schema, maximum: bound };
    case 'transform':
    case 'description':
    case 'examples':
      return schema;
    default:
      throw new Error(`parameters: ${part.type} has no counterpart in OpenAPI`);
  }
}

const toValue = (text: string, schema: Schema): Json =>
  schema.type === 'integer' ? Number(text) : schema.type === 'boolean' ? text === 'true' : text;

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined)
    throw new Error(`the parameter ${name} lacks a description or an example`);
  return value;
}
