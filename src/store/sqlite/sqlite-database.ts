import Sqlite from 'better-sqlite3';
import { conflict, failure, SchemaIsNewer } from '../../domain/errors.ts';
import { isoTime } from '../../domain/iso-time.ts';
import type { Database } from '../database.ts';
import {
  type Cardinality,
  type Encode,
  encoderOf,
  type Of,
  type ParamShape,
  type Params,
  type Query,
  type Shape,
} from '../query.ts';
import { type Reading, readAtOnce } from '../reading.ts';
import { sqliteText } from './sqlite-text.ts';

/** Identifies an engaged data file in the SQLite header ("engd"), so that other SQLite files are never changed. */
export const APPLICATION_ID = 0x656e6764;

/** Pages of a backup that are copied between two progress reports: about 8 MB. */
const BACKUP_PAGES_PER_STEP = 2_000;

/** Maximum size of the write-ahead log after a checkpoint, in bytes. */
export const WAL_SIZE_LIMIT = 128 * 1024 * 1024;

/**
 * Pages in the log from which a checkpoint is worthwhile, about 96 MB: a page that many writes change is copied once.
 * Requests of 1,000 awards are a tenth faster than with 48 MB, and reads beside them no slower.
 */
const CHECKPOINT_PAGES = 24_000;

/** Pages that may be written between two looks at a quiet moment, about 4 MB. */
const QUIET_PAGES = 1_000;

/** How often it is tried to empty the log, and how long each attempt and the pause after it take, in milliseconds. */
const LOG_ATTEMPTS = 50;
const LOG_ATTEMPT_MS = 100;

export type Access = {
  /** False for connections that only read; they never wait for a writer. */
  write: boolean;
  /** True opens the file so that nothing can change it, not even the checkpoint when the last connection closes. */
  immutable?: boolean;
  /** How long a write waits for another process to finish its own, in milliseconds. */
  busyTimeout?: number;
  /** Page cache of this connection, in MiB. */
  cacheMegabytes?: number;
  /**
   * True makes all reads of one event-loop turn see the same snapshot, taken at the first read. A snapshot costs
   * as much as a lookup by key.
   */
  snapshotPerTurn?: boolean;
  /**
   * True keeps commits in the write-ahead log, where they are safe, until `checkpoint` is called. A commit then
   * never waits for a checkpoint.
   */
  manualCheckpoints?: boolean;
};

/** A prepared statement and the encoder of its parameters. */
type Prepared = { statement: Sqlite.Statement<[unknown], unknown>; bind: Encode };

/** `busy` is 1 where the checkpoint had to stop early; the others count pages. */
type CheckpointState = { busy: number; log: number; checkpointed: number };

const asItIs: Encode = (params) => params;

/** A connection to a data file. Statements are prepared once, when first used, and kept. */
export class SqliteDatabase implements Database {
  readonly #sqlite: Sqlite.Database;
  readonly #statements = new Map<string, Prepared>();
  readonly #dataVersion: Sqlite.Statement<[], number>;
  /** Reads the state of the log; prepared when first used. */
  #logState: Sqlite.Statement<[], CheckpointState> | undefined;
  readonly #schema: Sqlite.Statement<[], number>;
  /** The newest schema with which something is written. */
  #knownSchema = Number.POSITIVE_INFINITY;
  readonly #snapshotsPerTurn: boolean;
  /** The pages in the log when `shrinkLog` last looked. */
  #lastLook: number | undefined;
  #hasSnapshot = false;
  /** The version of the current snapshot, once it was read. */
  #snapshotVersion: number | undefined;

