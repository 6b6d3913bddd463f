import type { Of, ParamShape, Params, Query, Shape } from './query.ts';

/**
 * One connection to the data. Reads and writes are synchronous: work that must not block requests belongs in a worker. Over
 * a network the main thread reads rows that were fetched before, within `complete`.
 */
export type Database = {
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

  /** A number that changes whenever another connection, of any process, commits. */
  dataVersion(): number;

  /**
   * A number that changes when a connection to a server was lost: the next one may lead to a server that lacks commits, so
   * that nothing which was read before is known to be true. Call it after a read.
   */
  origin(): number;

  /** Whether reads need neither `catchUp` nor `complete`. */
  readonly readsAtOnce: boolean;

  /** Waits until reads show everything that was committed before the call. */
  catchUp(): Promise<void>;

  /**
   * Runs reads to their end. Where rows have to be fetched first, `work` runs again with them: so it must change nothing,
   * ask the same each time, and let errors that it does not know pass. With a data file it runs once, and at once.
   */
  complete<T>(work: () => T | Promise<T>): T | Promise<T>;

  /** Ends this turn's snapshot of a file. Call it after learning of a newer commit: the next read shows that commit. */
  endSnapshot(): void;

  /**
   * Takes the turn to deliver to webhooks, which one connection of all processes has at a time. It is kept until the
   * connection is closed or lost; once it was lost, everything else fails until this is called again. A data file has one
   * service, so that it is always its turn.
   *
   * @returns the number of the turn, another one after a loss; null while another connection has it
   */
  takeTurn(): number | null;

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

  close(): void;
};
