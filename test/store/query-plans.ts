import type { Cardinality, ParamShape, Query, Shape } from '../../src/store/query.ts';

type Statement = Query<Cardinality, ParamShape, Shape>;

/** Tables that few rows of a company are in, however many people it has and however long it exists. */
export const SMALL_TABLES: Readonly<Record<string, string>> = {
  api_keys: 'somebody makes each by hand',
  award_actors: 'each is a key, an account or an operator who awards',
  badges: 'at most 1,000, of which at most 100 have a rule',
  closed_months: 'twelve a year',
  companies: 'each is a customer of the host',
  contests: 'somebody makes each by hand',
  deleted_companies: 'each was a customer of the host',
  departments: 'each has many people',
  deployment: 'one row',
  kudos_allowances: 'somebody chooses each department',
  kudos_months: 'twelve a year',
  kudos_settings: 'one of each company',
  kudos_value_months: 'at most 50 a month',
  kudos_values: 'at most 50',
  kept_people: 'an import adds at most a thousand for each of two reasons',
  roster_holds: 'one of each company',
  roster_profiles: 'at most 100',
  scim_groups: 'each has many people',
  scim_hours: 'at most 26 are kept',
  scim_refusals: 'at most 100 are kept',
  shop_items: 'at most 5,000',
  no_email_domains: 'somebody chooses each',
  sso_domains: 'somebody writes each by hand',
  sync_budgets: 'one of each key',
  walls: 'somebody makes each by hand',
  webhooks: 'somebody makes each by hand',
};

/**
 * What costs more the more there is: `scans TABLE` reads all of a company or of the table, `spans TABLE` what an index has
 * between two values, without a limit, and `sorts` sorts rows. Each once and in order.
 */
export type Costs = string[];

/**
 * The costs that a statement declares in a comment, `-- scans TABLE, sorts: REASON`.
 *
 * @throws Error for one without a reason
 */
export function declaredCosts({ name, sql }: Statement): Costs {
  return [
    ...sql.matchAll(
      /^-- ((?:(?:scans|spans) \w+|sorts)(?:, (?:(?:scans|spans) \w+|sorts))*):(.*)$/gm,
    ),
  ].flatMap(([, costs = '', reason = '']) => {
    if (reason.trim() === '') throw new Error(`${name} declares a cost without a reason`);
    return costs.split(', ');
  });
}

const NO_ALIAS = new Set(
  'as cross full group having indexed inner join left limit on order returning set union using values where'.split(
    ' ',
  ),
);

/** The tables that a name in a plan stands for: their own, or one that the statement gives them. */
export function tablesIn(sql: string): Map<string, Set<string>> {
  const tables = new Map<string, Set<string>>();
  const named = sql.matchAll(
    /\b(?:from|join|update|into)\s+([a-z]\w*)(?:\s+(?:as\s+)?([a-z]\w*))?/g,
  );
  for (const [, table = '', alias = ''] of named) {
    const name = alias === '' || NO_ALIAS.has(alias) ? table : alias;
    tables.set(name, (tables.get(name) ?? new Set()).add(table));
  }
  return tables;
}

/** Costs without repetitions, in the order in which statements declare them. */
export const inOrder = (costs: readonly string[]): Costs => [...new Set(costs)].sort();
