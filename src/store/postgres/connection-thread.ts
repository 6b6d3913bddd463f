import { workerData } from 'node:worker_threads';
import type pg from 'pg';
import { type Connection, connect, isLoss, onceLost } from './connect.ts';
import type { Answer, ConnectionData, Question } from './protocol.ts';
import { heedWarnings, watchSilence } from './silence.ts';

const { url, port, signal, setUp } = workerData as ConnectionData;

/** How often the thread shows that it is alive while it waits for the server, in milliseconds. */
const BEAT_MS = 1_000;

/** Everything arrives as text; the declared shape of a query says what it means. */
const asText = { getTypeParser: () => (value: string) => value };

/** The SQLSTATE of a connection that failed. */
const CONNECTION_LOST = '08006';

let connection: Connection | undefined;

async function connectAgain(): Promise<Connection> {
  const created = await connect(url, setUp);
  // A connection that is lost fails the question in progress; the next one connects again.
  onceLost(created, () => forget(created));
  heedWarnings(created, url);
  Atomics.add(signal, 1, 1);
  connection = created;
  return created;
}

function forget(lost: Connection | undefined): void {
  lost?.socket.destroy();
  if (connection === lost) connection = undefined;
}

/** Sends a question once there is a connection. @returns what awaits the answer, so that others can be sent meanwhile */
async function send({ needsSame, ...question }: Question): Promise<() => Promise<Answer>> {
  if (needsSame && !connection) {
    const message = 'the connection was lost';
    return async () => ({ error: { message, code: CONNECTION_LOST, isLoss: true } });
  }
  try {
    const used = connection ?? (await connectAgain());
    const endWatch = watchSilence(used, url);
    const result = used.client.query({ ...question, rowMode: 'array', types: asText });
    const answer = result.then(toAnswer, (error) => toError(error, used)).finally(endWatch);
    return () => answer;
  } catch (error) {
    const answer = toError(error, connection);
    return async () => answer;
  }
}

function toAnswer(result: pg.QueryArrayResult | pg.QueryArrayResult[]): Answer {
  // Several statements give several results.
  const last = Array.isArray(result) ? result.at(-1) : result;
  const { command = '', fields = [], rows = [], rowCount = 0 } = last ?? {};
  const columns = fields.map(({ name }) => name);
  return { command, columns, rows, changed: rowCount ?? 0 };
}

function toError(error: unknown, used: Connection | undefined): Answer {
  const { message, code = CONNECTION_LOST } = error as Error & { code?: string };
  // The next question may come before the end of the connection does.
  if (isLoss(error)) forget(used);
  return { error: { message, code, isLoss: isLoss(error) } };
}

function beat(): void {
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
}

async function give(answer: Promise<() => Promise<Answer>>): Promise<void> {
  const beating = setInterval(beat, BEAT_MS);
  const awaited = await answer;
  port.postMessage(await awaited());
  clearInterval(beating);
  beat();
}

async function end(): Promise<void> {
  await connection?.client.end().catch(() => {});
  port.close();
}

// Questions are sent one after another, because the first may have to connect, and answered in the same order.
let sent: Promise<unknown> = Promise.resolve();
let given = Promise.resolve();
port.on('message', (question: Question | null) => {
  if (!question) {
    given = given.then(end);
    return;
  }
  const answer = sent.then(() => send(question));
  sent = answer;
  given = given.then(() => give(answer));
});
