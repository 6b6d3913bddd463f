import type { Of, ParamShape, Params, Query, Shape } from './query.ts';
import type { Reading } from './reading.ts';

/** A value, or what gives it later. */
export type Awaitable<T> = T | Promise<T>;

/**
 * The reads of a thread that answers requests and must not wait: at once from a file, later from a server. All that follow
 * a `refreshSnapshot`, with nothing awaited between but each other, see one state of the data.
 */
export type Reads = {
  /** The row a query gives, if it gives one. */
  one<P extends ParamShape, R extends Shape>(
    query: Query<'one', P, R>,
    params: Params<P>,
  ): Awaitable<Of<R> | undefined>;

  /** All rows a query gives. */
  all<P extends ParamShape, R extends Shape>(
    query: Query<'many', P, R>,
    params: Params<P>,
  ): Awaitable<Of<R>[]>;

  /** Makes reads that build on each other. */
  do<T>(reading: Reading<T>): Awaitable<T>;

  /** A number that changes whenever another connection, of any process, commits, or this one is lost. */
  snapshotVersion(): number;

  /**
   * A number that changes when a connection to a server was lost: the next one may lead to a server that lacks commits, so
   * that nothing which was read before is known to be true. Call it after a read.
   */
  connectionEpoch(): number;

  /** Makes the reads that follow show everything that was committed before the call. Undefined where they do already. */
  refreshSnapshot(): Promise<void> | undefined;

  /** Ends this turn's snapshot of a file. Call it after learning of a newer commit: the next read shows that commit. */
  endSnapshot(): void;

  /** The version of the database's software. */
  version(): Awaitable<string>;

  /** The bytes that the data takes up. */
  size(): Awaitable<number>;

  close(): void;
};

/** What one process does for all that share a database. */
export type Lease = 'delivering' | 'mailing';

/** One connection to the data, whose reads and writes are synchronous: work that must not block requests belongs in a worker. */
export type Database = Omit<Reads, 'one' | 'all' | 'do' | 'version' | 'size'> & {
  /** The row a query gives, if it gives one. */
  one<P extends ParamShape, R extends Shape>(
    query: Query<'one', P, R>,
    params: Params<P>,
  ): Of<R> | undefined;

  /** All rows a query gives. */
  all<P extends ParamShape, R extends Shape>(
    query: Query<'many', P, R>,
    params: Params<P>,
  ): Of<R>[];

  /** Makes reads that build on each other. */
  do<T>(reading: Reading<T>): T;

  /** Iterates over the rows of a query. The connection cannot run anything else meanwhile. */
  each<P extends ParamShape, R extends Shape>(
    query: Query<'many', P, R>,
    params: Params<P>,
  ): IterableIterator<Of<R>>;

  /** Runs a statement and gives the number of rows it changed. */
  run<P extends ParamShape>(
    query: Query<'exec', P, Record<string, never>>,
    params: Params<P>,
  ): number;

  /** Runs a change as one transaction that holds the write lock from the start. */
  write<T>(change: () => T): T;

  /** Runs a change as `write` does, returns its result, and rolls it back. */
  dryRun<T>(change: () => T): T;

  /** Runs several reads on one snapshot. */
  read<T>(reads: () => T): T;

  /** Commits a change without effect, to test that a commit reaches the disk. */
  writeNothing(): void;

  /**
   * Takes the lease to deliver to webhooks or to send mail, which one connection of all processes has at a time. It is kept until the
   * connection is closed or lost; once it was lost, everything else fails until this is called again. A data file has one
   * service, which always has it.
   *
   * @returns the number of the lease, another one after a loss; null while another connection has it
   */
  acquireLease(lease: Lease): number | null;

  /** The version of the database's software. */
  version(): string;

  /** The bytes that the data takes up. */
  size(): number;

  /**
   * Rewrites what holds the data, so that no deleted or replaced value can be read from it. Other connections can read
   * meanwhile, but not write. In a PostgreSQL database values stay in unused parts of its files until they are reused.
   *
   * @throws EngagedError `conflict` while another process writes, or reads for long
   */
  vacuum(): void;

  /** Runs internal SQL that returns nothing. */
  execute(sql: string): void;
};
