import { setImmediate as turn } from 'node:timers/promises';
import type { Database } from '../database.ts';
import type { Cardinality, Of, ParamShape, Params, Query, Shape } from '../query.ts';
import { AsyncConnection } from './async-connection.ts';
import { LOCKS } from './locks.ts';
import { lastResult, PostgresError } from './postgres-error.ts';
import { PreparedStatements } from './prepared.ts';
import type { Answer, Result, Statement } from './protocol.ts';
import { CHANGE_NUMBER, SERVER_VERSION, SIZE } from './server-queries.ts';
import { setUpOf } from './set-up.ts';

/** Rows that a read needs are not here yet. No error, because where it was thrown takes long to find out. */
class RowsMissing {
  readonly message = 'rows are missing; this read must run within complete()';
  readonly arrived: Promise<unknown>;

  constructor(arrived: Promise<unknown>) {
    this.arrived = arrived;
    // Whoever waits for them gets the failure.
    arrived.catch(() => {});
  }
}

type Fetch = {
  key: string;
  statement: Statement;
  toRows: (result: Result) => readonly object[];
  resolve: () => void;
  reject: (error: unknown) => void;
};

/** A request that needs a snapshot with this number of changes. */
type Advance = { number: number; resolve: () => void };

/** Characters of values that are kept of one snapshot: about as many bytes. */
const MAX_KEPT = 64 * 1024 * 1024;

/** More rounds than this mean a read whose parameters are new each time. */
const MAX_ROUNDS = 1_000;

/** How long a transaction stays open when no read waits, so that one serves many reads, in milliseconds. */
const KEEP_OPEN_MS = 20;

/** How long requests may wait for others to ask together, in milliseconds. */
const GATHER_MS = 1;

const BEGIN = {
  name: 'begin',
  text: 'begin isolation level repeatable read read only',
  values: [],
} as const;
/** A service takes part in the lock that keeps others from upgrading the database. */
const SERVE = `select pg_advisory_lock_shared(${LOCKS.serving})`;

const ROLLBACK = { name: 'rollback', text: 'rollback', values: [] } as const;

/**
 * PostgreSQL for a thread that must not wait. Reads are answered from rows that were fetched before, all from one snapshot
 * of the database. A row that is missing is fetched, and the read runs again.
 *
 * There is one snapshot at a time. It gives way to a newer one only when no read waits for rows of it, so that every read
 * comes to its end however often others write.
 */
export class FetchingDatabase implements Database {
  readonly readsAtOnce = false;
  /** Asks for the number of changes, once for all requests of a turn. Its session holds the lock of a service. */
  readonly #changes: AsyncConnection;
  readonly #reader: AsyncConnection;
  readonly #statements = new PreparedStatements();

  /** The number of changes that the snapshot shows; undefined if it must not be used any more. */
  #number: number | undefined;
  #rows = new Map<string, readonly object[]>();
  #kept = 0;
  /** How many snapshots there were. */
  #snapshots = 0;
  /** How often a connection was lost. */
  #losses = 0;

  #question: Promise<number> | undefined;
  #nextQuestion: Promise<number> | undefined;
  /** How often the number was wanted. */
  #callers = 0;

  readonly #fetching = new Map<string, RowsMissing>();
  #fetches: Fetch[] = [];
  #advances: Advance[] = [];
  #isRunning = false;
  /** The transaction of the snapshot; over where it is to be ended before the next one. */
  #transaction: 'none' | 'open' | 'over' = 'none';
  /** Until then it stays open. */
  #keepsOpen: NodeJS.Timeout | undefined;

  constructor(url: string) {
    const setUp = setUpOf({ write: false });
    // It is asked every minute at least, and with it a lost lock comes back.
    this.#changes = new AsyncConnection(url, [...setUp, SERVE]);
    this.#reader = new AsyncConnection(url, setUp);
  }

