import { asFailure, conflict, failure, SchemaIsNewer } from '../../domain/errors.ts';
import type { Database, Lease } from '../database.ts';
import type { Cardinality, Of, ParamShape, Params, Query, Shape } from '../query.ts';
import { type Reading, readAtOnce } from '../reading.ts';
import { BlockingConnection } from './blocking-connection.ts';
import { LOCKS } from './locks.ts';
import { PostgresError } from './postgres-error.ts';
import { PreparedStatements } from './prepared.ts';
import type { Asked, Result } from './protocol.ts';
import { refusalOf } from './refused-writes.ts';
import {
  CHANGE_NUMBER,
  DELETED_SIZE,
  LARGEST_TABLE,
  SERVER_VERSION,
  SIZE,
  TABLES,
  VERSION,
} from './server-queries.ts';
import { type PostgresAccess, setUpOf } from './set-up.ts';

/** Rows that `each` asks for first, and at most; and the characters that it wants them to have. */
const FIRST_ROWS = 10;
const FETCH_ROWS = 1_000;
const FETCH_SIZE = 1_000_000;

/** A transaction that changes so many rows may need new statistics. */
const ANALYSIS_ROWS = 1_000;

/** A transaction that writes holds an advisory lock from its start. */
const BEGIN_WRITE = `begin; select pg_advisory_xact_lock(${LOCKS.writing})`;

const BEGIN_READ = 'begin isolation level repeatable read read only';

/** The table of `leave_deleted_row()`. */
const DELETED = 'engaged.deleted';

/** A lock was not granted in time. */
const LOCK_NOT_AVAILABLE = '55P03';

/** A connection to PostgreSQL for threads that may wait: every call blocks its thread until the server has answered. */
export class PostgresDatabase implements Database {
  readonly #connection: BlockingConnection;
  readonly #statements = new PreparedStatements();
  /** How many transactions are open, each within the one before it. */
  #depth = 0;
  #cursors = 0;
  /** Whether a lease was ever asked for, and which one it is. */
  #needsLease = false;
  #hasLease = false;
  #lease = 0;
  readonly #snapshotsPerTurn: boolean;
  #hasSnapshot = false;
  /** The changes that were counted last, and on which connection; and how often either differed. */
  #changes = '';
  #version = 0;
  /** Rows that the transaction has changed. */
  #changed = 0;
  #nextAnalysis = ANALYSIS_ROWS;
  /** The newest schema with which something is written; undefined for any. */
  #knownSchema: number | undefined;

  constructor(url: string, access: PostgresAccess) {
    this.#connection = new BlockingConnection(url, setUpOf(access));
    this.#snapshotsPerTurn = access.snapshotPerTurn ?? false;
  }

  one<P extends ParamShape, R extends Shape>(
    query: Query<'one', P, R>,
    params: Params<P>,
  ): Of<R> | undefined {
    return this.#rows(query, params)[0];
  }

  all<P extends ParamShape, R extends Shape>(
    query: Query<'many', P, R>,
    params: Params<P>,
  ): Of<R>[] {
    return this.#rows(query, params);
  }

  do<T>(reading: Reading<T>): T {
    return readAtOnce(reading, ({ query, params }) =>
      this.#statements.rows(query, this.#result(query, params)),
    );
  }

  *each<P extends ParamShape, R extends Shape>(
    query: Query<'many', P, R>,
    params: Params<P>,
  ): IterableIterator<Of<R>> {
    const { text, values } = this.#statements.statement(query, params);
    const cursor = `cursor_${this.#cursors++}`;
    this.#beginSnapshot();
    // A cursor needs a transaction.
    const isAlone = this.#depth === 0;
    if (isAlone) this.execute('begin');
    this.#depth++;
    try {
      const declare = `declare ${cursor} no scroll cursor for ${text}`;
      this.#ask({ statements: [{ name: '', text: declare, values }] });
      for (let count = FIRST_ROWS; ; ) {
        const result = this.#ask({ text: `fetch ${count} from ${cursor}` });
        yield* this.#statements.rows(query, result);
        if (result.rows.length < count) break;
        count = nextCount(count, result);
      }
    } finally {
      this.#rollBack(isAlone ? 'rollback' : `close ${cursor}`);
      this.#depth--;
    }
  }

