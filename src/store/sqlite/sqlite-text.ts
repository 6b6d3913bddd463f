import { type Cardinality, fragmentOf, type ParamShape, type Query, type Shape } from '../query.ts';

/** The text of a statement as SQLite reads it. */
export const sqliteText = ({ sql, params }: Query<Cardinality, ParamShape, Shape>): string =>
  withStablePlan(expandRows(sql, params));

/**
 * Replaces each `rows(:name)` by a table of named columns. The rows are passed as JSON arrays in the order of
 * their shape, which SQLite reads faster than objects; `position` is the index of the row.
 */
const expandRows = (sql: string, params: ParamShape): string =>
  sql.replace(/\brows\(:(\w+)\)/g, (_, name: string) => {
    const kind = params[name];
    if (typeof kind !== 'object' || !('rowsOf' in kind)) throw new Error(`${name} is no rows`);
    const columns = Object.keys(kind.rowsOf).map((column, at) => `value ->> ${at} as ${column}`);
    return fragmentOf('rows').replace('COLUMNS', columns.join(', ')).replaceAll('NAME', name);
  });

/**
 * SQLite's planner uses parameter values in terms such as `x = :id` and `limit :count`, and plans the statement
 * again when they change. That takes five to ten times as long as a lookup. A unary plus before a parameter
 * changes nothing else and keeps the first plan.
 */
const withStablePlan = (sql: string): string =>
  sql.replace(/'[^']*'|--.*|:(?=[a-z])/g, (found) => (found === ':' ? '+:' : found));
