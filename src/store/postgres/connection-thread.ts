import { workerData } from 'node:worker_threads';
import type pg from 'pg';
import { Batch, type KnownStatements } from './batch.ts';
import { type Connection, connect, isLoss, onceLost } from './connect.ts';
import type { Answer, ConnectionData, PostgresFailure, Question, Result } from './protocol.ts';
import { heedWarnings, watchSilence } from './silence.ts';

const { url, port, signal, setUp } = workerData as ConnectionData;

/** How often the thread shows that it is alive while it waits for the server, in milliseconds. */
const BEAT_MS = 1_000;

/** Everything arrives as text; the declared shape of a query says what it means. */
const asText = { getTypeParser: () => (value: string) => value };

/** The SQLSTATE of a connection that failed. */
const CONNECTION_LOST = '08006';

let connection: Connection | undefined;
let known: KnownStatements;

async function connectAgain(): Promise<Connection> {
  const created = await connect(url, setUp);
  // A connection that is lost fails the question in progress; the next one connects again.
  onceLost(created, () => forget(created));
  heedWarnings(created, url);
  Atomics.add(signal, 1, 1);
  connection = created;
  known = new Map();
  return created;
}

function forget(lost: Connection | undefined): void {
  lost?.socket.destroy();
  if (connection === lost) connection = undefined;
}

async function answerTo({ needsSame, ...asked }: Question): Promise<Answer> {
  if (needsSame && !connection) {
    const message = 'the connection was lost';
    return { results: [], error: { message, code: CONNECTION_LOST, isLoss: true } };
  }
  const results: Result[] = [];
  let used = connection;
  let endWatch: (() => void) | undefined;
  try {
    used ??= await connectAgain();
    endWatch = watchSilence(used, url);
    if ('text' in asked) results.push(await run(used, asked.text));
    else await used.client.query(new Batch(asked.statements, known, results)).ended;
    return { results };
  } catch (error) {
    return { results, error: toError(error, used) };
  } finally {
    endWatch?.();
  }
}

async function run({ client }: Connection, text: string): Promise<Result> {
  const result = await client.query({ text, rowMode: 'array', types: asText });
  // Several statements give several results.
  const last: pg.QueryArrayResult | undefined = Array.isArray(result) ? result.at(-1) : result;
  const { command = '', fields = [], rows = [], rowCount = 0 } = last ?? {};
  return { command, columns: fields.map(({ name }) => name), rows, changed: rowCount ?? 0 };
}

function toError(error: unknown, used: Connection | undefined): PostgresFailure {
  const { message, code = CONNECTION_LOST } = error as Error & { code?: string };
  // The next question may come before the end of the connection does.
  if (isLoss(error)) forget(used);
  return { message, code, isLoss: isLoss(error) };
}

function beat(): void {
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
}

async function give(question: Question): Promise<void> {
  const beating = setInterval(beat, BEAT_MS);
  port.postMessage(await answerTo(question));
  clearInterval(beating);
  beat();
}

async function end(): Promise<void> {
  await connection?.client.end().catch(() => {});
  port.close();
}

// One question after another.
let given = Promise.resolve();
port.on('message', (question: Question | null) => {
  given = given.then(() => (question ? give(question) : end()));
});
