import Sqlite from 'better-sqlite3';
import { conflict } from '../domain/errors.ts';
import { isoTime } from '../domain/iso-time.ts';
import {
  type Cardinality,
  type Encode,
  encoderOf,
  type Of,
  type ParamShape,
  type Params,
  type Query,
  type Shape,
} from './query.ts';

/** Marks a data file as ours in the SQLite header ("engd"), so that somebody else's file is never touched. */
export const APPLICATION_ID = 0x656e6764;

/** How much of a backup is copied before the next sign of progress: some 8 MB. */
const BACKUP_PAGES_PER_STEP = 2_000;

/** What the write-ahead log keeps of its size once its contents are in the data file, in bytes. */
export const WAL_SIZE_LIMIT = 64 * 1024 * 1024;

/** From how many pages in the log on a checkpoint is worth it; SQLite's own measure, some 4 MB. */
const CHECKPOINT_PAGES = 1_000;

export type Access = {
  /** False for connections that only read; they never wait for a writer. */
  write: boolean;
  /** True opens the file so that nothing can change it, not even the tidying when a last connection is closed. */
  immutable?: boolean;
  /** How long a write waits for another process to finish its own, in milliseconds. */
  busyTimeout?: number;
  /** Page cache of this connection, in MiB. */
  cacheMegabytes?: number;
  /**
   * True has everything that is read in one turn of the event loop read from one state of the data, the one
   * at the turn's first read. Taking hold of a state costs as much as a look-up.
   */
  snapshotPerTurn?: boolean;
  /**
   * True leaves what is committed in the write-ahead log, where it is safe, until `checkpoint` is called: nobody
   * who waits for a commit then waits for that as well.
   */
  manualCheckpoints?: boolean;
};

/** A statement, and what turns its parameters into values that SQLite takes. */
type Prepared = { statement: Sqlite.Statement<[unknown], unknown>; bind: Encode };

const asItIs: Encode = (params) => params;

/**
 * One connection to a data file. Statements are prepared once, when first used, and kept.
 * Everything here is synchronous: what must not hold up requests belongs into a worker.
 */
export class Database {
  readonly #sqlite: Sqlite.Database;
  readonly #statements = new Map<string, Prepared>();
  readonly #dataVersion: Sqlite.Statement<[], number>;
  readonly #snapshotsPerTurn: boolean;
  #hasSnapshot = false;
  /** The data version of the state that is held, once it was asked for. */
  #snapshotVersion: number | undefined;

