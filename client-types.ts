// node --import tsx client-types.ts   the client's types of the API's objects, in generated/api-types.ts

import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import type { JsonSchema } from './src/http/openapi/json-schema.ts';
import { describeApi } from './src/http/routes.ts';

/** TypeScript of everything in the description's `components`, and of the choices that parameters offer. */
export function writeClientTypes(): void {
  const { components, paths } = describeApi();
  const period = paths['/v1/leaderboard']?.get?.parameters?.find(({ name }) => name === 'period');
  if (!period) throw new Error('the leaderboard has no period');
  const types = Object.entries({ ...components.schemas, Period: period.schema });
  const folder = new URL('generated/', import.meta.url);
  mkdirSync(folder, { recursive: true });
  // A compiler may be reading the file.
  const written = new URL(`api-types.${process.pid}`, folder);
  writeFileSync(
    written,
    types
      .map(([name, schema]) => `${commentOf(schema)}export type ${name} = ${typeOf(schema)};\n`)
      .join('\n'),
  );
  renameSync(written, new URL('api-types.ts', folder));
}

function typeOf(schema: JsonSchema): string {
  const { $ref, anyOf, items, properties, const: only, enum: options, type } = schema;
  if ($ref !== undefined) return $ref.split('/').at(-1) ?? '';
  if (anyOf) return anyOf.map(typeOf).join(' | ');
  if (options) return options.map((option) => JSON.stringify(option)).join(' | ');
  if (only !== undefined) return JSON.stringify(only);
  if (properties) return objectOf(schema, properties);
  if (items) return `Array<${typeOf(items)}>`;
  if (typeof type === 'object') return type.map((one) => typeOf({ type: one })).join(' | ');
  switch (type) {
    case 'integer':
      return 'number';
    case 'string':
    case 'number':
    case 'boolean':
    case 'null':
      return type;
    default:
      throw new Error(`no type is known for ${JSON.stringify(schema)}`);
  }
}

function objectOf(
  { required = [], additionalProperties }: JsonSchema,
  properties: NonNullable<JsonSchema['properties']>,
): string {
  const members = Object.entries(properties).map(([name, schema]) => {
    const mark = required.includes(name) ? '' : '?';
    return `${commentOf(schema)}${name}${mark}: ${typeOf(schema)};\n`;
  });
  if (additionalProperties) members.push('[name: string]: unknown;\n');
  return `{\n${members.join('').replace(/^(?=.)/gm, '  ')}}`;
}

const commentOf = ({ description }: JsonSchema): string =>
  description === undefined ? '' : `/** ${description.replaceAll('*/', '*\\/')} */\n`;

if (process.argv[1] === import.meta.filename) writeClientTypes();
