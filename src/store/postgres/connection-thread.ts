import { workerData } from 'node:worker_threads';
import pg from 'pg';
import { type Answer, CONNECTION_LOST, type ConnectionData, type Question } from './protocol.ts';

const { url, port, signal, setUp } = workerData as ConnectionData;

/** Everything arrives as text; the declared shape of a query says what it means. */
const asText = { getTypeParser: () => (value: string) => value };

let client: pg.Client | undefined;

async function connect(): Promise<pg.Client> {
  const created = new pg.Client({ connectionString: url, keepAlive: true });
  // A connection that is lost fails the question in progress, or the next one, which connects again.
  const forget = () => {
    if (client === created) client = undefined;
  };
  created.on('error', forget);
  created.on('end', forget);
  await created.connect();
  await created.query(setUp);
  client = created;
  return created;
}

async function answer({ needsSame, ...question }: Question): Promise<Answer> {
  if (needsSame && !client)
    return { error: { message: 'The connection was lost', code: CONNECTION_LOST } };
  try {
    const connected = client ?? (await connect());
    const result = await connected.query({ ...question, rowMode: 'array', types: asText });
    // Several statements give several results.
    const { fields, rows, rowCount } = Array.isArray(result) ? result.at(-1) : result;
    const columns = fields.map(({ name }: { name: string }) => name);
    return { columns, rows, changed: rowCount ?? 0 };
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    return { error: { message, code } };
  }
}

function give(given: Answer): void {
  port.postMessage(given);
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
}

async function take(question: Question | null): Promise<void> {
  if (question) return give(await answer(question));
  await client?.end().catch(() => {});
  port.close();
}

// One after another: the first may have to connect.
let taken = Promise.resolve();
port.on('message', (question: Question | null) => {
  taken = taken.then(() => take(question));
});
