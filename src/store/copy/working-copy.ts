import type { Database } from '../database.ts';
import {
  encoderOf,
  fragmentOf,
  type Of,
  type ParamShape,
  type Params,
  type Query,
  type Shape,
} from '../query.ts';
import { migrate } from '../sqlite/migrate.ts';
import { SqliteDatabase } from '../sqlite/sqlite-database.ts';
import { insertionInto, readBatches } from './rows.ts';
import { type Table, tablesOf } from './tables.ts';

/** The tables that a roster is compared with, each with the condition of the rows that belong to the company. */
const COPIED: Readonly<Record<string, string>> = {
  companies: fragmentOf('of_company_and_parent'),
  sso_domains: fragmentOf('of_company_and_parent'),
  no_email_domains: fragmentOf('of_company'),
  departments: fragmentOf('of_company'),
  employees: fragmentOf('of_company'),
  kept_people: fragmentOf('of_company'),
  sync_runs: fragmentOf('run_to_approve'),
  sync_run_changes: fragmentOf('of_run_to_approve'),
};

/** The tables that a roster only adds to. */
const WRITTEN = new Set([
  'audit_log',
  'events',
  'report_totals',
  'sync_budgets',
  'sync_run_people',
]);

/** A statement that changed a working copy. */
export type LoggedStatement = {
  query: Query<'one' | 'exec', ParamShape, Shape>;
  /** Lists are JSON already. */
  params: Readonly<Record<string, unknown>>;
  /** The row it gave. */
  row?: Readonly<Record<string, unknown>>;
};

/** Statements that belong in one transaction. */
export type LoggedUnit = {
  statements: LoggedStatement[];
  /** How many rows they are about: mostly all about the same. */
  rows: number;
  /** How many rows they write: the same one again and again. */
  writes: number;
};

/**
 * A copy in memory of what a roster is compared with: the people and departments of one company. A roster is tried on it
 * without a lock on the data. Its log has every statement that changed it since, in order, so that the data can be
 * changed in the same way.
 */
export class WorkingCopy extends SqliteDatabase {
  readonly log: LoggedUnit[] = [];
  #depth = 0;

  /**
   * Copies a company.
   *
   * @param db is only read, in one snapshot
   * @param onRows called again and again meanwhile; it must not use `db`
   */
  constructor(db: Database, companyId: number, onRows: () => void = () => {}) {
    super(':memory:', { write: true });
    migrate(this);
    // Rows may refer to those of tables that are not copied, and triggers count such rows.
    this.execute('pragma foreign_keys = off');
    const tables = tablesOf(this);
    for (const { name } of tables.flatMap(({ triggers }) => triggers))
      this.execute(`drop trigger ${name}`);
    const copied = tables.filter(({ name }) => name in COPIED);
    // Whatever else a roster depends on one day fails for the lack of its table, and is not taken for empty.
    for (const { name } of tables)
      if (!(name in COPIED || WRITTEN.has(name))) this.execute(`drop table ${name}`);
    super.write(() => {
      db.read(() => {
        for (const table of copied) this.#copy(db, table, companyId, onRows);
      });
      // Nobody else changes a copy.
      this.execute(fragmentOf('release_all'));
    });
  }

  #copy(db: Database, table: Table, companyId: number, onRows: () => void): void {
    const insertion = insertionInto(table);
    const condition = COPIED[table.name] ?? '';
    for (const rows of readBatches(db, table, { condition, companyId })) {
      super.run(insertion, { rows });
      onRows();
    }
  }

  override one<P extends ParamShape, R extends Shape>(
    query: Query<'one', P, R>,
    params: Params<P>,
  ): Of<R> | undefined {
    const row = super.one(query, params);
    if (this.changesData(query)) this.#note(query, params, row);
    return row;
  }

  override run<P extends ParamShape>(
    query: Query<'exec', P, Record<string, never>>,
    params: Params<P>,
  ): number {
    this.#note(query, params);
    return super.run(query, params);
  }

  /** Statements of a transaction within another one stay together. What fails leaves nothing in the log. */
  override write<T>(change: () => T): T {
    const { length } = this.log;
    this.#depth++;
    if (this.#depth === 2) this.log.push({ statements: [], rows: 0, writes: 0 });
    try {
      return super.write(change);
    } catch (error) {
      this.log.length = length;
      throw error;
    } finally {
      this.#depth--;
    }
  }

  override dryRun<T>(change: () => T): T {
    const { length } = this.log;
    try {
      return super.dryRun(change);
    } finally {
      this.log.length = length;
    }
  }

  #note(query: LoggedStatement['query'], params: object, row?: object): void {
    const statement: LoggedStatement = {
      query,
      params: encoderOf(query.params)?.({ ...params }) ?? { ...params },
      ...(row && { row: { ...row } }),
    };
    const rows = rowsIn(params);
    const unit = this.#depth >= 2 ? this.log.at(-1) : undefined;
    if (unit) {
      unit.statements.push(statement);
      unit.rows = Math.max(unit.rows, rows);
      unit.writes += rows;
    } else {
      this.log.push({ statements: [statement], rows, writes: rows });
    }
  }
}

/** How many rows a statement is about, by its longest list. */
const rowsIn = (params: object): number =>
  Math.max(0, ...Object.values(params).map((value) => (Array.isArray(value) ? value.length : 0)));
