import type { Parameters } from '../parameters.ts';
import type { Schema } from './schema.ts';

type Declaration = Parameters[string];

/** What a schema of valibot shows of itself. */
type Part = {
  readonly kind: string;
  readonly type: string;
  readonly requirement?: unknown;
  readonly options?: readonly string[];
  readonly wrapped?: Declaration;
  readonly default?: unknown;
  readonly pipe?: readonly Part[];
};

/**
 * The JSON Schema of what a parameter takes, read off the declaration that validates it.
 *
 * @throws Error for a check that has no counterpart here: it would be missing from the description
 */
export function toParameterSchema(declaration: Declaration): {
  schema: Schema;
  isRequired: boolean;
} {
  const part: Part = declaration;
  if (part.type === 'optional' && part.wrapped) {
    const { schema } = toParameterSchema(part.wrapped);
    // An empty default stands for "nothing": the first page.
    const hasDefault = typeof part.default === 'string' && part.default !== '';
    return {
      schema: hasDefault ? { ...schema, default: toValue(String(part.default), schema) } : schema,
      isRequired: false,
    };
  }
  return { schema: flatten(part).reduce(add, {}), isRequired: true };
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
      return schema;
    default:
      throw new Error(`parameters: ${part.type} has no counterpart in the description`);
  }
}

const toValue = (text: string, schema: Schema) =>
  schema.type === 'integer' ? Number(text) : schema.type === 'boolean' ? text === 'true' : text;
