import * as v from 'valibot';
import type { Parameters } from '../parameters.ts';
import type { Parameter } from './document-types.ts';
import { describe, type Json } from './json-schema.ts';

/**
 * The description of a parameter of a path such as `/v1/employees/:id`, made from the schema that checks it.
 *
 * @throws Error for a parameter without a description or an example, and for a check that has no counterpart in JSON Schema
 */
export function toParameter(path: string, name: string, checked: Parameters[string]): Parameter {
  const isOptional = checked.type === 'optional';
  const { description, examples: [example] = [], default: sent, ...schema } = describe(checked);
  // An empty default stands for the first page.
  const value =
    sent === undefined || sent === '' ? undefined : (v.parse(checked, undefined) as Json);
  return {
    name,
    in: path.split('/').includes(`:${name}`) ? 'path' : 'query',
    required: !isOptional,
    description: required(description, name),
    schema: { ...schema, ...(value !== undefined && { default: value }) },
    example: value ?? schema.enum?.[0] ?? required(example, name),
  };
}

function required<T>(value: T | undefined, name: string): T {
  if (value === undefined)
    throw new Error(`the parameter ${name} lacks a description or an example`);
  return value;
}