  run<P extends ParamShape>(
    query: Query<'exec', P, Record<string, never>>,
    params: Params<P>,
  ): number {
    const { changed, command } = this.#result(query, params);
    if (command !== 'DELETE') this.#keepStatistics(changed);
    return changed;
  }

  /**
   * Makes every transaction that writes fail with `SchemaIsNewer` once another program has upgraded the database.
   *
   * @param known the schema of this program
   */
  requireSchema(known: number): void {
    this.#knownSchema = known;
  }

  write<T>(change: () => T): T {
    return this.#transaction(BEGIN_WRITE, true, change);
  }

  dryRun<T>(change: () => T): T {
    return this.#transaction(BEGIN_WRITE, false, change);
  }

  read<T>(reads: () => T): T {
    this.#beginSnapshot();
    return this.#transaction(BEGIN_READ, true, reads);
  }

  writeNothing(): void {
    this.write(() => {
      // What writes nothing needs no rights.
      const refusal = refusalOf(this);
      if (refusal) throw refusal;
      // Without an id a transaction writes nothing.
      this.execute('select pg_current_xact_id()');
    });
  }

  snapshotVersion(): number {
    this.#beginSnapshot();
    if (!this.#hasSnapshot) this.#noteChanges(this.#result(CHANGE_NUMBER, {}));
    return this.#version;
  }

  connectionEpoch(): number {
    return this.#connection.count;
  }

  refreshSnapshot(): undefined {
    // Each turn's snapshot is the newest, as is each statement where there is none.
  }

  endSnapshot(): void {
    if (!this.#hasSnapshot) return;
    this.#hasSnapshot = false;
    this.#rollBack('rollback');
    this.#depth--;
  }

  acquireLease(lease: Lease): number | null {
    if (this.#hasLease) return this.#lease;
    this.#needsLease = true;
    const text = `select pg_try_advisory_lock(${LOCKS[lease]})`;
    // Only here the connection may be a new one.
    const [row] = this.#connection.ask({ text, needsSame: false }).rows;
    this.#hasLease = row?.[0] === 't';
    return this.#hasLease ? ++this.#lease : null;
  }

  version(): string {
    return this.#rows(SERVER_VERSION, {})[0]?.version ?? '';
  }

  size(): number {
    return this.#rows(SIZE, {})[0]?.bytes ?? 0;
  }

  vacuum(): void {
    const tables = this.#rows(TABLES, {}).map(({ name }) => name);
    try {
      this.execute(`select pg_advisory_lock(${LOCKS.writing})`);
    } catch (error) {
      throw explained(error);
    }
    try {
      // Of a table whose only row is deleted nothing is left, unless somebody can still see the row.
      this.execute('select leave_deleted_row()');
      // Statistics of columns hold values too.
      this.execute(`vacuum (analyze, truncate) ${[...tables, DELETED].join()}`);
      const isLeft = this.#rows(DELETED_SIZE, {})[0]?.bytes !== 0;
      this.execute(`drop table ${DELETED}`);
      if (isLeft)
        throw conflict('Another process is reading the data. Try again when it has finished.', 5);
    } finally {
      this.execute(`select pg_advisory_unlock(${LOCKS.writing})`);
    }
  }

  execute(sql: string): void {
    this.#ask({ text: sql });
  }

  close(): void {
    this.#connection.close();
  }

  #rows<C extends Cardinality, P extends ParamShape, R extends Shape>(
    query: Query<C, P, R>,
    params: Params<P>,
  ): Of<R>[] {
    return this.#statements.rows(query, this.#result(query, params));
  }

  #result(query: Query<Cardinality, ParamShape, Shape>, params: object): Result {
    this.#beginSnapshot();
    return this.#ask({ statements: [this.#statements.statement(query, params)] });
  }

  #ask(asked: Asked): Result {
    try {
      return this.#connection.ask({
        ...asked,
        needsSame: this.#depth > 0 || this.#needsLease,
      });
    } catch (error) {
      if (isLoss(error)) this.#hasLease = false;
      // A statement that fails ends what its transaction can do.
      if (this.#depth === 1) this.endSnapshot();
      throw error;
    }
  }

  #beginSnapshot(): void {
    if (!this.#snapshotsPerTurn || this.#hasSnapshot || this.#depth > 0) return;
    const begin = { name: '', text: BEGIN_READ, values: [] };
    const statements = [begin, this.#statements.statement(CHANGE_NUMBER, {})];
    try {
      this.#noteChanges(this.#ask({ statements }));
    } catch (error) {
      this.#rollBackAfter(error, 'rollback');
      throw error;
    }
    this.#hasSnapshot = true;
    this.#depth++;
    setImmediate(() => this.endSnapshot());
  }

  #noteChanges(changes: Result): void {
    const counted = `${changes.rows[0]?.[0]} ${this.#connection.count}`;
    if (counted !== this.#changes) this.#version++;
    this.#changes = counted;
  }

  /** Within a transaction it is a savepoint. */
  #transaction<T>(begin: string, keeps: boolean, work: () => T): T {
    const savepoint = this.#depth === 0 ? undefined : `savepoint_${this.#depth}`;
    const [start, commit, rollback] = savepoint
      ? [
          `savepoint ${savepoint}`,
          `release ${savepoint}`,
          `rollback to ${savepoint}; release ${savepoint}`,
        ]
      : [begin, 'commit', 'rollback'];
    try {
      this.#begin(start);
    } catch (error) {
      this.#rollBackAfter(error, rollback);
      throw explained(error);
    }
    this.#depth++;
    try {
      const result = work();
      if (keeps) this.#commit(commit, begin === BEGIN_WRITE && !savepoint);
      else this.execute(rollback);
      return result;
    } catch (error) {
      this.#rollBackAfter(error, rollback);
      throw explained(error);
    } finally {
      if (--this.#depth === 0) {
        this.#changed = 0;
        this.#nextAnalysis = ANALYSIS_ROWS;
      }
    }
  }

  #begin(start: string): void {
    if (start !== BEGIN_WRITE || this.#knownSchema === undefined) {
      this.execute(start);
      return;
    }
    // Read under the lock, which an upgrade holds too.
    const { rows } = this.#ask({ text: `${start}; ${VERSION.sql}` });
    if (Number(rows[0]?.[0]) > this.#knownSchema) throw new SchemaIsNewer();
  }

  /**
   * The server plans statements by statistics, and takes new ones by itself only after a commit. By those of a few rows it
   * reads the whole company for every person of a first roster. Rows that were deleted take none: until the commit they stand
   * in every index, and checking the references to a deleted company would read all of them for each.
   */
  #keepStatistics(changed: number): void {
    this.#changed += changed;
    if (this.#changed < this.#nextAnalysis) return;
    this.#nextAnalysis = 4 * this.#changed;
    const known = this.#rows(LARGEST_TABLE, {})[0]?.rows ?? 0;
    if (this.#changed > known / 10) this.execute('analyze (skip_locked)');
  }

  #commit(commit: string, isWrite: boolean): void {
    try {
      const { command } = this.#ask({ text: commit });
      // The server does not call it an error to commit what it cannot commit any more.
      if (command === 'ROLLBACK')
        throw new Error('a statement failed, and the failure was ignored');
    } catch (error) {
      throw isWrite && isLoss(error) ? failure('outcome_unknown') : error;
    }
  }

  /** A connection that is lost has rolled back already. */
  #rollBackAfter(error: unknown, rollback: string): void {
    if (!isLoss(error) && !asFailure(error, 'outcome_unknown')) this.#rollBack(rollback);
  }

  #rollBack(rollback: string): void {
    try {
      this.execute(rollback);
    } catch (error) {
      if (!(error instanceof PostgresError)) throw error;
    }
  }
}

/** How many rows to ask for after so many, so that long ones do not fill the memory. */
function nextCount(count: number, { rows }: Result): number {
  let size = 1;
  for (const row of rows) for (const value of row) size += value?.length ?? 0;
  const fitting = Math.floor((count * FETCH_SIZE) / size);
  return Math.max(1, Math.min(fitting, 4 * count, FETCH_ROWS));
}

const isLoss = (error: unknown): boolean => error instanceof PostgresError && error.isLoss;

const explained = (error: unknown): unknown =>
  error instanceof PostgresError && error.code === LOCK_NOT_AVAILABLE
    ? failure('data_busy')
    : error;
