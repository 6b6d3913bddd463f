import { workerData } from 'node:worker_threads';
import { type Connection, connect, isLoss, onceLost } from './connect.ts';
import type { Answer, ConnectionData, Question } from './protocol.ts';
import { watchSilence } from './silence.ts';

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
  connection = created;
  return created;
}

function forget(lost: Connection | undefined): void {
  lost?.socket.destroy();
  if (connection === lost) connection = undefined;
}

async function answer({ needsSame, ...question }: Question): Promise<Answer> {
  if (needsSame && !connection) {
    const message = 'the connection was lost';
    return { error: { message, code: CONNECTION_LOST, isLoss: true } };
  }
  try {
    const used = connection ?? (await connectAgain());
    const endWatch = watchSilence(used, url);
    try {
      const result = await used.client.query({ ...question, rowMode: 'array', types: asText });
      // Several statements give several results.
      const { command, fields, rows, rowCount } = Array.isArray(result) ? result.at(-1) : result;
      const columns = fields.map(({ name }: { name: string }) => name);
      return { command, columns, rows, changed: rowCount ?? 0 };
    } finally {
      endWatch();
    }
  } catch (error) {
    const { message, code = CONNECTION_LOST } = error as Error & { code?: string };
    // The next question may come before the end of the connection does.
    if (isLoss(error)) forget(connection);
    return { error: { message, code, isLoss: isLoss(error) } };
  }
}

function beat(): void {
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
}

async function take(question: Question | null): Promise<void> {
  if (question) {
    const beating = setInterval(beat, BEAT_MS);
    port.postMessage(await answer(question));
    clearInterval(beating);
    beat();
    return;
  }
  await connection?.client.end().catch(() => {});
  port.close();
}

// One after another: the first may have to connect.
let taken = Promise.resolve();
port.on('message', (question: Question | null) => {
  taken = taken.then(() => take(question));
});