  /** Opens a file that exists: one that has just gone is not made anew, empty. */
  constructor(file: string, access: Access) {
    this.#sqlite = new Sqlite(file, {
      fileMustExist: true,
      readonly: access.immutable ?? false,
      timeout: access.busyTimeout ?? 5_000,
    });
    // The busy timeout stands first: switching the journal mode may itself have to wait for a lock.
    // In WAL mode only synchronous = FULL keeps an acknowledged commit through a power cut.
    if (!access.immutable) this.#sqlite.pragma('journal_mode = wal');
    this.#sqlite.pragma('synchronous = full');
    // Left to itself the log stays as large as the largest write ever was.
    this.#sqlite.pragma(`journal_size_limit = ${WAL_SIZE_LIMIT}`);
    this.#sqlite.pragma('foreign_keys = on');
    this.#sqlite.pragma('trusted_schema = off');
    this.#sqlite.pragma(`cache_size = ${-1024 * (access.cacheMegabytes ?? 16)}`);
    // A statement that changes many rows keeps note of how they were, which costs a twentieth of its time on disk.
    this.#sqlite.pragma(access.write ? 'temp_store = memory' : 'query_only = on');
    if (access.manualCheckpoints) this.#sqlite.pragma('wal_autocheckpoint = 0');
    this.#sqlite.function('iso_time', { deterministic: true }, (time) =>
      isoTime(time as number | null),
    );
    this.#dataVersion = this.#sqlite.prepare<[], number>('pragma data_version').pluck();
    this.#snapshotsPerTurn = access.snapshotPerTurn ?? false;
  }

  /** The row a query gives, if it gives one. */
  one<P extends ParamShape, R extends Shape>(
    query: Query<'one', P, R>,
    params: Params<P>,
  ): Of<R> | undefined {
    const { statement, bind } = this.#prepared(query);
    return statement.get(bind(params)) as Of<R> | undefined;
  }

  /** All rows a query gives. */
  all<P extends ParamShape, R extends Shape>(
    query: Query<'many', P, R>,
    params: Params<P>,
  ): Of<R>[] {
    const { statement, bind } = this.#prepared(query);
    return statement.all(bind(params)) as Of<R>[];
  }

  /** The rows of a query one after another; the connection can do nothing else meanwhile. */
  each<P extends ParamShape, R extends Shape>(
    query: Query<'many', P, R>,
    params: Params<P>,
  ): IterableIterator<Of<R>> {
    const { statement, bind } = this.#prepared(query);
    return statement.iterate(bind(params)) as IterableIterator<Of<R>>;
  }

  /** Runs a statement and gives the number of rows it changed. */
  run<P extends ParamShape>(
    query: Query<'exec', P, Record<string, never>>,
    params: Params<P>,
  ): number {
    const { statement, bind } = this.#prepared(query);
    return statement.run(bind(params)).changes;
  }

  /** Runs a change whole or not at all, holding the write lock from its first statement. */
  write<T>(change: () => T): T {
    return this.#translatingBusy(() => this.#sqlite.transaction(change).immediate());
  }

  /** Runs a change by the same code, takes what it gives, and undoes it. */
  rehearse<T>(change: () => T): T {
    return this.#translatingBusy(() => {
      this.#sqlite.exec('begin immediate');
      try {
        return change();
      } finally {
        this.#rollBack();
      }
    });
  }

  /** Commits a change that alters nothing, so that it goes all the way to the disk. */
  writeNothing(): void {
    // SQLite skips a row that stays as it is, but not a field of the header.
    this.write(() => this.execute(`pragma application_id = ${APPLICATION_ID}`));
  }

  /** Runs several reads against one and the same state of the data. */
  read<T>(reads: () => T): T {
    this.#beginSnapshot();
    return this.#sqlite.transaction(reads).deferred();
  }

  /** A number that moves whenever another connection, of whatever process, has committed something. */
  dataVersion(): number {
    this.#beginSnapshot();
    if (this.#snapshotVersion !== undefined) return this.#snapshotVersion;
    const version = this.#dataVersion.get() ?? 0;
    if (this.#hasSnapshot) this.#snapshotVersion = version;
    return version;
  }

  /** Ends the hold on this turn's state, for who knows of a commit since: what is read next shows it. */
  endSnapshot(): void {
    this.#hasSnapshot = false;
    this.#snapshotVersion = undefined;
    // There is nothing to commit, and after a read from a damaged page that would fail.
    this.#rollBack();
  }

  /** Runs SQL of our own making that gives nothing back: migrations and pragmas. */
  execute(sql: string): void {
    this.#sqlite.exec(sql);
  }

  /** A pragma's single value. */
  pragma(name: string): unknown {
    return this.#sqlite.pragma(name, { simple: true });
  }

  /** The columns and parameters a statement really has, without running it. */
  describe(sql: string): { columns: string[] } {
    const statement = this.#sqlite.prepare(sql);
    return { columns: statement.reader ? statement.columns().map((column) => column.name) : [] };
  }

  /**
   * Writes a copy of the whole database, as it is at this moment, to a new or empty file, while others go
   * on writing. This connection can do nothing else meanwhile.
   *
   * @param onProgress told the share that is done, 0 to 1
   */
  async backup(file: string, onProgress: (share: number) => void): Promise<void> {
    // Without a snapshot of its own the copy would begin again at every commit of another process,
    // and under steady writing never end.
    this.#sqlite.exec('begin');
    try {
      this.#sqlite.pragma('user_version');
      await this.#sqlite.backup(file, {
        progress: ({ totalPages, remainingPages }) => {
          onProgress(1 - remainingPages / Math.max(1, totalPages));
          return BACKUP_PAGES_PER_STEP;
        },
      });
    } finally {
      this.#rollBack();
    }
  }

  /** The same at one go and packed, for where nothing can be waited for. */
  vacuumInto(file: string): void {
    this.#sqlite.prepare('vacuum into ?').run(file);
  }

  /**
   * Carries a log that has grown long over into the data file. Readers and other writers go on meanwhile. Where
   * that fails, on a full disk say, everything stays in the log for the next time.
   */
  checkpoint(): void {
    try {
      const { log, checkpointed } = this.#walCheckpoint('noop');
      if (log - checkpointed >= CHECKPOINT_PAGES) this.#walCheckpoint('passive');
    } catch (error) {
      if (!(error instanceof Sqlite.SqliteError)) throw error;
    }
  }

  close(): void {
    this.#sqlite.close();
  }

  #beginSnapshot(): void {
    if (!this.#snapshotsPerTurn || this.#hasSnapshot) return;
    this.#hasSnapshot = true;
    this.#sqlite.exec('begin');
    // Whoever has seen a commit acknowledged can only ask in a later turn.
    setImmediate(() => this.endSnapshot());
  }

  #prepared({ name, sql, params }: Query<Cardinality, ParamShape, Shape>): Prepared {
    this.#beginSnapshot();
    let prepared = this.#statements.get(name);
    if (!prepared) {
      const statement = this.#sqlite.prepare<[unknown], unknown>(withStablePlan(sql));
      prepared = { statement, bind: encoderOf(params) ?? asItIs };
      this.#statements.set(name, prepared);
    }
    return prepared;
  }

  #walCheckpoint(mode: 'noop' | 'passive'): { log: number; checkpointed: number } {
    const [state] = this.#sqlite.pragma(`wal_checkpoint(${mode})`) as [
      { log: number; checkpointed: number },
    ];
    return state;
  }

  // A disk that fails or is full may have ended the transaction; rolling back again would hide what was wrong.
  #rollBack(): void {
    if (this.#sqlite.inTransaction) this.#sqlite.exec('rollback');
  }

  #translatingBusy<T>(change: () => T): T {
    try {
      return change();
    } catch (error) {
      if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
        throw conflict('Another process is writing to the data file; try again', 5);
      }
      throw error;
    }
  }
}

/**
 * Where SQLite's planner looks at a parameter's value, as it does in `x = :id` and `limit :count`, it plans the
 * statement anew whenever that value changes, which takes five to ten times as long as a look-up. A plus sign
 * before a parameter means nothing else, and keeps the first plan.
 */
const withStablePlan = (sql: string): string =>
  sql.replace(/'[^']*'|--.*|:(?=[a-z])/g, (found) => (found === ':' ? '+:' : found));

/** The SQLite result code of an error, such as `SQLITE_FULL`; undefined for any other error. */
export const sqliteCode = (error: unknown): string | undefined =>
  error instanceof Sqlite.SqliteError ? error.code : undefined;
