import { createHash } from 'node:crypto';
import type { Database } from '../database.ts';
import {
  type Encode,
  encoderOf,
  type Of,
  type ParamShape,
  type Query,
  rowsOf,
  type Shape,
} from '../query.ts';
import type { Table } from './tables.ts';

/** A row; a number is a text here, because SQLite and PostgreSQL have larger ones than JavaScript. */
export type Row = Of<Shape>;

/** What a table holds. */
export type Contents = {
  rows: number;
  /** The sums of its amounts, by column. */
  sums: Readonly<Record<string, bigint>>;
  /** The SHA-256 of all its rows, in hexadecimal digits. */
  checksum: string;
};

/** The columns that are worth a sum for people. */
const AMOUNTS = new Set(['xp', 'coins', 'amount', 'coin_price', 'stock_remaining', 'holders']);

/** Rows that are written at once: as many as these, and no more than have these characters or bytes. */
const BATCH_ROWS = 1_000;
const BATCH_SIZE = 1_000_000;

const shapeOf = ({ columns }: Table): Shape =>
  Object.fromEntries(
    columns.map(({ name, kind }) => [name, kind === 'blob' ? 'blob' : 'text?'] as const),
  );

/** The statement that adds rows to a table. */
export function insertionInto(
  table: Table,
): Query<'exec', { rows: { rowsOf: Shape } }, Record<string, never>> {
  const names = table.columns.map(({ name }) => name);
  const values = table.columns.map(({ name, kind }) =>
    kind === 'integer' ? `cast(${name} as bigint)` : name,
  );
  return {
    name: `copy/insert_${table.name}`,
    sql: `insert into ${table.name} (${names}) select ${values} from rows(:rows) r`,
    cardinality: 'exec',
    params: { rows: rowsOf(shapeOf(table)) },
    row: {},
  };
}

/** The number of rows of a table. */
export const countRows = (db: Database, { name }: Table): number =>
  db.one(
    {
      name: `copy/count_${name}`,
      sql: `select count(*) as count from ${name}`,
      cardinality: 'one',
      params: {},
      row: { count: 'integer' },
    },
    {},
  )?.count ?? 0;

/** Some rows of a table, as a condition of SQL. */
type Selected = { condition: string; companyId: number };

/** Reads a table, or some rows of it, in the order of its key, a batch of rows at a time. */
export function* readBatches(
  db: Database,
  table: Table,
  selected?: Selected,
): Generator<readonly Row[]> {
  let batch: Row[] = [];
  let size = 0;
  const rows = selected
    ? db.each(selectionOf(table, selected.condition), { companyId: selected.companyId })
    : db.each(selectionOf(table), {});
  for (const row of rows) {
    batch.push(row);
    for (const value of Object.values(row)) size += sizeOf(value);
    if (batch.length < BATCH_ROWS && size < BATCH_SIZE) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

const sizeOf = (value: Row[string]): number =>
  typeof value === 'number' || value === null ? 0 : value.length;

function selectionOf(table: Table): Query<'many', Record<string, never>, Shape>;
function selectionOf(
  table: Table,
  condition: string,
): Query<'many', { companyId: 'integer' }, Shape>;
function selectionOf(table: Table, condition?: string): Query<'many', ParamShape, Shape> {
  const columns = table.columns.map(({ name, kind }) =>
    kind === 'integer' ? `cast(${name} as text) as ${name}` : name,
  );
  // Without its table, a name would be the text of that number.
  const key = table.key.map((name) => `t.${name}`);
  return {
    name: `copy/select_${condition === undefined ? '' : 'company_'}${table.name}`,
    sql: `select ${columns} from ${table.name} t ${condition === undefined ? '' : `where ${condition}`} order by ${key}`,
    cardinality: 'many',
    params: condition === undefined ? {} : { companyId: 'integer' },
    row: shapeOf(table),
  };
}

/** Sums up a table from its batches of rows. */
export class Tally {
  readonly #encode: Encode | undefined;
  readonly #hash = createHash('sha256');
  readonly #sums = new Map<string, bigint>();
  #rows = 0;

  constructor(table: Table) {
    this.#encode = encoderOf(insertionInto(table).params);
    for (const { name } of table.columns) if (AMOUNTS.has(name)) this.#sums.set(name, 0n);
  }

  add(batch: readonly Row[]): void {
    this.#rows += batch.length;
    const { rows: text } = this.#encode?.({ rows: batch }) ?? {};
    this.#hash.update(String(text));
    for (const [name, sum] of this.#sums) {
      this.#sums.set(
        name,
        batch.reduce((total, row) => total + BigInt(String(row[name] ?? 0)), sum),
      );
    }
  }

  contents(): Contents {
    const checksum = this.#hash.digest('hex');
    return { rows: this.#rows, sums: Object.fromEntries(this.#sums), checksum };
  }
}
