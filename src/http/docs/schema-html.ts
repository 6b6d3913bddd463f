import { formatNumber } from '../../domain/number-text.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { type Html, html } from '../response/html.ts';
import { inline, table } from './prose.ts';

/** A row of a table of fields. */
export type Field = { name: string; isOptional: boolean; schema: JsonSchema; description: string };

/** The name behind a reference. */
export const nameOf = ($ref: string): string => $ref.split('/').at(-1) ?? '';

/** The type of a value and its bounds, in one line. */
export function typeOf(schema: JsonSchema): Html {
  const { $ref, anyOf, items, enum: options } = schema;
  if ($ref !== undefined) return html`<a href="#${nameOf($ref)}">${nameOf($ref)}</a>`;
  if (anyOf) return html`${joined(anyOf.map(typeOf), ' or ')}`;
  if (items) return html`array of ${typeOf(items)}${bounds(schema)}`;
  if (schema['x-enumDescriptions']) return html`string`;
  if (options) {
    const values = options.map((option) => html`<code>${String(option)}</code>`);
    return html`${joined(values, ' · ')}${bounds(schema)}`;
  }
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? []);
  const format = schema.format === undefined ? '' : ` (${schema.format})`;
  return html`${types.join(' or ')}${format}${bounds(schema)}`;
}

function bounds(schema: JsonSchema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems } = schema;
  const range = (min: number | undefined, max: number | undefined, unit: string): string[] => {
    if (min !== undefined && max !== undefined)
      return [`${formatNumber(min)} to ${formatNumber(max)}${unit}`];
    if (min !== undefined) return [`at least ${formatNumber(min)}${unit}`];
    return max === undefined ? [] : [`at most ${formatNumber(max)}${unit}`];
  };
  return [
    ...range(minimum, maximum, ''),
    ...(minLength === 1 && maxLength === undefined
      ? ['not empty']
      : range(minLength, maxLength, ' characters')),
    ...range(minItems, maxItems, ' items'),
    ...(schema.default === undefined ? [] : [`default ${String(schema.default)}`]),
  ]
    .map((part) => `, ${part}`)
    .join('');
}

const joined = (parts: readonly Html[], separator: string): Html[] =>
  parts.flatMap((part, at) => (at === 0 ? [part] : [html`${separator}`, part]));

/** The schemas of a document by name. */
type Schemas = Readonly<Record<string, JsonSchema>>;

/** The properties of an object, those of objects within it after a dot. */
export const fieldsOf = (schemas: Schemas, schema: JsonSchema, prefix = ''): Field[] =>
  Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
    {
      name: prefix + name,
      isOptional: !(schema.required ?? []).includes(name),
      schema: property,
      description: property.description ?? descriptionOfRef(schemas, property),
    },
    ...fieldsOf(schemas, property, `${prefix}${name}.`),
  ]);

/** The description of the named schema that a property refers to. */
function descriptionOfRef(schemas: Schemas, { $ref, anyOf = [] }: JsonSchema): string {
  const named = $ref ?? anyOf.find((option) => option.$ref !== undefined)?.$ref;
  return (named !== undefined && schemas[nameOf(named)]?.description) || '';
}

/** A table of parameters or of an object's fields. */
export const fieldTable = (caption: string, fields: readonly Field[], optional: string): Html =>
  table(
    caption,
    ['Name', 'Meaning'],
    fields.map((field) => row(field, optional)),
    { caption, className: 'fields' },
  );

const row = ({ name, isOptional, schema, description }: Field, optional: string): Html => html`<tr>
<th scope="row"><code>${name}</code><span class="type">${typeOf(schema)}${isOptional ? optional : ''}</span></th>
<td>${inline(description)}${values(schema)}</td>
</tr>
`;

const values = ({ 'x-enumDescriptions': meanings }: JsonSchema): Html | undefined =>
  meanings &&
  html`<ul class="values">${Object.entries(meanings).map(
    ([value, meaning]) => html`<li><code>${value}</code> ${inline(meaning)}</li>
`,
  )}</ul>`;
