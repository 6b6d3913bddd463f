import { setImmediate as turn } from 'node:timers/promises';
import type { Reads } from '../database.ts';
import type { Cardinality, Of, ParamShape, Params, Query, Shape } from '../query.ts';
import { type Reading, readInTurn } from '../reading.ts';
import { LaterSession } from './later-session.ts';
import { LOCKS } from './locks.ts';
import { lastResult, PostgresError } from './postgres-error.ts';
import { PreparedStatements } from './prepared.ts';
import type { Answer, PostgresFailure, Result, Statement } from './protocol.ts';
import { CHANGE_NUMBER, SERVER_VERSION, SIZE } from './server-queries.ts';
import { setUpOf } from './set-up.ts';

/** A statement whose rows are waited for. */
type Ask = {
  statement: Statement;
  /** The snapshot that it was asked of; undefined where it begins one. */
  version: number | undefined;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/** How long a transaction stays open when nothing is asked, so that one serves many reads, in milliseconds. */
const KEEP_OPEN_MS = 20;

/** How long requests may wait for others to ask together, in milliseconds. */
const GATHER_MS = 1;

const BEGIN = {
  name: 'begin',
  text: 'begin isolation level repeatable read read only',
  values: [],
} as const;
const ROLLBACK = { name: 'rollback', text: 'rollback', values: [] } as const;

/** A service takes part in the lock that keeps others from upgrading the database. */
const SERVE = `select pg_advisory_lock_shared(${LOCKS.serving})`;

/** Its rows would be of another state than those that its reader has already. */
const GONE: PostgresFailure = {
  message: 'the snapshot ended before all its rows were read',
  code: 'snapshot_gone',
  isLoss: true,
};

/**
 * PostgreSQL for a thread that must not wait. There is one snapshot at a time, a transaction from which all requests read;
 * what they ask in one turn is sent together. It gives way to a newer one only when nobody who reads from it asks for more, so
 * that every read comes to its end however often others write.
 */
export class SnapshotReads implements Reads {
  /** Asks for the number of changes beside the transaction. Its session holds the lock of a service. */
  readonly #changes: LaterSession;
  readonly #reader: LaterSession;
  /** Those that had a connection. */
  readonly #used = new Set<LaterSession>();
  readonly #statements = new PreparedStatements();

  /** The number of changes that the snapshot shows; undefined if it must not be used any more. */
  #number: number | undefined;
  /** Counts the snapshots that differ. */
  #version = 0;
  /** How often a connection was lost. */
  #epoch = 0;
  /** The transaction of the snapshot; over where it is to be ended before the next one. */
  #transaction: 'none' | 'open' | 'over' = 'none';
  /** Until then it stays open. */
  #keepsOpen: NodeJS.Timeout | undefined;

  #refresh: Promise<void> | undefined;
  #nextRefresh: Promise<void> | undefined;
  /** How often a snapshot was wanted. */
  #callers = 0;

  #asks: Ask[] = [];
  /** Waits for a new transaction. */
  #opening: PromiseWithResolvers<void> | undefined;
  #isRunning = false;

  constructor(url: string) {
    const setUp = setUpOf({ write: false });
    this.#changes = new LaterSession(url, setUp);
    // It is asked before a service says that it has started, and every minute at least: with it a lost lock comes back.
    this.#reader = new LaterSession(url, [...setUp, SERVE]);
  }

  async one<P extends ParamShape, R extends Shape>(
    query: Query<'one', P, R>,
    params: Params<P>,
  ): Promise<Of<R> | undefined> {
    return (await this.#rows(query, params))[0];
  }

  all<P extends ParamShape, R extends Shape>(
    query: Query<'many', P, R>,
    params: Params<P>,
  ): Promise<Of<R>[]> {
    return this.#rows(query, params);
  }

  do<T>(reading: Reading<T>): Promise<T> {
    return readInTurn(reading, ({ query, params }) => this.#rows(query, params));
  }

  snapshotVersion(): number {
    return this.#version;
  }

  connectionEpoch(): number {
    return this.#epoch;
  }

  /** Asks the server after the call: calls share the next question. */
  refreshSnapshot(): Promise<void> {
    this.#callers++;
    this.#nextRefresh ??= this.#refreshAfter(this.#refresh);
    return this.#nextRefresh;
  }

  endSnapshot(): void {
    // Reads that have begun end on their snapshot, or else commits could keep them from their end. New ones refresh it.
  }

  async version(): Promise<string> {
    return (await this.one(SERVER_VERSION, {}))?.version ?? '';
  }

  async size(): Promise<number> {
    return (await this.one(SIZE, {}))?.bytes ?? 0;
  }

  close(): void {
    this.#changes.close();
    this.#reader.close();
  }

  #rows<R extends Shape>(
    query: Query<Cardinality, ParamShape, R>,
    params: object,
  ): Promise<Of<R>[]> {
    return new Promise((resolve, reject) => {
      this.#asks.push({
        statement: this.#statements.statement(query, params),
        version: this.#transaction === 'open' ? this.#version : undefined,
        resolve: (result) => resolve(this.#statements.rows(query, result)),
        reject,
      });
      this.#start();
    });
  }

  /** One refresh follows another. */
  async #refreshAfter(last: Promise<void> | undefined): Promise<void> {
    await last?.catch(() => {});
    await this.#gather();
    this.#refresh = this.#nextRefresh;
    this.#nextRefresh = undefined;
    if (this.#transaction === 'open') {
      const statement = this.#statements.statement(CHANGE_NUMBER, {});
      const number = this.#numberOf(lastResult(await this.#askAnew(this.#changes, [statement])));
      if (this.#transaction === 'open' && number === this.#number) return;
    }
    this.#opening = Promise.withResolvers();
    this.#start();
    await this.#opening.promise;
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
  async #askAnew(session: LaterSession, statements: readonly Statement[]): Promise<Answer> {
    if (this.#used.has(session)) {
      const answer = await session.ask({ statements, needsSame: true });
      if (!answer.error?.isLoss) return answer;
      this.#leaveServer();
    }
    this.#used.add(session);
    return session.ask({ statements, needsSame: false });
  }

  #start(): void {
    if (this.#isRunning) return;
    this.#isRunning = true;
    void this.#run();
  }

  async #run(): Promise<void> {
    for (;;) {
      // Whoever got rows may ask for more of this snapshot.
      await turn();
      if (this.#asks.length > 0) await this.#answer(this.#asks.splice(0));
      else if (this.#opening) await this.#open(this.#opening);
      else break;
    }
    if (!this.#keepsOpen) await this.#endTransaction();
    this.#isRunning = false;
    if (this.#asks.length > 0 || this.#opening) this.#start();
  }

  /** Begins a transaction where none is open, and asks within it. A result more than was asked is that of its beginning. */
  async #askInSnapshot(statements: readonly Statement[]): Promise<Answer & { hasBegun: boolean }> {
    if (this.#transaction === 'open') {
      const answer = await this.#reader.ask({ statements, needsSame: true });
      if (answer.error) this.#noteFailure(answer.error);
      return { ...answer, hasBegun: true };
    }
    const begin = [BEGIN, this.#statements.statement(CHANGE_NUMBER, {})];
    const opening = this.#transaction === 'over' ? [ROLLBACK, ...begin] : begin;
    const { results, error } = await this.#askAnew(this.#reader, [...opening, ...statements]);
    const begun = results[opening.length - 1];
    if (begun) this.#noteBegin(begun);
    if (error) this.#noteFailure(error);
    const answer = { results: results.slice(opening.length), hasBegun: begun !== undefined };
    return error ? { ...answer, error } : answer;
  }

  async #open(opening: PromiseWithResolvers<void>): Promise<void> {
    this.#opening = undefined;
    if (this.#transaction === 'open') this.#transaction = 'over';
    const { error } = await this.#askInSnapshot([]);
    if (error) opening.reject(new PostgresError(error));
    else opening.resolve();
  }

  async #answer(asks: readonly Ask[]): Promise<void> {
    const statements = asks.map(({ statement }) => statement);
    const { results, error, hasBegun } = await this.#askInSnapshot(statements);
    for (const [at, ask] of asks.entries()) {
      const result = results[at];
      const isGone = ask.version !== undefined && ask.version !== this.#version;
      if (result && !isGone) ask.resolve(result);
      else if (isGone && !error?.isLoss) ask.reject(new PostgresError(GONE));
      // The failure of another statement has ended the transaction. Its number of changes may still be the same.
      else if (error && hasBegun && !error.isLoss && at > results.length) this.#asks.push(ask);
      else ask.reject(new PostgresError(error ?? GONE));
    }
  }

  #noteBegin(changes: Result): void {
    const number = this.#numberOf(changes);
    if (number !== this.#number) this.#version++;
    this.#number = number;
    this.#transaction = 'open';
    this.#keepsOpen ??= setTimeout(() => {
      this.#keepsOpen = undefined;
      this.#start();
    }, KEEP_OPEN_MS).unref();
  }

  #noteFailure({ isLoss }: PostgresFailure): void {
    // A statement that fails ends what its transaction can do.
    this.#transaction = isLoss ? 'none' : 'over';
    if (isLoss) this.#leaveServer();
  }

  async #endTransaction(): Promise<void> {
    if (this.#transaction === 'none') return;
    this.#transaction = 'none';
    const { error } = await this.#reader.ask({ statements: [ROLLBACK], needsSame: true });
    if (error) this.#noteFailure(error);
  }

  #numberOf(changes: Result): number {
    return this.#statements.rows(CHANGE_NUMBER, changes)[0]?.number ?? 0;
  }

  #leaveServer(): void {
    this.#number = undefined;
    this.#version++;
    this.#epoch++;
    if (this.#transaction === 'open') this.#transaction = 'over';
  }
}