  /** Opens an existing file. A file that has just been removed is not recreated. */
  constructor(file: string, access: Access) {
    this.#sqlite = new Sqlite(file, {
      fileMustExist: true,
      readonly: access.immutable ?? false,
      timeout: access.busyTimeout ?? 5_000,
    });
    // The busy timeout comes first: switching the journal mode may have to wait for a lock.
    // In WAL mode only synchronous = FULL keeps an acknowledged commit through a power cut.
    if (!access.immutable) this.#sqlite.pragma('journal_mode = wal');
    this.#sqlite.pragma('synchronous = full');
    // Without a limit the log stays as large as the largest write.
    this.#sqlite.pragma(`journal_size_limit = ${WAL_SIZE_LIMIT}`);
    this.#sqlite.pragma('foreign_keys = on');
    this.#sqlite.pragma('trusted_schema = off');
    this.#sqlite.pragma(`cache_size = ${-1024 * (access.cacheMegabytes ?? 16)}`);
    // A statement that changes many rows keeps a statement journal. In memory it saves 5 % of the time.
    this.#sqlite.pragma(access.write ? 'temp_store = memory' : 'query_only = on');
    if (access.manualCheckpoints) this.#sqlite.pragma('wal_autocheckpoint = 0');
    this.#sqlite.function('iso_time', { deterministic: true }, (time) =>
      isoTime(time as number | null),
    );
    this.#dataVersion = this.#sqlite.prepare<[], number>('pragma data_version').pluck();
    this.#schema = this.#sqlite.prepare<[], number>('pragma user_version').pluck();
    this.#snapshotsPerTurn = access.snapshotPerTurn ?? false;
  }

  one<P extends ParamShape, R extends Shape>(
    query: Query<'one', P, R>,
    params: Params<P>,
  ): Of<R> | undefined {
    const { statement, bind } = this.#prepared(query);
    return statement.get(bind(params)) as Of<R> | undefined;
  }

  all<P extends ParamShape, R extends Shape>(
    query: Query<'many', P, R>,
    params: Params<P>,
  ): Of<R>[] {
    const { statement, bind } = this.#prepared(query);
    return statement.all(bind(params)) as Of<R>[];
  }

  do<T>(reading: Reading<T>): T {
    return readAtOnce(reading, ({ query, params }) => {
      const { statement, bind } = this.#prepared(query);
      return statement.all(bind(params as Record<string, unknown>)) as object[];
    });
  }

  each<P extends ParamShape, R extends Shape>(
    query: Query<'many', P, R>,
    params: Params<P>,
  ): IterableIterator<Of<R>> {
    const { statement, bind } = this.#prepared(query);
    return statement.iterate(bind(params)) as IterableIterator<Of<R>>;
  }

  run<P extends ParamShape>(
    query: Query<'exec', P, Record<string, never>>,
    params: Params<P>,
  ): number {
    const { statement, bind } = this.#prepared(query);
    return statement.run(bind(params)).changes;
  }

  /** Whether a statement changes data. */
  protected changesData(query: Query<Cardinality, ParamShape, Shape>): boolean {
    return !this.#prepared(query).statement.readonly;
  }

  /**
   * Makes every transaction that writes fail with `SchemaIsNewer` once another program has upgraded the file.
   *
   * @param known the schema of this program
   */
  requireSchema(known: number): void {
    this.#knownSchema = known;
  }

  write<T>(change: () => T): T {
    const known = () => {
      this.#requireKnownSchema();
      return change();
    };
    return this.#translatingBusy(() => this.#sqlite.transaction(known).immediate());
  }

  dryRun<T>(change: () => T): T {
    return this.#translatingBusy(() => {
      this.#sqlite.exec('begin immediate');
      try {
        this.#requireKnownSchema();
        return change();
      } finally {
        this.#rollBack();
      }
    });
  }

  writeNothing(): void {
    // SQLite skips writing an unchanged row, but not a header field.
    this.write(() => this.execute(`pragma application_id = ${APPLICATION_ID}`));
  }

  read<T>(reads: () => T): T {
    this.#beginSnapshot();
    return this.#sqlite.transaction(reads).deferred();
  }

  snapshotVersion(): number {
    this.#beginSnapshot();
    if (this.#snapshotVersion !== undefined) return this.#snapshotVersion;
    const version = this.#dataVersion.get() ?? 0;
    if (this.#hasSnapshot) this.#snapshotVersion = version;
    return version;
  }

  connectionEpoch(): number {
    return 0;
  }

  refreshSnapshot(): undefined {
    // Each turn's snapshot is the newest.
  }

  endSnapshot(): void {
    this.#hasSnapshot = false;
    this.#snapshotVersion = undefined;
    // There is nothing to commit, and a commit after reading a damaged page would fail.
    this.#rollBack();
  }

  acquireLease(): number {
    return 1;
  }

  version(): string {
    return this.#sqlite.prepare<[], string>('select sqlite_version()').pluck().get() ?? '';
  }

  size(): number {
    return Number(this.pragma('page_count')) * Number(this.pragma('page_size'));
  }

  execute(sql: string): void {
    this.#sqlite.exec(sql);
  }

  /** A pragma's single value. */
  pragma(name: string): unknown {
    return this.#sqlite.pragma(name, { simple: true });
  }

  /**
   * Copies the database, as of now, to a new or empty file. Other connections can keep writing; this connection
   * cannot do anything else meanwhile.
   *
   * @param onProgress receives the completed share, 0 to 1
   */
  async backup(file: string, onProgress: (share: number) => void): Promise<void> {
    // Without a snapshot the copy would restart at every commit of another process and might never end.
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

  /** Writes a compact copy synchronously. */
  vacuumInto(file: string): void {
    this.#sqlite.prepare('vacuum into ?').run(file);
  }

  /** Rewrites the file and empties the write-ahead log. */
  vacuum(): void {
    // SQLite copies the database to a temporary place, which in memory could be too large.
    this.#sqlite.pragma('temp_store = file');
    this.#translatingBusy(() => this.#sqlite.exec('vacuum'));
    this.#emptyLog();
  }

  // SQLite does not wait while another process runs a checkpoint, so several short attempts are needed.
  #emptyLog(): void {
    const timeout = this.pragma('busy_timeout');
    const sleeper = new Int32Array(new SharedArrayBuffer(4));
    try {
      this.execute(`pragma busy_timeout = ${LOG_ATTEMPT_MS}`);
      for (let attempts = 0; attempts < LOG_ATTEMPTS; attempts++) {
        if (this.#walCheckpoint('truncate').busy === 0) return;
        Atomics.wait(sleeper, 0, 0, LOG_ATTEMPT_MS);
      }
    } finally {
      this.execute(`pragma busy_timeout = ${timeout}`);
    }
    throw conflict('Another process is reading the data file. Try again when it has finished.', 5);
  }

  /**
   * Moves a long log into the data file without blocking readers or other writers. If this fails, for example on a
   * full disk, the log keeps everything for the next attempt.
   */
  checkpoint(): void {
    try {
      this.#logState ??= this.#sqlite.prepare('pragma wal_checkpoint(noop)');
      const state = this.#logState.get();
      if (state && state.log - state.checkpointed >= CHECKPOINT_PAGES)
        this.#walCheckpoint('passive');
    } catch (error) {
      if (!(error instanceof Sqlite.SqliteError)) throw error;
    }
  }

  /**
   * Empties the log if little was written since the last call, so that it does not stay as large as it once was. It waits
   * for nobody: while somebody reads what is in the log, or writes, it is left for the next call.
   *
   * @returns whether the log is empty now
   */
  shrinkLog(): boolean {
    try {
      this.#logState ??= this.#sqlite.prepare('pragma wal_checkpoint(noop)');
      const pages = this.#logState.get()?.log ?? 0;
      const last = this.#lastLook;
      this.#lastLook = pages;
      const isQuiet = last !== undefined && (pages < last ? pages : pages - last) < QUIET_PAGES;
      return isQuiet && this.#emptyLogNow();
    } catch (error) {
      if (!(error instanceof Sqlite.SqliteError)) throw error;
      return false;
    }
  }

  /** The large part of the work blocks nobody; what is left then is short. */
  #emptyLogNow(): boolean {
    const state = this.#walCheckpoint('passive');
    if (state.busy !== 0 || state.checkpointed < state.log) return false;
    const timeout = this.pragma('busy_timeout');
    this.execute('pragma busy_timeout = 0');
    try {
      return this.#walCheckpoint('truncate').busy === 0;
    } finally {
      this.execute(`pragma busy_timeout = ${timeout}`);
    }
  }

  close(): void {
    this.#sqlite.close();
  }

  #requireKnownSchema(): void {
    if ((this.#schema.get() ?? 0) > this.#knownSchema) throw new SchemaIsNewer();
  }

  #beginSnapshot(): void {
    if (!this.#snapshotsPerTurn || this.#hasSnapshot) return;
    this.#hasSnapshot = true;
    this.#sqlite.exec('begin');
    // A client that has seen a commit acknowledged can only send its next request in a later turn.
    setImmediate(() => this.endSnapshot());
  }

  #prepared(query: Query<Cardinality, ParamShape, Shape>): Prepared {
    this.#beginSnapshot();
    let prepared = this.#statements.get(query.name);
    if (!prepared) {
      const statement = this.#sqlite.prepare<[unknown], unknown>(sqliteText(query));
      prepared = { statement, bind: encoderOf(query.params) ?? asItIs };
      this.#statements.set(query.name, prepared);
    }
    return prepared;
  }

  #walCheckpoint(mode: 'passive' | 'truncate'): CheckpointState {
    const [state] = this.#sqlite.pragma(`wal_checkpoint(${mode})`) as [CheckpointState];
    return state;
  }

  // A failing or full disk may have ended the transaction already; another rollback would hide that error.
  #rollBack(): void {
    if (this.#sqlite.inTransaction) this.#sqlite.exec('rollback');
  }

  #translatingBusy<T>(change: () => T): T {
    try {
      return change();
    } catch (error) {
      if (error instanceof Sqlite.SqliteError && error.code.startsWith('SQLITE_BUSY')) {
        throw failure('data_busy');
      }
      throw error;
    }
  }
}

/** The SQLite result code of an error, such as `SQLITE_FULL`; undefined for any other error. */
export const sqliteCode = (error: unknown): string | undefined =>
  error instanceof Sqlite.SqliteError ? error.code : undefined;
