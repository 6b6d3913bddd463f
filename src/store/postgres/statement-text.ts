import {
  type Cardinality,
  fragmentOf,
  type ParamShape,
  type Query,
  replaceRows,
  type Shape,
} from '../query.ts';

/** A statement as PostgreSQL reads it, and the names of its parameters in their order. */
export type StatementText = { text: string; names: readonly string[] };

const TYPES = { text: 'text', integer: 'bigint', blob: 'bytea', flag: 'boolean' } as const;

const typeOf = (kind: string): string => TYPES[kind.replace('?', '') as keyof typeof TYPES];

/** What SQLite calls otherwise, or needs alone. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/\bjson_object\(/g, 'json_build_object('],
  [/\bchar\(/g, 'chr('],
  [/\bnot glob '\*\[\^0-9\]\*'/g, "!~ '[^0-9]'"],
  [/\sindexed by \w+/g, ''],
  [/cross join (\w+ \w+\s+on )/g, 'join $1'],
  [/\bpragma defer_foreign_keys = on\b/g, 'set constraints all deferred'],
];

/** Translates a statement of `sql/queries/`. */
export function statementText({
  sql,
  params,
}: Pick<Query<Cardinality, ParamShape, Shape>, 'sql' | 'params'>): StatementText {
  const names: string[] = [];
  const numberOf = (name: string): number => {
    if (!names.includes(name)) names.push(name);
    return names.indexOf(name) + 1;
  };
  const withRules = RULES.reduce((text, [from, to]) => text.replace(from, to), sql);
  const withTables = replaceRows(withRules.replace(/--.*$/gm, ''), params, (name, shape) =>
    rowsText(numberOf(name), shape),
  );
  const text = withTables
    .replace(/\bjson_each\(:(\w+)\)/g, (_, name: string) => {
      const kind = params[name];
      const isInteger = typeof kind === 'object' && 'listOf' in kind && kind.listOf === 'integer';
      return `${isInteger ? 'integers' : 'texts'}_in($${numberOf(name)}::text)`;
    })
    .replace(/('[^']*')|(?<!:):([a-z]\w*)/g, (found, quoted, name: string) => {
      if (quoted !== undefined) return found;
      const kind = params[name];
      return `$${numberOf(name)}::${typeof kind === 'string' ? typeOf(kind) : 'text'}`;
    });
  return { text, names };
}

/** A table of an array parameter. */
function rowsText(number: number, shape: Shape): string {
  const columns = Object.entries(shape).map(
    ([name, type], at) => `(value ->> ${at})::${typeOf(type)} as ${name}`,
  );
  return fragmentOf('postgres_rows')
    .replace('COLUMNS', columns.join(', '))
    .replace('PARAMETER', () => `$${number}::text`);
}
