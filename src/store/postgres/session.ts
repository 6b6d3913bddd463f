import type pg from 'pg';
import { Batch, type KnownStatements } from './batch.ts';
import { type Connection, connect, isLoss, onceLost } from './connect.ts';
import type { Answer, PostgresFailure, Question, Result } from './protocol.ts';
import { checkOnPeerLoss, watchSilence } from './silence.ts';

/** Everything arrives as text; the declared shape of a query says what it means. */
const asText = { getTypeParser: () => (value: string) => value };

/** The SQLSTATE of a connection that failed. */
const CONNECTION_LOST = '08006';

/**
 * A connection to the server, made with the first question, and with the next one after it was lost. It keeps the process
 * alive only while an answer is awaited.
 */
export class Session {
  readonly #url: string;
  readonly #setUp: readonly string[];
  readonly #onConnect: () => void;
  #connection: Connection | undefined;
  #known: KnownStatements = new Map();
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;

  /** @param setUp run after each connect */
  constructor(url: string, setUp: readonly string[], onConnect = () => {}) {
    this.#url = url;
    this.#setUp = setUp;
    this.#onConnect = onConnect;
  }

  /** Answers come in the order of the questions. Where the connection is lost or closed, that is the answer. */
  ask(question: Question): Promise<Answer> {
    const answer = this.#last.then(() => this.#answerTo(question));
    this.#last = answer;
    return answer;
  }

  /** Ends the connection after the answers that are awaited. */
  async end(): Promise<void> {
    await this.#last;
    this.#isClosed = true;
    await this.#connection?.client.end().catch(() => {});
  }

  /** Ends it at once. Whoever waits is told. */
  close(): void {
    this.#isClosed = true;
    this.#forget(this.#connection);
  }

  async #answerTo({ needsSame, ...asked }: Question): Promise<Answer> {
    if (this.#isClosed || (needsSame && !this.#connection))
      return { results: [], error: this.#lost };
    const results: Result[] = [];
    let used = this.#connection;
    let endWatch: (() => void) | undefined;
    try {
      used ??= await this.#connect();
      used.client.ref();
      endWatch = watchSilence(used, this.#url);
      if ('text' in asked) results.push(await run(used, asked.text));
      else await used.client.query(new Batch(asked.statements, this.#known, results)).ended;
      return { results };
    } catch (error) {
      return { results, error: this.#toFailure(error, used) };
    } finally {
      endWatch?.();
      used?.client.unref();
    }
  }

  async #connect(): Promise<Connection> {
    const created = await connect(this.#url, this.#setUp);
    if (this.#isClosed) {
      created.socket.destroy();
      throw new Error('closed');
    }
    // A connection that is lost fails the question in progress; the next one connects again.
    onceLost(created, () => this.#forget(created));
    checkOnPeerLoss(created, this.#url);
    this.#onConnect();
    this.#connection = created;
    this.#known = new Map();
    return created;
  }

  #forget(lost: Connection | undefined): void {
    lost?.socket.destroy();
    if (this.#connection === lost) this.#connection = undefined;
  }

  #toFailure(error: unknown, used: Connection | undefined): PostgresFailure {
    if (this.#isClosed) return this.#lost;
    const { message, code = CONNECTION_LOST } = error as Error & { code?: string };
    // The next question may come before the end of the connection does.
    if (isLoss(error)) this.#forget(used);
    return { message, code, isLoss: isLoss(error) };
  }

  get #lost(): PostgresFailure {
    const message = this.#isClosed ? 'the connection was closed' : 'the connection was lost';
    return { message, code: CONNECTION_LOST, isLoss: true };
  }
}

async function run({ client }: Connection, text: string): Promise<Result> {
  const result = await client.query({ text, rowMode: 'array', types: asText });
  // Several statements give several results.
  const last: pg.QueryArrayResult | undefined = Array.isArray(result) ? result.at(-1) : result;
  const { command = '', fields = [], rows = [], rowCount = 0 } = last ?? {};
  return { command, columns: fields.map(({ name }) => name), rows, changed: rowCount ?? 0 };
}
