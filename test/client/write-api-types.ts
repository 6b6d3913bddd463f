import { readFileSync, writeFileSync } from 'node:fs';
import type { Schema } from '../../src/http/openapi/schema.ts';
import { describeApi } from '../../src/http/routes.ts';
import { makeTypes } from '../openapi-types/make-types.ts';

/** The client's types of the API's objects; a test keeps them equal to the description. */
const API_TYPES_FILE = new URL('../../src/client/api-types.ts', import.meta.url);

const HEADER = `// Generated from the description of the API by: npm run client-types
// biome-ignore-all lint: generated
// biome-ignore-all format: generated
// biome-ignore-all assist: generated

`;

export const readApiTypes = (): string => readFileSync(API_TYPES_FILE, 'utf8');

/** The types of everything in the description's `components`, and of the choices that parameters offer. */
export async function generateApiTypes(): Promise<string> {
  const { components, paths, ...document } = describeApi();
  const period = paths['/v1/leaderboard']?.get?.parameters?.find(({ name }) => name === 'period');
  if (!period) throw new Error('the leaderboard has no period');
  const Period: Schema = { type: 'string', enum: period.schema.enum ?? [] };
  const schemas = { ...components.schemas, Period };
  const types = await makeTypes(
    JSON.stringify({ ...document, paths: {}, components: { schemas } }),
    { rootTypes: true, rootTypesNoSchemaPrefix: true },
  );
  return (
    HEADER + types.replaceAll(/^export type (?:paths|webhooks|operations|\$defs) = .*\n/gm, '')
  );
}

if (process.argv[1] === import.meta.filename) {
  writeFileSync(API_TYPES_FILE, await generateApiTypes());
}
