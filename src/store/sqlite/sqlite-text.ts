import {
  type Cardinality,
  fragmentOf,
  type ParamShape,
  type Query,
  replaceRows,
  type Shape,
} from '../query.ts';

/** The text of a statement as SQLite reads it. */
export const sqliteText = ({ sql, params }: Query<Cardinality, ParamShape, Shape>): string =>
  withStablePlan(replaceRows(sql, params, rowsText));

/** A table of an array parameter. */
function rowsText(name: string, shape: Shape): string {
  const columns = Object.entries(shape).map(([column, kind], at) =>
    kind === 'blob'
      ? `unhex(substr(value ->> ${at}, 3)) as ${column}`
      : `value ->> ${at} as ${column}`,
  );
  return fragmentOf('rows').replace('COLUMNS', columns.join(', ')).replaceAll('NAME', name);
}

/**
 * SQLite's planner uses parameter values in terms such as `x = :id` and `limit :count`, and plans the statement
 * again when they change. That takes five to ten times as long as a lookup. A unary plus before a parameter
 * changes nothing else and keeps the first plan.
 */
const withStablePlan = (sql: string): string =>
  sql.replace(/'[^']*'|--.*|:(?=[a-z])/g, (found) => (found === ':' ? '+:' : found));