  async catchUp(): Promise<void> {
    const number = await this.#askForChanges();
    // Where too much is kept, new reads wait until the others have ended.
    if (this.#number !== undefined && number <= this.#number && this.#kept <= MAX_KEPT) return;
    await new Promise<void>((resolve) => {
      this.#advances.push({ number, resolve });
      this.#start();
    });
  }

  async complete<T>(work: () => T | Promise<T>): Promise<T> {
    for (let round = 0; round < MAX_ROUNDS; round++) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof RowsMissing)) throw error;
        await error.arrived;
      }
    }
    throw new Error('a read never has all its rows');
  }

  one<P extends ParamShape, R extends Shape>(
    query: Query<'one', P, R>,
    params: Params<P>,
  ): Of<R> | undefined {
    return this.#read(query, params)[0];
  }

  all<P extends ParamShape, R extends Shape>(
    query: Query<'many', P, R>,
    params: Params<P>,
  ): Of<R>[] {
    return [...this.#read(query, params)];
  }

  each<P extends ParamShape, R extends Shape>(
    query: Query<'many', P, R>,
    params: Params<P>,
  ): IterableIterator<Of<R>> {
    return this.#read(query, params).values();
  }

  read<T>(reads: () => T): T {
    return reads();
  }

  dataVersion(): number {
    this.#requireSnapshot();
    return this.#snapshots;
  }

  origin(): number {
    return this.#losses;
  }

  endSnapshot(): void {
    // Reads that have begun end on their snapshot, or else commits could keep them from their end. New ones catch up.
  }

  version(): string {
    return this.one(SERVER_VERSION, {})?.version ?? '';
  }

  size(): number {
    return this.one(SIZE, {})?.bytes ?? 0;
  }

  close(): void {
    this.#changes.close();
    this.#reader.close();
  }

  run(): never {
    return onlyReads();
  }

  write(): never {
    return onlyReads();
  }

  dryRun(): never {
    return onlyReads();
  }

  writeNothing(): never {
    return onlyReads();
  }

  vacuum(): never {
    return onlyReads();
  }

  takeTurn(): never {
    return onlyReads();
  }

  execute(): never {
    return onlyReads();
  }

  #read<C extends Cardinality, P extends ParamShape, R extends Shape>(
    query: Query<C, P, R>,
    params: object,
  ): readonly Of<R>[] {
    this.#requireSnapshot();
    const statement = this.#statements.statement(query, params);
    const key = `${query.name} ${JSON.stringify(statement.values)}`;
    const rows = this.#rows.get(key);
    if (rows) return rows as readonly Of<R>[];
    let missing = this.#fetching.get(key);
    if (!missing) {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      missing = new RowsMissing(promise);
      this.#fetching.set(key, missing);
      const toRows = (result: Result) => this.#statements.rows(query, result);
      this.#fetches.push({ key, statement, toRows, resolve, reject });
      this.#start();
    }
    throw missing;
  }

  #requireSnapshot(): void {
    if (this.#number === undefined) throw new RowsMissing(this.catchUp());
  }

  /** Asks after the call. Questions follow one another; calls share the next one. */
  #askForChanges(): Promise<number> {
    this.#callers++;
    this.#nextQuestion ??= (async () => {
      await this.#question?.catch(() => {});
      await this.#gather();
      this.#question = this.#nextQuestion;
      this.#nextQuestion = undefined;
      const statement = this.#statements.statement(CHANGE_NUMBER, {});
      return this.#numberOf(lastResult(await this.#askAnew(this.#changes, [statement])));
    })();
    return this.#nextQuestion;
  }

  /** Waits while every turn brings more requests that can share the question. */
  async #gather(): Promise<void> {
    const latest = performance.now() + GATHER_MS;
    for (let before = -1; before < this.#callers && performance.now() < latest; ) {
      before = this.#callers;
      await turn();
    }
  }

  /** Asks also where the connection was lost. Another one may lead to a server with other data of the same number. */
  async #askAnew(connection: AsyncConnection, statements: readonly Statement[]): Promise<Answer> {
    const answer = await connection.askAll({ statements, needsSame: true });
    if (!answer.error?.isLoss) return answer;
    this.#leaveServer();
    return connection.askAll({ statements, needsSame: false });
  }

  #start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#fetchAndAdvance();
  }

  async #fetchAndAdvance(): Promise<void> {
    for (;;) {
      // Reads whose rows have come run again first. They may need more of this snapshot.
      await turn();
      if (this.#fetches.length > 0) await this.#fetch(this.#fetches.splice(0));
      else if (this.#advances.length > 0) this.#advance(this.#advances.splice(0));
      else break;
    }
    if (!this.#keepsOpen) await this.#endTransaction();
    this.#isRunning = false;
    if (this.#fetches.length > 0 || this.#advances.length > 0) this.#start();
  }

  /** Fetches rows within the transaction, or else within a new one, which may lead to a newer snapshot. */
  async #fetch(fetches: readonly Fetch[]): Promise<void> {
    const opening = this.#opening();
    const statements = [...opening, ...fetches.map(({ statement }) => statement)];
    const { results, error } =
      opening.length === 0
        ? await this.#reader.askAll({ statements, needsSame: true })
        : await this.#askAnew(this.#reader, statements);
    const begun = results[opening.length - 1];
    if (begun) this.#noteBegin(begun);
    if (error) this.#noteFailure(error);
    const failed = results.length - opening.length;
    for (const [at, fetch] of fetches.entries()) {
      this.#fetching.delete(fetch.key);
      const result = results[opening.length + at];
      if (result) this.#keep(fetch.key, fetch.toRows(result), result);
      // After the failure of another one its read runs again, and fetches it again.
      if (error && !result && (error.isLoss || failed < 0 || failed === at))
        fetch.reject(new PostgresError(error));
      else fetch.resolve();
    }
  }

  #keep(key: string, rows: readonly object[], { rows: values }: Result): void {
    // Several requests share them.
    for (const row of rows) Object.freeze(row);
    this.#rows.set(key, rows);
    this.#kept += key.length;
    for (const row of values) for (const value of row) this.#kept += 16 + (value?.length ?? 0);
  }

  #advance(advances: readonly Advance[]): void {
    // No read needs them any more.
    if (this.#kept > MAX_KEPT) this.#forgetRows();
    for (const { number, resolve } of advances) {
      if (this.#number === undefined || number > this.#number) this.#beginSnapshot(number);
      resolve();
    }
  }

  #beginSnapshot(number: number): void {
    if (this.#transaction === 'open') this.#transaction = 'over';
    this.#number = number;
    this.#snapshots++;
    this.#forgetRows();
  }

  #forgetRows(): void {
    this.#rows = new Map();
    this.#kept = 0;
  }

  /** What begins a transaction where none is open. */
  #opening(): Statement[] {
    if (this.#transaction === 'open') return [];
    const begin = [BEGIN, this.#statements.statement(CHANGE_NUMBER, {})];
    return this.#transaction === 'over' ? [ROLLBACK, ...begin] : begin;
  }

  #noteBegin(changes: Result): void {
    const number = this.#numberOf(changes);
    if (number !== this.#number) this.#beginSnapshot(number);
    this.#transaction = 'open';
    this.#keepsOpen ??= setTimeout(() => {
      this.#keepsOpen = undefined;
      this.#start();
    }, KEEP_OPEN_MS).unref();
  }

  #noteFailure({ isLoss }: { isLoss: boolean }): void {
    // With the connection the transaction has ended.
    this.#transaction = isLoss ? 'none' : 'over';
    if (isLoss) this.#leaveServer();
  }

  async #endTransaction(): Promise<void> {
    if (this.#transaction === 'none') return;
    this.#transaction = 'none';
    const { error } = await this.#reader.askAll({ statements: [ROLLBACK], needsSame: true });
    if (error) this.#noteFailure(error);
  }

  #numberOf(changes: Result): number {
    return this.#statements.rows(CHANGE_NUMBER, changes)[0]?.number ?? 0;
  }

  #leaveServer(): void {
    this.#number = undefined;
    this.#losses++;
  }
}

const onlyReads = (): never => {
  throw new Error('this connection only reads');
};
