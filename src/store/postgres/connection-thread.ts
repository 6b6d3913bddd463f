import { workerData } from 'node:worker_threads';
import type { ConnectionData, Question } from './protocol.ts';
import { Session } from './session.ts';

const { url, port, signal, setUp } = workerData as ConnectionData;

/** How often the thread shows that it is alive while it waits for the server, in milliseconds. */
const BEAT_MS = 1_000;

const session = new Session(url, setUp, () => Atomics.add(signal, 1, 1));

function beat(): void {
  Atomics.add(signal, 0, 1);
  Atomics.notify(signal, 0);
}

async function give(question: Question): Promise<void> {
  const beating = setInterval(beat, BEAT_MS);
  port.postMessage(await session.ask(question));
  clearInterval(beating);
  beat();
}

async function end(): Promise<void> {
  await session.end();
  port.close();
}

port.on('message', (question: Question | null) => void (question ? give(question) : end()));
