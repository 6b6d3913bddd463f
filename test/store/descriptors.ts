import { readdirSync } from 'node:fs';
import { parse } from 'node:path';
import type { Cardinality, ParamShape, Query, Shape } from '../../src/store/query.ts';

type Descriptor = Query<Cardinality, ParamShape, Shape>;

const isDescriptor = (value: unknown): value is Descriptor =>
  typeof value === 'object' && value !== null && 'sql' in value && 'cardinality' in value;

/** The declaration of every statement, with the file and the name under which it is exported. */
export async function everyDescriptor(): Promise<
  { file: string; as: string; query: Descriptor }[]
> {
  const folder = new URL('../../src/store/', import.meta.url);
  const found = [];
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.ts') && !/^(?:copy|files|postgres|sqlite)\b/.test(name),
  )) {
    const exported: Record<string, unknown> = await import(new URL(file, folder).href);
    for (const [as, query] of Object.entries(exported)) {
      if (isDescriptor(query)) found.push({ file: parse(file).name, as, query });
    }
  }
  return found;
}
